import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../source/index.ts";
import { metadataErrors } from "./metadata-errors.ts";

const error = (path: string, message: string): Diagnostic => ({ severity: "error", path, message });

describe("PIPE-5: mistakes in metadata", () => {
  test("are told once, with the form that was expected", () => {
    const told = metadataErrors(
      [
        error("metadata.name", 'invalid value "My App" (out of bound =~"^[a-z]$")'),
        error("metadata.fqn", 'invalid value "example.com/x@v0#My App" (out of bound =~"^[a-z]$")'),
        error("metadata.name", 'invalid interpolation: invalid value "My App" (out of bound =~"^[a-z]$")'),
        error('metadata.labels."module.opmodel.dev/uuid".metadata.fqn', "invalid value"),
      ],
      [],
    );
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ path: "metadata.name", hint: expect.stringContaining("my-app") });
  });

  test("several causes are all told", () => {
    const told = metadataErrors(
      [
        error("metadata.version", "field is required but not present"),
        error("metadata.uuid", "invalid interpolation: required field missing: version"),
        error("metadata.labels.stage", "conflicting values"),
      ],
      [],
    );
    expect(told.map((d) => d.path)).toEqual(["metadata.version", "metadata.labels.stage"]);
    expect(told[0]!.hint).toContain('metadata: version: "0.1.0"');
  });

  test("what has no other cause is told as it is", () => {
    const told = metadataErrors(
      [error("metadata._definitionName", "index out of range"), error("metadata.fqn", "x")],
      [],
    );
    expect(told).toMatchObject([{ path: "metadata._definitionName", hint: expect.stringContaining("two dashes") }]);
  });
});
