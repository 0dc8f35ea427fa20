// The rows of want/values.jsonl: what our engine says of every node of an instance.
import type { Workspace } from "./engine.ts";
import { toText } from "../src/cue/number/index.ts";
import {
  bottomOf,
  defaultVertex,
  nodeBehind,
  isClosedList,
  isClosedStruct,
  isConcrete,
  kindOf,
} from "../src/cue/eval/index.ts";
import type { Engine } from "../src/cue/eval/index.ts";
import { MemoryFiles, loadInstancesSync } from "../src/cue/load/index.ts";
import type { Instance } from "../src/cue/load/index.ts";
import { Meter, defaultLimits } from "../src/cue/meter/index.ts";
import { errorText, failureItems, failurePath, failurePositions } from "../src/cue/message/index.ts";
import { flattenFault } from "../src/cue/module/index.ts";
import type { Fault } from "../src/cue/module/index.ts";
import type { ProgramRuntime } from "../src/cue/program/index.ts";
import {
  ArcType,
  BottomKind,
  BytesKind,
  ListKind,
  NoLabel,
  StructKind,
  Tag,
  errorCodeName,
  isIntLabel,
  isLetLabel,
  isRegularLabel,
  kindString,
  labelIndex,
} from "../src/cue/value/index.ts";
import type { CueFailure, LabelTable, Value, Vertex } from "../src/cue/value/index.ts";

export interface Row {
  path: string;
  arc?: string;
  kind?: string;
  status: string;
  own?: boolean;
  closed?: boolean;
  len?: number;
  json?: unknown;
  cue?: string;
  msg?: string;
  pos?: string[];
}

/** A value as source; the exporter provides it. */
export type SourceText = (v: Vertex, engine: Engine) => string;

const folder = "/w";
const maxRows = 20_000;
const maxDepth = 60;

/** Loads the arguments of a workspace as one instance, evaluates it and describes every node. */
export function workspaceRows(workspace: Workspace, runtime: ProgramRuntime, sourceText?: SourceText): Row[] {
  const files = new MemoryFiles([...workspace.files].map(([name, data]) => [`${folder}/${name}`, data] as const));
  const { instances } = loadInstancesSync(workspace.args, { files, cwd: folder, moduleRoot: folder });
  if (instances.length !== 1) return [{ path: "", status: "load", msg: `${instances.length} instances` }];
  return instanceRows(instances[0] as Instance, runtime, folder, sourceText);
}

