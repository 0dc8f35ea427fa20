import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  readFileSync,
  renameSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { nodeDerivedCache } from "./node-derived-cache.ts";

const top = mkdtempSync(join(tmpdir(), "opm-derived-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));

const program = "program-0123456789abcdef.cjs";
let count = 0;
function fresh(): {
  folder: string;
  cache: () => NonNullable<ReturnType<typeof nodeDerivedCache>>;
  file: () => string;
} {
  const own = join(top, `c${count++}`);
  const folder = join(own, "derived");
  return {
    folder,
    cache: () => nodeDerivedCache({ OPM_CACHE_DIR: own }, program)!,
    file: () => join(folder, readdirSync(folder)[0]!),
  };
}

describe.skipIf(process.platform === "win32")("what another user can have written is not believed", () => {
  test("an entry comes back, and only under its own key", () => {
    const { cache } = fresh();
    cache().put("a/b", "text");
    expect(cache().get("a/b")).toBe("text");
    expect(cache().get("a_b")).toBeUndefined();
    expect(nodeDerivedCache({ OPM_CACHE_DIR: top }, "program-ffff.cjs")!.get("a/b")).toBeUndefined();
  });

  test("a changed text, another's header, a link, a folder that others can write to", () => {
    const changed = fresh();
    changed.cache().put("k", "hostPID: false");
    writeFileSync(changed.file(), readFileSync(changed.file(), "utf8").replace("false", "true "));
    expect(changed.cache().get("k")).toBeUndefined();

    const open = fresh();
    open.cache().put("k", "text");
    for (const mode of [0o777, 0o770, 0o755]) {
      chmodSync(open.folder, mode);
      expect(open.cache().get("k")).toBeUndefined();
    }
    chmodSync(open.folder, 0o700);
    expect(open.cache().get("k")).toBe("text");
    chmodSync(open.file(), 0o666);
    expect(open.cache().get("k")).toBeUndefined();

    const linked = fresh();
    linked.cache().put("k", "text");
    const file = linked.file();
    renameSync(file, join(top, "elsewhere"));
    symlinkSync(join(top, "elsewhere"), file);
    expect(linked.cache().get("k")).toBeUndefined();
  });

  test("a folder that is a link, and one that cannot be made, are no cache", () => {
    const { folder, cache } = fresh();
    mkdirSync(join(top, "other"), { mode: 0o700 });
    mkdirSync(join(folder, ".."), { recursive: true });
    symlinkSync(join(top, "other"), folder);
    cache().put("k", "text");
    expect(readdirSync(join(top, "other"))).toEqual([]);
    writeFileSync(join(top, "file"), "");
    for (const OPM_CACHE_DIR of ["/dev/null", "/proc", join(top, "file"), "none", "relative"]) {
      const none = nodeDerivedCache({ OPM_CACHE_DIR }, program);
      none?.put("k", "text");
      expect(none?.get("k")).toBeUndefined();
    }
    expect(nodeDerivedCache({ HOME: join(top, "no-home") }, program)).toBeUndefined();
  });
});
