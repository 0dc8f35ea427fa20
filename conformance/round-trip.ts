// Source made from a value means the same: for every archive without errors, each top-level field is written as source
// that stands alone, evaluated again, and compared row by row.
//   node tool/run.mjs conformance/round-trip.ts [FOLDER] [--list] [--show]
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { selfContainedSyntax, valueText } from "../src/cue/export/index.ts";
import { bottomOf, nodeBehind, isListVertex } from "../src/cue/eval/index.ts";
import type { Engine } from "../src/cue/eval/index.ts";
import { MemoryFiles, loadInstancesSync } from "../src/cue/load/index.ts";
import { ProgramRuntime } from "../src/cue/program/index.ts";
import { format } from "../src/cue/syntax/index.ts";
import { ArcType, Tag, isIntLabel, isStringLabel } from "../src/cue/value/index.ts";
import type { Vertex } from "../src/cue/value/index.ts";
import { corpusFolder } from "./corpus.ts";
import { filesUnder } from "./files-under.ts";
import { workspaceRows } from "./rows.ts";
import type { Row } from "./rows.ts";
import { parseArchive } from "./txtar.ts";

const args = process.argv.slice(2);
const folder = args.find((a) => !a.startsWith("--")) ?? `${corpusFolder(process.cwd()) ?? "."}/cue`;
const fieldsPerArchive = 20;

let same = 0;
let all = 0;
for (const file of filesUnder(folder, ".txtar")) {
  const files = new Map(
    parseArchive(readFileSync(file))
      .files.filter(({ name }) => !name.startsWith("want/"))
      .map(({ name, data }) => [name, data] as const),
  );
  const inputs = [...files.keys()].filter((name) => !name.includes("/") && name.endsWith(".cue"));
  if (args.includes("--show")) console.log(`=== ${relative(folder, file)}`);
  for (const [name, equal] of roundTrips(files, inputs)) {
    all++;
    if (equal) same++;
    else if (args.includes("--list")) console.log(`${relative(folder, file)}\t${name}`);
  }
}
console.log(
  `${same} of ${all} fields mean the same when they are written as source (${((100 * same) / all).toFixed(1)} %)`,
);

/** Each field that could be tried, and whether its source means the same. */
function* roundTrips(files: ReadonlyMap<string, Uint8Array>, inputs: readonly string[]): Generator<[string, boolean]> {
  if (inputs.length === 0) return;
  const disk = new MemoryFiles([...files].map(([name, data]) => [`/w/${name}`, data] as const));
  const { instances, errors } = loadInstancesSync(inputs, { files: disk, cwd: "/w", moduleRoot: "/w" });
  const instance = instances[0];
  if (errors.length > 0 || instance === undefined) return;
  const runtime = new ProgramRuntime();
  if (runtime.compile(instance).errors.length > 0) return;
  const engine = runtime.engine();
  const root = runtime.root(instance);
  engine.finalize(root);
  if (bottomOf(root) !== null) return;
  const rows = workspaceRows({ files, args: inputs }, new ProgramRuntime());
  // It cannot be loaded there: files to embed, tags that are missing.
  if (rows.length < 2) return;
  let tried = 0;
  for (const arc of nodeBehind(root).arcs) {
    if (arc.arcType !== ArcType.Member || !isStringLabel(arc.label) || tried++ >= fieldsPerArchive) continue;
    const name = runtime.labels.selector(arc.label);
    const text = format(selfContainedSyntax(arc, engine, { packagePath: instance.id || "_" }));
    const source = new Map([["x.cue", new TextEncoder().encode(text)]]);
    const again = workspaceRows({ files: source, args: ["x.cue"] }, new ProgramRuntime());
    const want = summary(rowsBelow(rows, name));
    const got = summary(again.filter((r) => !isAddition(r, want)));
    const value = shape(arc, engine);
    const isSame = want === got && value === shapeOf(source);
    if (!isSame && args.includes("--show")) show(name, text, [want, got], [value, shapeOf(source)]);
    yield [name, isSame];
  }
}

function show(name: string, source: string, rows: readonly [string, string], texts: readonly [string, string]): void {
  console.log(`--- ${name}\n${source}`);
  const [want, got] = rows.map((r) => r.split("\n")) as [string[], string[]];
  for (const row of want) if (!got.includes(row)) console.log(`- ${row}`);
  for (const row of got) if (!want.includes(row)) console.log(`+ ${row}`);
  if (texts[0] !== texts[1]) console.log(`- ${texts[0]}\n+ ${texts[1]}`);
}

/**
 * A value in one text: its fields in their order. What is incomplete is not shown by its expression, which has other
 * names in another place.
 */
function shape(v: Vertex, engine: Engine): string {
  const x = nodeBehind(v);
  const bottom = bottomOf(x);
  if (bottom !== null) return bottom.isIncomplete ? "incomplete" : "wrong";
  if (isListVertex(x)) return `[${x.arcs.flatMap((a) => (isIntLabel(a.label) ? [shape(a, engine)] : [])).join(", ")}]`;
  if (x.base?.tag !== Tag.StructMarker) return valueText(v, engine);
  const arcs = engine.runtime.orderedArcs(x).filter((a) => a.arcType === ArcType.Member && isStringLabel(a.label));
  return `{\n${arcs.map((a) => `${engine.runtime.labels.selector(a.label)}: ${shape(a, engine)}\n`).join("")}}`;
}

/** The whole value of a program. */
function shapeOf(files: ReadonlyMap<string, Uint8Array>): string {
  const disk = new MemoryFiles([...files].map(([name, data]) => [`/w/${name}`, data] as const));
  const { instances } = loadInstancesSync(["x.cue"], { files: disk, cwd: "/w", moduleRoot: "/w" });
  const runtime = new ProgramRuntime();
  const engine = runtime.engine();
  const root = runtime.root(instances[0] as (typeof instances)[number]);
  engine.finalize(root);
  return shape(root, engine);
}

function rowsBelow(rows: readonly Row[], name: string): Row[] {
  return rows
    .filter(({ path }) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`))
    .map((r) => ({ ...r, path: r.path.slice(name.length).replace(/^\./, "") }));
}

/** Helpers that the source needs at its top, and hidden fields of other packages, are no part of the value. */
function isAddition({ path }: Row, want: string): boolean {
  return /^_#def|(?:^|\.)_#?\w+_\d+(?:\.|$)/.test(path) && !want.includes(JSON.stringify(path));
}

/** The root of a file is a struct to rows even where it is a scalar; its text tells what it is. */
function summary(rows: readonly Row[]): string {
  return rows
    .map(({ path, arc, status, len, json }) =>
      JSON.stringify(path === "" ? [status] : [path, arc ?? "", status, len ?? -1, json ?? null]),
    )
    .toSorted()
    .join("\n");
}
