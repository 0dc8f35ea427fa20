import { expect, test } from "vitest";
import { literalTexts, withoutComputed } from "./unknown-texts.ts";

const text = 'host: "a.example"\npw: value: "Cn6f4iruE78xP8PT"\nport: int & =~"^[0-9]+$"\n"x-y": "k-\\(host)-z"\n';
const written = {
  literals: new Set(literalTexts({ name: "v.cue", text })),
  files: [text],
  common: ['#Name: =~"^[a-z]+$"'],
};

test.each([
  ['"a.example"', '"a.example"'],
  ['"host" and "port"', '"host" and "port"'],
  ['out of bound =~"^[0-9]+$"', 'out of bound =~"^[0-9]+$"'],
  ['=~"^[a-z]+$"', '=~"^[a-z]+$"'],
  ['"x-y"', '"x-y"'],
  // What is cut out of a literal, or put together, was computed.
  ['"4iruE78x"', '"***"'],
  ['"example"', '"***"'],
  ['"k-a.example-z" & "other"', '"***" & "***"'],
])("what nobody wrote is hidden in %s", (said, shown) => {
  expect(withoutComputed(said, written)).toBe(shown);
});
