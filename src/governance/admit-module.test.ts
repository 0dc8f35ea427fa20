import { describe, expect, test } from "vitest";
import type { Place } from "../source/index.ts";
import { admitModule } from "./admit-module.ts";
import type { CatalogEntry, ModuleCatalog } from "./module-catalog.ts";
import { parseRange } from "./version-range.ts";

const place: Place = { file: { name: "platform.cue", text: "" }, span: { start: -1, end: -1 } };

function entry(name: string, versions: string | readonly string[], more: Partial<CatalogEntry> = {}): CatalogEntry {
  return {
    name,
    module: `example.com/${name}@v0`,
    versions: typeof versions === "string" ? parseRange(versions)! : versions,
    description: "",
    policies: [],
    place,
    versionsPlace: place,
    ...more,
  };
}

const catalog: ModuleCatalog = {
  name: "company",
  entries: [
    entry("blog", ">=0.1.0 <1.0.0"),
    entry("shop", ["1.0.0", "1.2.0"]),
    entry("old", "*", { deprecated: "use blog" }),
  ],
  policies: [],
  place,
};

const ask = (name: string, version: string) =>
  admitModule(catalog, { name, apiVersion: `example.com/${name}@v0`, version });

describe("only entries of the catalog are released (VAL-7)", () => {
  test("a version in the range, and one of a list", () => {
    expect(ask("blog", "0.4.0").value?.name).toBe("blog");
    expect(ask("shop", "1.2.0").value?.name).toBe("shop");
  });

  test("a module that is not listed is refused with the list", () => {
    const { value, diagnostics } = ask("bolg", "0.4.0");
    expect(value).toBeUndefined();
    expect(diagnostics).toMatchObject([
      {
        code: "OPM4301",
        message: "the module bolg (example.com/bolg@v0 0.4.0) is not in the catalog company",
        notes: [
          "entries of the catalog:",
          "blog: example.com/blog@v0 >=0.1.0 <1.0.0",
          "shop: example.com/shop@v0 1.0.0, 1.2.0",
          "old: example.com/old@v0 *",
        ],
        hint: "did you mean example.com/blog@v0?",
      },
    ]);
  });

  test("a version outside is refused at the entry's versions", () => {
    expect(ask("shop", "1.1.0").diagnostics).toMatchObject([{ code: "OPM4302", args: { versions: "1.0.0, 1.2.0" } }]);
  });

  test("a deprecated entry is a warning", () => {
    expect(ask("old", "1.0.0")).toMatchObject({
      value: { name: "old" },
      diagnostics: [{ code: "OPM4303", severity: "warning" }],
    });
  });
});
