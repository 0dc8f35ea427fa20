import { format } from "../syntax/index.ts";
import { DeferredFailures, NoLabel, WrappedFailure, kindString } from "../value/index.ts";
import type { CueFailure, Failure, LabelTable, MessageArg, Node, Src, Vertex } from "../value/index.ts";
import { NodePrinter } from "./node-text.ts";
import { comparePlaces, hasPlace, placeText, samePlace } from "./position.ts";

export interface TextOptions {
  readonly labels: LabelTable;
  /** File names in texts are printed relative to it; "" leaves them as they are. */
  readonly cwd?: string;
  /** Another way to print file names. */
  readonly fileName?: (name: string) => string;
}

/** A node in one line, as messages quote it. */
export function nodeText(node: Node, labels: LabelTable): string {
  return print(node, { labels }, []);
}

function print(node: Node, o: TextOptions, stack: readonly Vertex[]): string {
  return new NodePrinter(o.labels, (b, inner) => pathAndMessage(b.err, o, inner), stack).print(node);
}

/** The path of an error's vertex, without inline vertices: they have no place in the data. */
export function vertexPath(v: Vertex, labels: LabelTable): string[] {
  const out: string[] = [];
  for (let x: Vertex | null = v; x !== null && x.parent !== null; x = x.parent) {
    if (x.label !== NoLabel && x.parent.base !== x) out.push(labels.selector(x.label));
  }
  return out.reverse();
}

/** The path of an error; null if it has none. */
export function failurePath(f: CueFailure, labels: LabelTable): readonly string[] | null {
  switch (f.sort) {
    case "message":
      return messagePath(f, labels);
    case "wrapped":
      return failurePath(f.outer, labels) ?? failurePath(f.inner, labels);
    case "list":
      return f.items[0] === undefined ? null : failurePath(f.items[0], labels);
  }
}

function messagePath(f: Failure, labels: LabelTable): readonly string[] | null {
  if (f.path !== null) return f.path;
  const alt = f.altPath;
  if (alt !== null && alt.length > 0) {
    const path = vertexPath(alt[0] as Vertex, labels);
    for (let i = 1; i < alt.length; i++) {
      const { label } = alt[i] as Vertex;
      if (label !== NoLabel) path.push(labels.selector(label));
    }
    if (path.length > 0) return path;
  }
  if (f.vertex === null) return null;
  const path = vertexPath(f.vertex, labels);
  return path.length === 0 ? null : path;
}

/** The message alone, its arguments filled in. */
function messageText(f: Failure, o: TextOptions, stack: readonly Vertex[]): string {
  const { format, args } = f;
  let at = format.indexOf("%");
  if (at < 0) return format;
  let out = "";
  let from = 0;
  for (let i = 0; at >= 0 && i < args.length; i++) {
    out += format.slice(from, at) + argText(args[i] as MessageArg, o, stack);
    from = at + 1;
    at = format.indexOf("%", from);
  }
  return out + format.slice(from);
}

export function argText(arg: MessageArg, o: TextOptions, stack: readonly Vertex[]): string {
  if (typeof arg === "string") return arg;
  if (typeof arg === "number") return String(arg);
  if ("node" in arg) return print(arg.node, o, stack);
  if ("kind" in arg) return kindString(arg.kind);
  if ("label" in arg) return o.labels.selector(arg.label);
  if ("error" in arg) return errorText(arg.error.err, o, stack);
  if ("place" in arg) return placeText(arg.place, o.cwd ?? "", o.fileName);
  if ("path" in arg) return vertexPath(arg.path, o.labels).join(".");
  return sourceText(arg.source);
}

/** The single errors, each once. A list wrapped in a message is a list of wrapped messages. */
function itemsOf(f: CueFailure): readonly CueFailure[] {
  switch (f.sort) {
    case "message":
      return [f];
    case "list":
      return [...new Set([...new Set(f.items)].flatMap(itemsOf))];
    case "wrapped": {
      const inner = itemsOf(f.inner);
      return inner.length === 1 && inner[0] === f.inner ? [f] : inner.map((x) => new WrappedFailure(f.outer, x));
    }
  }
}

export { itemsOf as failureItems };

