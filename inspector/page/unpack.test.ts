import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { packLzma } from "../../tool/lzma.mjs";
import { unpack } from "./unpack.js";

function same(data: Uint8Array): void {
  expect(Buffer.compare(unpack(packLzma(data), data.length), data)).toBe(0);
}

// PAGE-2: what the page unpacks is what was packed, whatever it is.
test("any bytes", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 2000 }), same), { numRuns: 200 });
});

test("bytes that repeat themselves, near and far", () => {
  const piece = fc.uint8Array({ minLength: 1, maxLength: 40 });
  const text = fc.tuple(fc.array(piece, { minLength: 1, maxLength: 6 }), fc.array(fc.nat(5), { maxLength: 300 }));
  fc.assert(
    fc.property(text, ([pieces, order]) =>
      same(Uint8Array.from(order.flatMap((i) => [...pieces[i % pieces.length]!]))),
    ),
    { numRuns: 200 },
  );
});

test("nothing, one byte, long runs", () => {
  for (const data of [new Uint8Array(), new Uint8Array([7]), new Uint8Array(5000), new Uint8Array(70_000).fill(255)])
    same(data);
});

test("a text as the page has it, smaller than a third", () => {
  const text = new Uint8Array(readFileSync(join(import.meta.dirname, "style.css")));
  same(text);
  expect(packLzma(text).length).toBeLessThan(text.length / 3);
});
