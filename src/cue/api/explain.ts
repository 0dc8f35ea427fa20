import { reasonFields } from "../../source/index.ts";
import type { Diagnostic, Place, SourceText } from "../../source/index.ts";
import { nodeBehind } from "../eval/index.ts";
import { vertexPath } from "../message/index.ts";
import type { Src, Vertex } from "../value/index.ts";
import { positionOf } from "./cue-error.ts";
import type { CueError, Position } from "./cue-error.ts";
import { explainClosed } from "./explain-closed.ts";
import { branchNotes, explainDisjunction } from "./explain-disjunction.ts";
import { missingInputs } from "./explain-incomplete.ts";
import { explainUndefined } from "./explain-undefined.ts";
import { originsOf } from "./origins.ts";
import type { Origin } from "./origins.ts";
import { short, withoutLiterals } from "./source-text.ts";
import type { Value } from "./value.ts";

export interface ExplainOptions {
  /**
   * Whether the value at a path is, or holds, what must not be read: then no text about it says what literals are.
   * What is marked is never shown.
   */
  readonly hides?: (path: readonly string[]) => boolean;
  /** What people call the field at a path that a text names, where they know it by another one. */
  readonly called?: (path: string) => string;
}

/**
 * Errors as diagnostics that say more than the plain form: both sides of a conflict with their lines, which branch of a
 * disjunction came closest and why the others fell, what closes a struct and which field was probably meant, and which
 * inputs an incomplete value waits for.
 * @param value the value that was validated
 */
export function explain(value: Value, errors: readonly CueError[], options: ExplainOptions = {}): Diagnostic[] {
  const explainer = new Explainer(value, options);
  const told = new Map<CueError, readonly Diagnostic[]>();
  const folded = new Set<CueError>();
  for (const e of errors) {
    if (!isDisjunction(e) || folded.has(e)) continue;
    const below = errors.filter((other) => other !== e && startsWith(other.path, e.path));
    const d = explainer.disjunction(e, below);
    // The errors of its branches are told with it; if it cannot be explained, it only announces them.
    if (d !== undefined) {
      told.set(e, d);
      for (const other of below) folded.add(other);
    } else if (below.length > 0) folded.add(e);
  }
  return errors.flatMap((e) => (folded.has(e) ? [] : (told.get(e) ?? [explainer.other(e)])));
}

/** An error as it is, in the form of diagnostics. */
export function plainDiagnostic({ path, message, reason, positions }: CueError): Diagnostic {
  return {
    ...reasonFields(reason),
    severity: "error",
    message: message.replace(/:$/, ""),
    ...(path.length > 0 ? { path: path.join(".") } : {}),
    places: positions.flatMap((p) => placeAt(p)),
  };
}

const isRefused = (e: CueError): boolean => e.reason.kind === "notAllowed";

const isDisjunction = (e: CueError): boolean => e.reason.kind === "disjunction" && "count" in e.reason.args;

function startsWith(path: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((p, i) => path[i] === p);
}

const samePath = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && startsWith(a, b);

const isSame = (a: CueError, b: CueError): boolean => a.message === b.message && samePath(a.path, b.path);

class Explainer {
  readonly #value: Value;
  readonly #hides: (path: readonly string[]) => boolean;
  readonly #called: (path: string) => string;

  constructor(value: Value, { hides = () => false, called = (path) => path }: ExplainOptions) {
    this.#value = value;
    this.#hides = hides;
    this.#called = called;
  }

