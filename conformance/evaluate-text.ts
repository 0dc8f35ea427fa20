// A CUE text evaluated, for tests of the evaluator: what each node is, in a line, and the work it took.
import { Wholly } from "../src/cue/eval/index.ts";
import type { Counters, Engine } from "../src/cue/eval/index.ts";
import { valueText } from "../src/cue/export/index.ts";
import { MemoryFiles, emptyInstance } from "../src/cue/load/index.ts";
import { Meter } from "../src/cue/meter/index.ts";
import type { MeterLimits } from "../src/cue/meter/index.ts";
import { ProgramRuntime } from "../src/cue/program/index.ts";
import { parseFile } from "../src/cue/syntax/index.ts";
import type { Vertex } from "../src/cue/value/index.ts";
import { SourceFile } from "../src/source/index.ts";
import { workspaceRows } from "./rows.ts";
import type { Row } from "./rows.ts";

/** Every node by its path: JSON, source, `{…n}` or `[…n]` with the count of fields, or the error with its code. */
export function nodesOf(text: string): Readonly<Record<string, string>> {
  const files = new Map([["in.cue", new TextEncoder().encode(text)]]);
  const rows = workspaceRows({ files, args: ["in.cue"] }, new ProgramRuntime(), (v, e) => valueText(v, e));
  return Object.fromEntries(rows.map((row) => [(row.arc ?? "") + row.path, describe(row)]));
}

function describe(row: Row): string {
  if (row.own) return `${row.status}: ${row.msg}`;
  if (row.cue !== undefined) return row.cue.replace(/\s+/g, " ");
  if (row.json !== undefined) return JSON.stringify(row.json);
  const open = row.closed ? "" : "…";
  const shape = row.kind === "list" ? `[${row.len}${open}]` : `{${row.len}${open}}`;
  return row.status === "ok" ? shape : row.status;
}

export interface Evaluation {
  readonly runtime: ProgramRuntime;
  readonly engine: Engine;
  readonly root: Vertex;
}

/** The root of a program that is not evaluated yet. */
export function programOf(text: string, limits?: Partial<MeterLimits>): Evaluation {
  const source = new SourceFile("in.cue", text);
  const { file, errors } = parseFile(source);
  const runtime = new ProgramRuntime();
  const instance = {
    ...emptyInstance(new MemoryFiles([])),
    id: "in",
    files: [{ path: "in.cue", source, syntax: file }],
  };
  const mistakes = [...errors, ...runtime.compile(instance).errors];
  if (mistakes.length > 0) throw new Error("the text of a test does not compile");
  return { runtime, engine: runtime.engine(new Meter(limits)), root: runtime.root(instance) };
}

/** The field of a vertex that is evaluated, by name. */
export function fieldOf({ runtime }: Evaluation, vertex: Vertex, name: string): Vertex {
  const field = vertex.arc(runtime.labels.string(name));
  if (field === null) throw new Error(`there is no field ${name}`);
  return field;
}

/** The work that evaluating all of a program takes. */
export function countersOf(text: string): Counters {
  const { engine, root } = programOf(text);
  engine.unify(root, Wholly);
  return engine.counters;
}
