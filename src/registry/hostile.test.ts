import { deflateRawSync, inflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readModuleArchive } from "./module-archive.ts";
import { parseChallenge } from "./auth.ts";
import { Reach } from "./reach.ts";
import { parseRoutes } from "./route.ts";
import { writeZip } from "./zip-write.ts";

const inflate = (data: Uint8Array, limit: number): Uint8Array =>
  inflateRawSync(data, { maxOutputLength: Math.max(1, limit) });
const content = new TextEncoder().encode('module: "ex.com/m@v0"\n'.repeat(20));
const base = writeZip(
  [
    { name: "cue.mod/module.cue", content },
    { name: "a/b.cue", content },
  ],
  (d) => deflateRawSync(d),
);

describe("input from outside never throws", () => {
  test("archives with bytes changed", () => {
    const change = fc.tuple(fc.nat(base.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        const zip = base.slice();
        for (const [at, value] of changes) zip[at] = value;
        const r = readModuleArchive(zip, inflate);
        // Whatever was accepted has only names that stay inside.
        const names = r.ok ? r.value.map((f) => f.name) : [];
        expect(names.filter((n) => /(^|\/)\.\.?(\/|$)|^\//.test(n))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  test("any bytes, headers and settings", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (b) => void readModuleArchive(b, inflate)));
    fc.assert(fc.property(fc.string(), (s) => void parseChallenge(s)));
    fc.assert(fc.property(fc.string(), (s) => void parseRoutes(s)));
  });

  test("hosts that no address can have own nothing", () => {
    for (const host of ["v0.1.0", "a.com:99999", "[", "a b", "", "1.2.3.4.5"])
      expect(new Reach(host, false).origin).toBe("");
    fc.assert(fc.property(fc.string(), fc.boolean(), (host, insecure) => void new Reach(host, insecure)));
    expect(new Reach("", true).isOwn(new URL("data:x"))).toBe(false);
  });
});
