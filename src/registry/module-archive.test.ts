import { deflateRawSync, inflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { makeModuleArchive, readModuleArchive } from "./module-archive.ts";
import { openZip } from "./zip-read.ts";
import { writeZip } from "./zip-write.ts";

const inflate = (data: Uint8Array, limit: number): Uint8Array =>
  inflateRawSync(data, { maxOutputLength: Math.max(1, limit) });
const deflate = (data: Uint8Array): Uint8Array => deflateRawSync(data);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const file = (name: string, text = "x") => ({ name, content: bytes(text) });
const moduleFile = file("cue.mod/module.cue", 'module: "ex.com/m@v0"\n');

function reason(zip: Uint8Array): string {
  const r = readModuleArchive(zip, inflate);
  return r.ok ? "" : r.fault.message;
}

/** Changes bytes of the central record of the nth entry. */
function patchCentral(zip: Uint8Array, n: number, at: number, value: readonly number[]): Uint8Array {
  const out = zip.slice();
  let seen = -1;
  for (let i = 0; i + 4 < out.length; i++) {
    if (out[i] === 0x50 && out[i + 1] === 0x4b && out[i + 2] === 1 && out[i + 3] === 2 && ++seen === n)
      out.set(value, i + at);
  }
  return out;
}

describe("module archives (CUE-3)", () => {
  test("what goes in comes out, stored or deflated", () => {
    const long = file("a/long.cue", "x: 1\n".repeat(1000));
    for (const d of [undefined, deflate]) {
      const zip = writeZip([moduleFile, long], d);
      const r = readModuleArchive(zip, inflate);
      expect(r.ok && r.value.map((f) => [f.name, new TextDecoder().decode(f.content)])).toEqual([
        ["cue.mod/module.cue", 'module: "ex.com/m@v0"\n'],
        ["a/long.cue", "x: 1\n".repeat(1000)],
      ]);
    }
  });

  test("the same files give the same bytes, whatever their order", () => {
    const a = makeModuleArchive([moduleFile, file("b.cue"), file("a.cue")], deflate);
    const b = makeModuleArchive([file("a.cue"), file("b.cue"), moduleFile], deflate);
    expect(a.ok && b.ok && Buffer.from(a.value).equals(Buffer.from(b.value))).toBe(true);
  });

  test.each([
    ["../x", "file path is not clean"],
    ["a/../../x", "file path is not clean"],
    ["/etc/x", 'malformed file path "/etc/x": empty path element'],
    ["a\\..\\x", "malformed file path"],
    ["c:x", "malformed file path"],
    ["nul", "disallowed as path element component on Windows"],
    ["sub/cue.mod/module.cue", "cue.mod not in module root directory"],
    ["CUE.mod/x.cue", "case-insensitive file name collision"],
    ["cue.mod/local-module.cue", "never part of a published module"],
    ["cue.mod/Module.cue", "case-insensitive file name collision"],
  ])("entry %j is refused", (name, why) => expect(reason(writeZip([moduleFile, file(name)]))).toContain(why));

  test("two names that differ in case only", () => {
    expect(reason(writeZip([moduleFile, file("a/X.cue"), file("A/y.cue")]))).toBe(
      'A/y.cue: case-insensitive file name collision: "a" and "A"',
    );
    expect(reason(writeZip([moduleFile, file("s.cue"), file("ſ.cue")]))).toContain(
      "case-insensitive file name collision",
    );
    expect(reason(writeZip([moduleFile, file("a"), file("a/b")]))).toContain(
      'entry "a" is both a file and a directory',
    );
    expect(reason(writeZip([moduleFile, file("a"), file("a")]))).toContain('multiple entries for file "a"');
  });

  test("a symbolic link is refused", () => {
    const zip = patchCentral(writeZip([moduleFile, file("link", "/etc/passwd")]), 1, 4, [20, 3]);
    expect(reason(patchCentral(zip, 1, 38, [0, 0, 0xff, 0xa1]))).toBe("link: not a regular file");
  });

  test("content longer than declared never unfolds", () => {
    const bomb = writeZip([moduleFile, { name: "bomb", content: new Uint8Array(1 << 20) }], deflate);
    expect(reason(patchCentral(bomb, 1, 24, [10, 0, 0, 0]))).toContain("is larger than declared size (10 bytes)");
    expect(reason(patchCentral(bomb, 1, 24, [0xff, 0xff, 0xff, 0x7f]))).toContain(
      "total uncompressed size of module contents too large",
    );
  });

  test("damage is found", () => {
    const zip = writeZip([moduleFile, file("x", "content")]);
    expect(reason(patchCentral(zip, 1, 16, [1, 2, 3, 4]))).toBe("zip: checksum error in x");
    expect(reason(patchCentral(zip, 1, 42, [0xff, 0xff, 0, 0]))).toBe("zip: bad header of x");
    expect(reason(patchCentral(zip, 1, 8, [1]))).toBe("zip: encrypted entries are not supported");
    for (let n = 0; n < zip.length; n++) expect(openZip(zip.subarray(0, n)).ok).toBe(false);
  });

  test("an archive needs a module file", () => {
    expect(reason(writeZip([file("a.cue")]))).toBe("no cue.mod/module.cue file found");
    expect(makeModuleArchive([file("a.cue")]).ok).toBe(false);
  });

  test("publishing leaves out what is no part of a module", () => {
    const names = [
      "cue.mod/local-module.cue",
      ".git/config",
      "nested/cue.mod/module.cue",
      "nested/x.cue",
      "cue.mod/vendor/x.cue",
      "keep.cue",
    ];
    const zip = makeModuleArchive([moduleFile, ...names.map((n) => file(n))]);
    const r = zip.ok ? readModuleArchive(zip.value, inflate) : zip;
    expect(r.ok && r.value.map((f) => f.name)).toEqual(["cue.mod/module.cue", "keep.cue"]);
  });
});
