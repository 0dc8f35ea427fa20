// `--set a.b=1` and its kin: the highest tier (VAL-1). Each flag is one assignment; a mistake points into the argument.
import { advise, hiding, tell } from "../source/index.ts";
import type { Diagnostic, Outcome, SourceText, Told } from "../source/index.ts";
import { merge } from "./merge.ts";
import { parsePath, pathText } from "./path.ts";
import type { Path } from "./path.ts";
import { listNode, placeOf, scalarNode, structNode } from "./value-tree.ts";
import type { Origin, ValueNode } from "./value-tree.ts";
import { VALUES_CODE } from "./values-code.ts";
import { hideValues, withoutValues } from "./without-values.ts";

/**
 * `--set` guesses the type, `--set-string` does not, `--set-json` reads JSON, `--set-file` takes a file's text, and
 * `--unset` takes a field away.
 */
export type SetKind = "set" | "set-string" | "set-json" | "set-file" | "unset";

export interface SetFlag {
  readonly kind: SetKind;
  /** The argument as typed: `a.b[0]=value`. */
  readonly argument: string;
  /** Which one of its kind on the command line, from 1; left out if it is the only one. */
  readonly number?: number;
}

/** What places call it: `--set`, or `--set#2` if there are several. */
function flagName({ kind, number }: SetFlag): string {
  return number === undefined ? `--${kind}` : `--${kind}#${number}`;
}

export interface SetHost {
  /** The text of a file of `--set-file`, or null if there is none. */
  readText(path: string): string | null;
  /** JSON (or the CUE that contains it) to a tree whose places point into `file`, which holds the value at `offset`. */
  readJson(file: SourceText, offset: number, origin: (start: number, end: number) => Origin): Outcome<ValueNode>;
}

export interface Assignment {
  /** It takes the field away, and `node` says nothing. */
  readonly unset?: boolean;
  readonly path: Path;
  readonly node: ValueNode;
  readonly origin: Origin;
}

export function readSetFlag(flag: SetFlag, host: SetHost): Outcome<Assignment> {
  const result = readFlag(flag, host);
  // An argument without `=` is no name and a value: all of it is hidden.
  const text = flag.argument.includes("=") ? flag.argument : flag.argument.replaceAll(":", ";");
  return { ...result, diagnostics: hideValues(result.diagnostics, { name: flagName(flag), text }) };
}

