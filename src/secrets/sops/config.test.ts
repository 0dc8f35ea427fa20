import { expect, test } from "vitest";
import { creationRule } from "./config.ts";

const config = `creation_rules:
  - path_regex: ^prod/.*\\.yaml$
    age: age1aaa, age1bbb
    encrypted_regex: ^(data|stringData)$
    mac_only_encrypted: true
  - path_regex: \\.json$
    age: [age1ccc]
  - key_groups:
      - age: [age1ddd]
`;
const rule = (path: string, text = config) => creationRule({ name: ".sops.yaml", text }, path);

test("the first rule that matches counts", () => {
  expect(rule("prod/a.yaml").value).toEqual({
    recipients: ["age1aaa", "age1bbb"],
    selector: { kind: "encrypted_regex", pattern: "^(data|stringData)$" },
    macOnlyEncrypted: true,
  });
  expect(rule("x/a.json").value!.recipients).toEqual(["age1ccc"]);
  expect(rule("other").value!.recipients).toEqual(["age1ddd"]);
});

test.each([
  ["creation_rules:\n  - path_regex: ^x$\n    age: age1a\n", "no creation rule matches a"],
  ["creation_rules:\n  - pgp: X\n", "the creation rule names no age recipient"],
  [
    "creation_rules:\n  - {age: age1a, encrypted_regex: a, encrypted_suffix: b}\n",
    "encrypted_suffix and encrypted_regex exclude each other",
  ],
  ["creation_rules:\n  - {age: age1a, path_regex: '['}\n", "path_regex is not a valid regular expression (RE2 syntax)"],
  ["a: 1\n", "there are no creation_rules"],
])("%j: %s", (text, message) => expect(rule("a", text).diagnostics.map((d) => d.message)).toEqual([message]));
