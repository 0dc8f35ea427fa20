import { describe, expect, test } from "vitest";
import { MemoryFiles, createContext, errorsOfFaults, plainDiagnostic } from "../../cue/index.ts";
import type { Registry } from "../../cue/index.ts";
import { failure } from "../../cue/module/index.ts";
import type { Diagnostic, Reason } from "../../source/index.ts";
import { explainImports, isLaterCatalog } from "./import-hint.ts";

const asked = { text: "a registry", packages: () => ["opmodel.dev/core@v0", "opmodel.dev/traits/scaling@v0"] };

const moduleFile = 'module: "a.example/m@v0"\nlanguage: version: "v0.9.0"\ndeps: "b.example/lib@v0": v: "v0.1.0"\n';

/** What the loader says of a file, with a registry that answers every question in the same way. */
async function told(source: string, answer: ReturnType<typeof failure>): Promise<Diagnostic[]> {
  const files = new MemoryFiles([
    ["/m/cue.mod/module.cue", moduleFile],
    ["/m/a.cue", source],
  ]);
  const registry: Registry = {
    moduleFile: () => Promise.resolve(answer),
    fetch: () => Promise.resolve(answer),
    versions: () => Promise.resolve(answer),
    cachedModuleFile: () => answer,
    cachedSource: () => answer,
  };
  const { errors, instances } = await createContext({ files }).load(["."], { registry, cwd: "/m" });
  const faults = [...errors, ...instances.flatMap((i) => i.errors)];
  return explainImports(errorsOfFaults(faults).map(plainDiagnostic), asked as never);
}

const trouble = (args: Reason["args"]): ReturnType<typeof failure> => failure("no", false, { kind: "registry", args });

describe("an import that leads nowhere (PIPE-9)", () => {
  test.each([
    [failure("module not found", true), "OPM1204"],
    [trouble({ trouble: "refused", status: 401 }), "OPM1212"],
    [trouble({ trouble: "unreachable" }), "OPM1211"],
    [trouble({ trouble: "damaged" }), "OPM2005"],
  ])("says by its code whether a registry is at fault: %o", async (answer, code) => {
    const [d] = await told('package a\nimport "b.example/lib"\nx: lib.y\n', answer);
    expect(d).toMatchObject({ code, args: { path: "b.example/lib", module: "b.example/lib@v0.1.0" } });
    expect(d!.notes).toContain("asked: a registry");
  });

  test("has the nearest package of the catalog", async () => {
    const [d] = await told('package a\nimport "opmodel.dev/traits/scalling@v0"\nx: scalling.y\n', failure("no", true));
    expect(d).toMatchObject({ code: "OPM1204", hint: 'did you mean "opmodel.dev/traits/scaling@v0"?' });
  });

  test("of a later catalog of the original is told as that, once", async () => {
    const imports = 'import (\n\t"opmodel.dev/core/v1alpha1/module@v1"\n\t"opmodel.dev/opm/v1alpha1/schemas@v1"\n)\n';
    const found = await told(`package a\n${imports}x: module.y & schemas.z\n`, failure("no", true));
    expect(found.map(({ code }) => code)).toEqual(["OPM1215"]);
    expect(found[0]!.message).toContain("opmodel.dev/core/v1alpha1");
  });

  test.each([
    ["opmodel.dev/core/v1alpha1@v1", true],
    ["opmodel.dev/core/v1alpha2", true],
    ["opmodel.dev/opm/v1alpha1/resources/workload@v1", true],
    ["opmodel.dev/catalogs/opm/traits", true],
    ["opmodel.dev/core@v0", false],
    ["opmodel.dev/schemas/kubernetes/core/v1@v0", false],
    ["opmodel.dev/schemas/kubernetes/gateway/v1alpha2/tcproute@v0", false],
    ["example.com/v1alpha1@v1", false],
  ])("%s", (path, later) => expect(isLaterCatalog(path)).toBe(later));

  test("of the language was asked of nobody", () => {
    const value = createContext().compile('import "qqqq"\nx: qqqq.y\n');
    const [d] = explainImports(value.validate().map(plainDiagnostic), asked as never);
    expect(d).toMatchObject({ code: "OPM1204", args: { path: "qqqq" }, hint: expect.stringContaining("domain") });
    expect(d!.notes).toBeUndefined();
  });

  test("other errors stay as they are", () => {
    const errors = createContext().compile("a: b\n").validate().map(plainDiagnostic);
    expect(explainImports(errors, asked as never)).toEqual(errors);
  });
});