function readFlag(flag: SetFlag, host: SetHost): Outcome<Assignment> {
  const file: SourceText = { name: flagName(flag), text: flag.argument };
  const originAt = (start: number, end: number): Origin => ({ tier: "set", file, span: { start, end } });
  const fail = (told: Told, offset: number, hint?: string): Outcome<Assignment> => ({
    diagnostics: [
      {
        ...told,
        severity: "error",
        places: [{ file, span: { start: offset, end: offset + 1 } }],
        ...(hint && { hint }),
      },
    ],
  });
  if (flag.kind === "unset") return readUnset(flag.argument, fail, originAt);
  const parsed = parsePath(flag.argument, "=");
  if ("message" in parsed)
    return fail(
      tell(VALUES_CODE.badSet, "{problem}", { problem: parsed.message }),
      parsed.offset,
      advise(VALUES_CODE.badSet, "write --{kind} name.of.field=value", { kind: flag.kind }),
    );
  if (flag.argument[parsed.end] !== "=")
    return fail(
      tell(VALUES_CODE.badSet, "`=` and a value are expected"),
      parsed.end,
      advise(VALUES_CODE.badSet, "write --{kind} name.of.field=value", { kind: flag.kind }),
    );
  const start = parsed.end + 1;
  const text = flag.argument.slice(start);
  const origin = originAt(start, flag.argument.length);
  const done = (node: ValueNode): Outcome<Assignment> => ({
    value: { path: parsed.path, node, origin },
    diagnostics: [],
  });
  switch (flag.kind) {
    case "set-string":
      return done(scalarNode("string", text, origin));
    case "set-file": {
      const content = host.readText(text);
      if (content === null)
        return fail(
          tell(VALUES_CODE.noFile, "there is no file of that name"),
          start,
          advise(VALUES_CODE.noFile, "it is looked for from the current folder; --set-string takes the text itself"),
        );
      return done(
        scalarNode("string", content, {
          tier: "set",
          source: file.name,
          file: { name: text, text: content },
          span: { start: 0, end: content.length },
        }),
      );
    }
    case "set-json":
      return read(host, file, start, originAt, parsed.path, origin);
    case "set": {
      const list = helmList(text);
      if (list !== undefined)
        return fail(
          tell(VALUES_CODE.badSet, "braces hold fields here, and a list stands in brackets"),
          start,
          advise(VALUES_CODE.badSet, "write --set '{argument}{list}'", {
            argument: flag.argument.slice(0, start),
            list,
          }),
        );
      if (text === "null" || text === "true" || text === "false")
        return done(scalarNode(text === "null" ? "null" : "bool", text, origin));
      if (/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/.test(text))
        return done(scalarNode("number", text, origin));
      if (/^["[{]/.test(text)) return read(host, file, start, originAt, parsed.path, origin);
      const habit = helmHabit(text);
      return {
        ...done(scalarNode("string", text, origin)),
        diagnostics: habit === undefined ? [] : [habitWarning(file, start + habit.at, habit, flag.argument)],
      };
    }
  }
}

function readUnset(
  argument: string,
  fail: (told: Told, offset: number, hint?: string) => Outcome<Assignment>,
  originAt: (start: number, end: number) => Origin,
): Outcome<Assignment> {
  const parsed = parsePath(argument);
  if ("message" in parsed)
    return fail(
      tell(VALUES_CODE.badSet, "{problem}", { problem: parsed.message }),
      parsed.offset,
      advise(VALUES_CODE.badSet, "write --unset name.of.field"),
    );
  if (parsed.path.some((step) => typeof step === "number"))
    return fail(
      tell(VALUES_CODE.badSet, "elements of a list cannot be taken away"),
      0,
      advise(VALUES_CODE.badSet, "give the whole list: --set-json name='[…]'"),
    );
  const origin = originAt(0, argument.length);
  return { value: { path: parsed.path, node: structNode(new Map(), origin), origin, unset: true }, diagnostics: [] };
}

/** Helm writes a list as {a,b}: ours for it, without the values, which may be secrets. */
function helmList(text: string): string | undefined {
  const m = /^\{([^{}":]*)\}$/.exec(text);
  if (m === null || m[1]!.trim() === "") return undefined;
  const count = m[1]!.split(",").length;
  return count === 1 ? '["…"]' : '["…", "…"]';
}

interface Habit {
  readonly at: number;
  readonly kind: "assignment" | "comma";
}

/** `a=1,b=2` is two assignments in Helm, and `x\,y` a comma. Here a flag is one assignment, and its value is text. */
function helmHabit(text: string): Habit | undefined {
  const escaped = text.indexOf("\\,");
  if (escaped >= 0) return { at: escaped, kind: "comma" };
  const m = /,[A-Za-z_][\w.[\]-]*=/.exec(text);
  return m === null ? undefined : { at: m.index, kind: "assignment" };
}

function habitWarning(file: SourceText, offset: number, { kind }: Habit, argument: string): Diagnostic {
  const field = argument.slice(0, argument.indexOf("="));
  return {
    ...(kind === "comma"
      ? tell(
          VALUES_CODE.helmHabit,
          "the backslash before a comma is part of the value of {field}: a comma needs none here",
          { field },
        )
      : tell(
          VALUES_CODE.helmHabit,
          "everything behind = is the value of {field}: a comma begins no second assignment here",
          { field },
        )),
    severity: "warning",
    places: [{ file, span: { start: offset, end: offset + 1 } }],
    hint:
      kind === "comma"
        ? advise(VALUES_CODE.helmHabit, "leave the backslash out; --set-string says that it is meant")
        : advise(VALUES_CODE.helmHabit, "repeat --set for each field; --set-string says that the text is meant"),
  };
}

function read(
  host: SetHost,
  file: SourceText,
  start: number,
  originAt: (start: number, end: number) => Origin,
  path: Path,
  origin: Origin,
): Outcome<Assignment> {
  const result = host.readJson(file, start, originAt);
  if (result.value === undefined)
    return {
      diagnostics: result.diagnostics.map((d) => ({
        ...d,
        hint: d.hint ?? "use --set-string to give text that begins with a quote or bracket",
      })),
    };
  return { value: { path, node: result.value, origin }, diagnostics: result.diagnostics };
}

/** Puts the assignment over a tree. An index must name an element, or the place after the last one. */
export function assign(root: ValueNode | undefined, assignment: Assignment): Outcome<ValueNode> {
  const problem: { value?: Diagnostic } = {};
  const node = assignAt(root, assignment, 0, problem);
  return problem.value === undefined ? { value: node, diagnostics: [] } : { value: root, diagnostics: [problem.value] };
}

function assignAt(
  below: ValueNode | undefined,
  a: Assignment,
  depth: number,
  problem: { value?: Diagnostic },
): ValueNode {
  if (depth === a.path.length) return merge(below, a.node);
  const step = a.path[depth]!;
  if (typeof step === "string") {
    const inner = assignAt(below?.kind === "struct" ? below.fields.get(step) : undefined, a, depth + 1, problem);
    if (below?.kind === "struct") {
      const fields = new Map(below.fields);
      fields.set(step, inner);
      return { ...below, fields };
    }
    return merge(below, structNode(new Map([[step, inner]]), a.origin));
  }
  const list = below === undefined ? listNode([], a.origin) : below;
  const place = pathText(a.path.slice(0, depth));
  if (list.kind !== "list") {
    problem.value = indexProblem(tell(VALUES_CODE.badIndex, "{place} is not a list", { place }), a, below);
    return list;
  }
  if (step > list.items.length) {
    const count = list.items.length === 1 ? "1 element" : `${list.items.length} elements`;
    problem.value = indexProblem(
      tell(VALUES_CODE.badIndex, "{place} has {count}: index {step} would leave a gap", { place, count, step }),
      a,
      below,
    );
    return list;
  }
  const items = [...list.items];
  items[step] = assignAt(items[step], a, depth + 1, problem);
  // A changed list is a new value over the old one, so that a lock on the list is seen to be broken.
  return below === undefined
    ? { ...list, items }
    : { ...listNode(items, a.origin), shadowed: [list, ...list.shadowed], bounds: list.bounds };
}

function indexProblem(told: Told, a: Assignment, below: ValueNode | undefined): Diagnostic {
  return {
    ...told,
    severity: "error",
    path: pathText(a.path),
    places: [
      hiding(placeOf(a.origin), withoutValues(a.origin.file), "unread"),
      ...(below === undefined ? [] : [placeOf(below.origin, "the value below")]),
    ],
  };
}