/** Text of an error as it prints itself: every part with its own path. */
export function errorText(f: CueFailure, o: TextOptions, stack: readonly Vertex[] = []): string {
  const items = itemsOf(f);
  const first = items[0];
  if (first === undefined) return "no errors";
  if (items.length > 1) return `${errorText(first, o, stack)} (and ${items.length - 1} more errors)`;
  // A list of one error prints it without its path.
  if (f instanceof DeferredFailures) return errorText(first, o, stack);
  if (f.sort === "list")
    return first.sort === "message" ? messageText(first, o, stack) : messageText(outermost(first), o, stack);
  if (first.sort !== "wrapped") return withPath(first as Failure, o, stack);
  const outer = errorText(first.outer, o, stack);
  const inner = errorText(first.inner, o, stack);
  return outer === "" ? inner : `${outer}: ${inner}`;
}

function outermost(f: CueFailure): Failure {
  return f.sort === "message" ? f : f.sort === "wrapped" ? f.outer : outermost(f.items[0] as CueFailure);
}

function withPath(f: Failure, o: TextOptions, stack: readonly Vertex[]): string {
  const text = messageText(f, o, stack);
  if (f.path !== null) {
    // Errors of the compiler begin with their place instead.
    if (hasPlace(f.pos)) return `${placeText(f.pos, o.cwd ?? "", o.fileName)}: ${text}`;
    return f.path.length === 0 ? text : `${f.path.join(".")}: ${text}`;
  }
  const path = messagePath(f, o.labels);
  return path === null ? text : `${path.join(".")}: ${text}`;
}

/** The messages of an error from the outermost to the innermost, without paths. */
export function chainText(f: CueFailure, o: TextOptions, stack: readonly Vertex[] = []): string {
  switch (f.sort) {
    case "message":
      return messageText(f, o, stack);
    case "wrapped": {
      const outer = messageText(f.outer, o, stack);
      const inner = chainText(f.inner, o, stack);
      return outer === "" ? inner : `${outer}: ${inner}`;
    }
    case "list": {
      const items = itemsOf(f);
      const first = items[0];
      if (first === undefined) return "no errors";
      if (items.length === 1) return messageText(outermost(first), o, stack);
      return `${chainText(first, o, stack)} (and ${items.length - 1} more errors)`;
    }
  }
}

/** The first path of an error, then all its messages: the way the command line prints it. */
function pathAndMessage(f: CueFailure, o: TextOptions, stack: readonly Vertex[]): string {
  const path = failurePath(f, o.labels);
  const text = chainText(f, o, stack);
  return path === null || path.length === 0 ? text : `${path.join(".")}: ${text}`;
}

/** Path and text of an error as the command line shows them. */
export function failureText(
  f: CueFailure,
  o: TextOptions,
): { readonly path: readonly string[]; readonly message: string } {
  return { path: failurePath(f, o.labels) ?? [], message: chainText(f, o) };
}

/** Where an error is shown, if one place is better than the others. */
export function primaryPosition(f: CueFailure): Src | null {
  switch (f.sort) {
    case "message":
      return hasPlace(f.pos) ? f.pos : null;
    case "wrapped":
      return primaryPosition(f.outer) ?? primaryPosition(f.inner);
    case "list":
      return f.items[0] === undefined ? null : primaryPosition(f.items[0]);
  }
}

function inputPositions(f: CueFailure): readonly Src[] {
  switch (f.sort) {
    case "message":
      return f.inputs;
    case "wrapped":
      return [...f.outer.inputs, ...failurePositions(f.inner)];
    case "list":
      return f.items[0] === undefined ? [] : inputPositions(f.items[0]);
  }
}

/** All positions of an error: the primary one, then the others by file and offset, each once. */
export function failurePositions(f: CueFailure): Src[] {
  const primary = primaryPosition(f);
  const others = inputPositions(f)
    .filter((s) => hasPlace(s) && !samePlace(s, primary))
    .toSorted(comparePlaces);
  const out = primary === null ? [] : [primary];
  for (const s of others) if (!samePlace(s, out.at(-1) ?? null)) out.push(s);
  return out;
}

/** Source as the formatter prints it. */
function sourceText(src: Src): string {
  const { node } = src;
  if (node === null) return "";
  switch (node.kind) {
    case "ForClause":
    case "IfClause":
    case "TryClause":
    case "FallbackClause":
    case "ImportSpec":
    case "PostfixAlias":
      return src.file.text.slice(node.pos, node.end);
    default:
      return format(node).trimEnd();
  }
}
