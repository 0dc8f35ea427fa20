import { decodeYaml, encodeYaml } from "../codec/index.ts";
import type { DecodeError } from "../codec/index.ts";
import { SourceFile } from "../../source/index.ts";
import { makeList } from "../syntax/index.ts";
import { Bottom, ErrorCode } from "../value/index.ts";
import type { BuiltinPackage, Call, CallResult, Value } from "../value/index.ts";
import { chargeData, yamlMarks } from "./charge.ts";
import { B, BOOL, definePackage, fn, S, schemaFn, T } from "./define.ts";
import { elementsOf } from "./encoding-csv.ts";
import { decodeUtf8 } from "./text/utf8.ts";

const text = (c: Call): string => chargeData(c.meter, decodeUtf8(c.bytes(0)), yamlMarks);

export function yamlPackage(): BuiltinPackage {
  return definePackage("encoding/yaml", {
    Marshal: fn([T], S, (c) => marshal(c, c.value(0))),
    MarshalStream: fn([T], S, (c) => {
      const list = elementsOf(c, c.value(0));
      if (list instanceof Bottom) return list;
      const out: string[] = [];
      for (const v of list) {
        const s = marshal(c, v);
        if (s instanceof Bottom) return s;
        out.push(s);
      }
      return out.join("---\n");
    }),
    Unmarshal: fn([B], T, (c) => {
      const d = decodeYaml(text(c));
      if (d.documents.length === 0) return c.fail(describe("", d.error!));
      if (d.error !== undefined) return c.fail(`expected a single YAML document: ${describe("", d.error)}`);
      if (d.documents.length > 1)
        return c.fail(`${place(text(c), d.documents[1]!.pos)}: expected a single YAML document`);
      return c.engine.compile(d.documents[0]!);
    }),
    UnmarshalStream: fn([B], T, (c) => {
      const d = decodeYaml(text(c));
      return d.error !== undefined ? c.fail(describe("", d.error)) : c.engine.compile(makeList(d.documents));
    }),
    Validate: schemaFn([B, T], BOOL, (c) => validate(c, "yaml.Validate", { concrete: true })),
    ValidatePartial: schemaFn([B, T], BOOL, (c) => validate(c, "yaml.ValidatePartial", {})),
  });
}

/** A mistake as go-yaml's users see it: file, line where known, reason. */
function describe(file: string, e: DecodeError): string {
  return e.line > 0 ? `${file}:${e.line}: ${e.message}` : `${file}: ${e.message}`;
}

function place(src: string, offset: number): string {
  const before = src.slice(0, Math.max(offset, 0)).split("\n");
  return `${before.length}:${new TextEncoder().encode(before[before.length - 1]).length + 1}`;
}

function marshal(c: Call, v: Value): string | Bottom {
  const problem = c.engine.concreteError(v);
  if (problem !== null) return problem;
  const r = encodeYaml(c.engine.syntax(v));
  return "error" in r ? c.fail(r.error) : r.text;
}

/** Every document of the stream must agree with the schema. */
function validate(c: Call, name: string, options: { concrete?: boolean }): CallResult {
  const source = new SourceFile(name, text(c));
  const d = decodeYaml(source.text);
  if (c.failed) return null;
  const schema = c.schema(1);
  for (const document of d.documents) {
    const both = c.engine.unify(c.engine.compile(document, source), schema);
    const problem = c.engine.validate(both, { ...options, all: true });
    // What is incomplete here will not be completed: the text is what it is.
    if (problem !== null) return new Bottom(problem.src, problem.err, ErrorCode.Eval, problem.node);
  }
  return d.error === undefined || c.fail(describe(name, d.error));
}