  other(e: CueError): Diagnostic {
    const d = this.#plain(e);
    const vertex = this.#vertexAt(e.path);
    if (vertex === undefined) return d;
    if (isRefused(e)) return { ...d, ...this.#closed(vertex.parent, e, d) };
    if (e.reason.kind === "undefined") {
      const near = explainUndefined(this.#value.core, vertex, String(e.reason.args["field"] ?? ""));
      if (near !== undefined) return { ...d, hint: `did you mean ${near}?` };
    }
    if (e.code === "incomplete" || e.reason.kind === "incomplete" || e.reason.kind === "missing")
      return { ...d, ...this.#incomplete(vertex, e, d) };
    return { ...d, places: this.#sides(vertex, d.places ?? [], this.#hides(e.path)) };
  }

  /** Undefined if no branches are found. `told` are the errors below it, which are those of its branches. */
  disjunction(e: CueError, told: readonly CueError[]): readonly Diagnostic[] | undefined {
    const { core } = this.#value;
    const vertex = this.#vertexAt(e.path);
    const below = told.map((x) => ({ ...x, path: x.path.slice(e.path.length) }));
    const [closest, ...others] = vertex === undefined ? [] : explainDisjunction(core, vertex, below);
    if (vertex === undefined || closest === undefined) return undefined;
    // What is wrong with every branch is not the disjunction's fault.
    const common = closest.errors.filter((x) => others.every((b) => b.errors.some((y) => isSame(x, y))));
    if (common.length > 0 && others.length > 0)
      return common.map((c) =>
        this.other(told.find((_, i) => isSame(below[i]!, c)) ?? { ...c, path: [...e.path, ...c.path] }),
      );
    const shown = (text: string, path: readonly string[] = []): string => this.#text(text, [...e.path, ...path]);
    const { notes, hint } = branchNotes(core, closest, others, shown);
    const [first] = closest.errors;
    const path = [...e.path, ...(first?.path ?? [])];
    // All that is wrong at that path is told in one.
    const same = closest.errors.filter((x) => first !== undefined && samePath(x.path, first.path));
    const base = this.#plain({ ...(first ?? e), path, positions: same.flatMap((x) => x.positions) });
    const at = descend(core.runtime.labels, closest.vertex, first?.path ?? []);
    const sides = at === undefined ? (base.places ?? []) : this.#sides(at, base.places ?? [], this.#hides(path));
    const [branch] = srcPlace(closest.src, "the branch that came closest");
    const isShown = branch === undefined || sides.some((p) => isInside(p, branch));
    const refused =
      first !== undefined && isRefused(first)
        ? this.#closed(descend(core.runtime.labels, closest.vertex, first.path.slice(0, -1)) ?? null, first, base)
        : {};
    const one: Diagnostic = {
      ...base,
      ...refused,
      places: [...sides, ...(isShown ? [] : [branch])],
      notes: [...(refused.notes ?? []), ...notes],
      ...(hint === undefined ? {} : { hint }),
      quoted: distinct(
        [closest, ...others].flatMap((b) => [
          b.src?.file,
          ...b.errors.flatMap((x) => x.positions.map((p) => p.source)),
        ]),
      ),
    };
    return [one];
  }

  /** A text that is about a path, without what must not be read. */
  #text(text: string, path: readonly string[]): string {
    return this.#hides(path) ? withoutLiterals(text) : text;
  }

  #plain(e: CueError): Diagnostic {
    const d = plainDiagnostic(e);
    if (!this.#hides(e.path)) return d;
    const args = Object.entries(d.args ?? {}).filter(([name, arg]) => typeof arg !== "string" || name === "within");
    return { ...d, message: withoutLiterals(d.message), args: Object.fromEntries(args) };
  }

  /** The node at a path that was printed with an error. */
  #vertexAt(path: readonly string[]): Vertex | undefined {
    const { core, vertex, path: own } = this.#value;
    const { labels } = core.runtime;
    if (startsWith(path, own)) return descend(labels, vertex, path.slice(own.length));
    let root = vertex;
    while (root.parent !== null) root = root.parent;
    return descend(labels, root, path) ?? descend(labels, vertex, path);
  }

  /** The places of a message with what each says; every declaration, if the message does not name two. */
  #sides(vertex: Vertex, places: readonly Place[], hidden: boolean): Place[] {
    const sides: Place[] = [];
    const ways: Place[] = [];
    for (const o of originsOf(this.#value.core, vertex)) {
      if (o.position === undefined) continue;
      const text = short(hidden ? withoutLiterals(o.text) : o.text);
      (o.role === "reference" ? ways : sides).push(...placeAt(o.position, `${says[o.role]} ${text}`));
    }
    const named = [...sides, ...ways].filter((s) => places.some((p) => samePlace(p, s)));
    const unnamed = places.filter((p, i) => !named.some((s) => samePlace(p, s)) && i === indexOfPlace(places, p));
    return [...(named.length + unnamed.length >= 2 ? named : [...sides, ...ways]), ...unnamed];
  }

  #closed(parent: Vertex | null, e: CueError, d: Diagnostic): Partial<Diagnostic> {
    const last = e.path.at(-1);
    if (parent === null || last === undefined) return {};
    const { definition, place, allowed, nearest } = explainClosed(this.#value.core, parent, nameOf(last));
    const by = definition === undefined ? "the struct is closed" : `${definition} closes the struct`;
    return {
      places: [...(d.places ?? []), ...srcPlace(place ?? null, "closed by this definition")],
      notes: [`${by}; it allows ${namesText(allowed)}`],
      ...(nearest === undefined ? {} : { hint: `did you mean ${nearest}?` }),
    };
  }

  #incomplete(vertex: Vertex, e: CueError, d: Diagnostic): Partial<Diagnostic> {
    const path = e.path.join(".");
    const inputs = missingInputs(this.#value.core, vertex)
      .filter((i) => i.path !== path)
      .map((i) => ({ ...i, path: this.#called(i.path) }));
    if (inputs.length === 0) return { hint: `give ${this.#called(path)} a value` };
    const declared = inputs.flatMap((i) => srcPlace(i.src, `${i.path} is declared here`));
    return {
      places: [...(d.places ?? []).filter((p) => !declared.some((x) => samePlace(p, x))), ...declared],
      notes: inputs.map((i) => {
        const at = vertexPath(i.vertex, this.#value.core.runtime.labels);
        return `it needs ${i.path}${i.type === "" ? "" : `, which is ${short(this.#text(i.type, at))}`}`;
      }),
      hint: `give ${inputs.map((i) => i.path).join(" and ")} a value`,
    };
  }
}

function descend(
  labels: Value["core"]["runtime"]["labels"],
  from: Vertex,
  path: readonly string[],
): Vertex | undefined {
  let v = from;
  for (const name of path) {
    const arc = nodeBehind(v).arcs.find((a) => labels.selector(a.label) === name);
    if (arc === undefined) return undefined;
    v = arc;
  }
  return v;
}

/** The name that a step of a path writes. */
const nameOf = (step: string): string => (step.startsWith('"') ? (JSON.parse(step) as string) : step);

function placeAt(p: Position, label?: string): Place[] {
  if (p.source === undefined || p.offset === undefined) return [];
  const span = { start: p.offset, end: p.end ?? p.offset + 1 };
  const named = p.label ?? label;
  return [{ file: p.source, span, ...(named === undefined ? {} : { label: named }) }];
}

const samePlace = (a: Place, b: Place): boolean => a.file === b.file && a.span.start === b.span.start;

const indexOfPlace = (places: readonly Place[], place: Place): number => places.findIndex((p) => samePlace(p, place));

const isInside = ({ file, span }: Place, whole: Place): boolean =>
  file === whole.file && span.start >= whole.span.start && span.end <= whole.span.end;

const srcPlace = (src: Src | null, label: string): Place[] => (src === null ? [] : placeAt(positionOf(src), label));

const says: Readonly<Record<Origin["role"], string>> = {
  value: "says",
  constraint: "requires",
  default: "has the default",
  overridden: "had the default",
  reference: "comes from",
  error: "cannot be evaluated:",
};

const mostNames = 24;

function namesText(names: readonly string[]): string {
  if (names.length === 0) return "no fields";
  const more = names.length - mostNames;
  return more > 0 ? `${names.slice(0, mostNames).join(", ")} and ${more} more` : names.join(", ");
}

const distinct = (files: readonly (SourceText | undefined)[]): SourceText[] => [
  ...new Set(files.filter((f) => f !== undefined)),
];