/** Rows of a loaded instance, sorted by path. File names are printed relative to the folder. */
export function instanceRows(instance: Instance, runtime: ProgramRuntime, dir: string, sourceText?: SourceText): Row[] {
  const relative = (name: string): string => (name.startsWith(`${dir}/`) ? name.slice(dir.length + 1) : name);
  if (instance.errors.length > 0) return faultRows(instance.errors, relative);
  const { errors } = runtime.compile(instance);
  const walker = new RowWalker(runtime, relative, sourceText);
  if (errors.length > 0) return errors.flatMap((e) => walker.failures(e));
  if (instance.injectErrors.length > 0) return faultRows(instance.injectErrors, relative);
  const root = runtime.root(instance);
  walker.engine.finalize(root);
  const bottom = bottomOf(root);
  if (bottom !== null && nodeBehind(root).arcs.length === 0) return walker.failures(bottom.err);
  walker.walk("", ArcType.Member, root, 0);
  return walker.rows.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

function faultRows(faults: readonly Fault[], relative: (name: string) => string): Row[] {
  return faults.flatMap(flattenFault).map((f) => {
    const pos = f.positions.map((p) => `${relative(p.file)}:${p.line}:${p.column}`);
    // This error alone names its place in its own text.
    const msg = f.message.replace(/^(?:import failed: )(?=imports are unavailable)/, `$&${pos[0]}: `);
    return { path: f.path.join("."), status: "load", own: true, msg, pos };
  });
}

class RowWalker {
  readonly rows: Row[] = [];
  readonly engine: Engine;
  readonly #labels: LabelTable;
  readonly #relative: (name: string) => string;
  readonly #sourceText: SourceText | undefined;
  readonly #seen = new Set<string>();

  constructor(runtime: ProgramRuntime, relative: (name: string) => string, sourceText: SourceText | undefined) {
    // Not those that a command has set in this process.
    this.engine = runtime.engine(new Meter(defaultLimits));
    this.#labels = runtime.labels;
    this.#relative = relative;
    this.#sourceText = sourceText;
  }

  /** Rows of an instance that cannot be evaluated. */
  failures(f: CueFailure): Row[] {
    return failureItems(f).map((x) => ({
      path: (failurePath(x, this.#labels) ?? []).join("."),
      status: "load",
      own: true,
      msg: this.#message(x),
      pos: this.#positions(x),
    }));
  }

  #message(f: CueFailure): string {
    return errorText(f, { labels: this.#labels, fileName: this.#relative });
  }

  #positions(f: CueFailure): string[] {
    return failurePositions(f).map((s) => {
      const { line, column } = s.file.lines.at(s.offset);
      return `${this.#relative(s.file.name)}:${line}:${column}`;
    });
  }

  walk(path: string, arc: ArcType, v: Vertex, depth: number): void {
    if (this.rows.length >= maxRows || depth > maxDepth) return;
    this.engine.finalize(v);
    const x = nodeBehind(v);
    const kind = kindOf(v);
    const row: Row = { path, kind: kindString(kind), status: "ok" };
    if (arc === ArcType.Optional) row.arc = "?";
    if (arc === ArcType.Required) row.arc = "!";
    const bottom = bottomOf(x);
    if (bottom !== null) {
      row.status = errorCodeName(bottom.code);
      if (!bottom.childError) {
        row.own = true;
        row.msg = this.#message(bottom.err);
        const pos = this.#positions(bottom.err);
        if (pos.length > 0) row.pos = pos;
      }
    }
    const isDisjunction = x.base?.tag === Tag.Disjunction;
    const composite = !isDisjunction && (kind === StructKind || kind === ListKind || x.arcs.length > 0);
    if (composite) {
      row.len = x.arcs.filter((a) => isRegularLabel(a.label) && a.arcType === ArcType.Member).length;
      if (kind === StructKind ? isClosedStruct(x) : kind === ListKind && isClosedList(x)) row.closed = true;
    } else if (bottom === null) this.#scalar(row, v, x);
    this.rows.push(row);
    for (const a of x.arcs.slice()) {
      if (isLetLabel(a.label) || a.arcType === ArcType.Pending || a.arcType === ArcType.NotPresent) continue;
      const name = isIntLabel(a.label)
        ? `[${labelIndex(a.label)}]`
        : a.label === NoLabel
          ? "_"
          : this.#labels.selector(a.label);
      const below = path === "" || isIntLabel(a.label) ? path + name : `${path}.${name}`;
      if (this.#seen.has(below)) continue;
      this.#seen.add(below);
      this.walk(below, a.arcType, a, depth + 1);
    }
  }

  /** A concrete scalar as JSON, with its default taken; what is more than that, as source. */
  #scalar(row: Row, v: Vertex, x: Vertex): void {
    const d = defaultVertex(x);
    const hasDefault = d !== x;
    const concrete = isConcrete(nodeBehind(d));
    const kind = concrete ? kindOf(d) : BottomKind;
    if (concrete && kind !== StructKind && kind !== ListKind) {
      const json = scalarJson(nodeBehind(d).base as Value);
      if (json !== undefined) row.json = json;
    }
    if (this.#sourceText === undefined) return;
    const text = this.#sourceText;
    if (
      row.json === undefined ||
      (hasDefault && (!isConcrete(nodeBehind(v)) || text(v, this.engine) !== text(d, this.engine)))
    ) {
      row.cue = text(v, this.engine);
    }
    if (isConcrete(nodeBehind(v)) && kindOf(v) === BytesKind) row.cue = text(d, this.engine);
  }
}

function scalarJson(v: Value): unknown {
  switch (v.tag) {
    case Tag.Null:
      return null;
    case Tag.Bool:
      return v.b;
    case Tag.String:
      return v.s;
    case Tag.Bytes:
      return Buffer.from(v.b).toString("base64");
    case Tag.Num:
      // What JavaScript cannot hold is compared as what JavaScript makes of it, on both sides.
      return Number(toText(v.x));
    default:
      return undefined;
  }
}
