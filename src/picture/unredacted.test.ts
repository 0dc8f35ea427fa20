import fc from "fast-check";
import { expect, test } from "vitest";
import { unredacted } from "./unredacted.ts";

const blot = (text: string): string => text.replaceAll(/secret\d/g, "***");

test("an edit beside a secret is carried over, one of its own line is refused", () => {
  const real = 'a: 1\nkey: "secret1"\nb: 2\n';
  const shown = blot(real);
  expect(unredacted(real, shown, shown.replace("b: 2", "b: 3"))).toBe('a: 1\nkey: "secret1"\nb: 3\n');
  expect(unredacted(real, shown, shown.replace('"***"', '"other"'))).toBeUndefined();
  expect(unredacted(real, shown, `${shown}c: 4\n`)).toBe(`${real}c: 4\n`);
});

// PAGE-5, SEC-7: whatever is edited, lines that stay are the real ones, and the edit shows as it was made.
test("what is carried over looks as it was edited, once its secrets are cut out again", () => {
  const line = fc.constantFrom("a", "b", "", "k: secret1", "k: secret2", "c");
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.tuple(fc.nat(12), fc.constantFrom("x", "y", ""))), (lines, edits) => {
      const real = lines.join("\n");
      const shown = blot(real);
      const edited = shown.split("\n");
      for (const [at, text] of edits) edited.splice(at % (edited.length + 1), 1, text);
      const found = unredacted(real, shown, edited.join("\n"));
      if (found !== undefined) expect(blot(found)).toBe(edited.join("\n"));
    }),
  );
});
