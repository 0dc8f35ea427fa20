import { describe, expect, test } from "vitest";
import { reasonDiagnostic } from "../cue/index.ts";
import type { Diagnostic, Reason, ReasonKind } from "../source/index.ts";
import { metadataErrors } from "./metadata-errors.ts";

const error = (path: string, kind: ReasonKind, args: Reason["args"] = {}): Diagnostic => ({
  ...reasonDiagnostic(kind, args),
  path,
});

describe("PIPE-5: mistakes in metadata", () => {
  test("are told once, with the form that was expected", () => {
    const told = metadataErrors(
      [
        error("metadata.name", "bound", { value: '"My App"' }),
        error("metadata.fqn", "bound", { value: '"example.com/x@v0#My App"' }),
        error("metadata.name", "bound", { value: '"My App"', within: "interpolation" }),
        error('metadata.labels."module.opmodel.dev/uuid".metadata.fqn', "bound"),
      ],
      [],
    );
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ path: "metadata.name", hint: expect.stringContaining("my-app") });
  });

  test("several causes are all told", () => {
    const told = metadataErrors(
      [
        error("metadata.version", "missing"),
        error("metadata.uuid", "missing", { field: "version", within: "interpolation" }),
        error("metadata.labels.stage", "conflict"),
      ],
      [],
    );
    expect(told.map((d) => d.path)).toEqual(["metadata.version", "metadata.labels.stage"]);
    expect(told[0]!.hint).toContain('metadata: version: "0.1.0"');
  });

  test("what has no other cause is told as it is", () => {
    const told = metadataErrors([error("metadata._definitionName", "operand"), error("metadata.fqn", "bound")], []);
    expect(told).toMatchObject([{ path: "metadata._definitionName", hint: expect.stringContaining("two dashes") }]);
  });
});
