import type { Diagnostic, Place } from "../../source/index.ts";
import { derefValue } from "../eval/index.ts";
import type { Src, Vertex } from "../value/index.ts";
import type { Core } from "./core.ts";
import { positionOf, positionText } from "./cue-error.ts";
import type { CueError, Position } from "./cue-error.ts";
import { explainClosed } from "./explain-closed.ts";
import { explainDisjunction } from "./explain-disjunction.ts";
import { missingInputs } from "./explain-incomplete.ts";
import { originsOf } from "./origins.ts";
import type { Origin } from "./origins.ts";
import type { Value } from "./value.ts";

/**
 * Errors as diagnostics that say more than the plain form: both sides of a conflict with their lines, why each branch
 * of a disjunction fell and which came closest, what closes a struct and which field was probably meant, and which
 * inputs an incomplete value waits for.
 * @param value the value that was validated
 */
export function explain(value: Value, errors: readonly CueError[]): Diagnostic[] {
  const out: Diagnostic[] = [];
  const folded = new Set<CueError>();
  for (const e of errors) {
    if (!isDisjunction(e)) continue;
    // The errors of its branches are told with the disjunction.
    for (const other of errors) if (other !== e && startsWith(other.path, e.path)) folded.add(other);
  }
  for (const e of errors) if (!folded.has(e)) out.push(explainOne(value, e));
  return out;
}

const isDisjunction = (e: CueError): boolean => /^\d+ errors in empty disjunction/.test(e.message);

function startsWith(path: readonly string[], prefix: readonly string[]): boolean {
  return prefix.length > 0 && prefix.every((p, i) => path[i] === p);
}

function explainOne(value: Value, e: CueError): Diagnostic {
  const base: Diagnostic = {
    severity: "error",
    message: e.message.replace(/:$/, ""),
    ...(e.path.length > 0 ? { path: e.path.join(".") } : {}),
    places: e.positions.flatMap((p) => placeAt(p)),
  };
  const { core } = value;
  const vertex = vertexAt(value, e.path);
  if (vertex === undefined) return base;
  if (isDisjunction(e)) return { ...base, ...disjunction(core, vertex) };
  if (e.message === "field not allowed") return { ...base, ...closed(core, vertex, base) };
  if (
    e.code === "incomplete" ||
    e.message.startsWith("incomplete value") ||
    e.message.startsWith("field is required")
  ) {
    return { ...base, ...incomplete(core, vertex, e) };
  }
  return { ...base, places: sides(originsOf(core, vertex), base.places ?? []) };
}

/** The node at a path that was printed with an error. */
function vertexAt(value: Value, path: readonly string[]): Vertex | undefined {
  const { labels } = value.core.runtime;
  const own = value.path;
  let v: Vertex = value.vertex;
  for (const name of startsWith(path, own) ? path.slice(own.length) : path) {
    const arc = derefValue(v).arcs.find((a) => labels.selector(a.label) === name);
    if (arc === undefined) return undefined;
    v = arc;
  }
  return v;
}

function placeAt(p: Position, label?: string): Place[] {
  if (p.source === undefined || p.offset === undefined) return [];
  const token = /^(?:"[^"\n]*"|[\p{L}\p{N}_#$.]+|[^\s])/u.exec(p.source.text.slice(p.offset, p.offset + 200));
  const span = { start: p.offset, end: p.offset + (token?.[0].length ?? 1) };
  return [{ file: p.source, span, ...(label === undefined ? {} : { label }) }];
}

const srcPlace = (src: Src | null, label: string): Place[] => (src === null ? [] : placeAt(positionOf(src), label));

const says: Readonly<Record<Origin["role"], string>> = {
  value: "says",
  constraint: "requires",
  default: "has the default",
  overridden: "had the default",
  reference: "comes from",
  error: "cannot be evaluated:",
};

/** Every declaration with what it says; then the places of the message that are none of them. */
function sides(origins: readonly Origin[], places: readonly Place[]): Place[] {
  const out: Place[] = [];
  for (const o of origins)
    if (o.position !== undefined) out.push(...placeAt(o.position, `${says[o.role]} ${short(o.text)}`));
  for (const p of places) if (!out.some((x) => x.file === p.file && x.span.start === p.span.start)) out.push(p);
  return out;
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

function closed(core: Core, vertex: Vertex, base: Diagnostic): Partial<Diagnostic> {
  if (vertex.parent === null) return {};
  const { definition, place, allowed, nearest } = explainClosed(
    core,
    vertex.parent,
    core.runtime.labels.text(vertex.label),
  );
  const by = definition === undefined ? "the struct is closed" : `${definition} closes the struct`;
  const names = allowed.length === 0 ? "no fields" : allowed.join(", ");
  return {
    places: [...(base.places ?? []), ...srcPlace(place ?? null, "closed by this definition")],
    notes: [`${by}; it allows ${names}`],
    ...(nearest === undefined ? {} : { hint: `did you mean ${nearest}?` }),
  };
}

function disjunction(core: Core, vertex: Vertex): Partial<Diagnostic> {
  const [closest, ...others] = explainDisjunction(core, vertex);
  if (closest === undefined) return {};
  const why = (errors: readonly CueError[]): string =>
    errors.map(oneLine).join("; ") || "it conflicts with another disjunction";
  return {
    places: srcPlace(closest.src, "the branch that came closest"),
    notes: [
      `branch ${closest.number}, ${closest.text}, came closest: ${why(closest.errors)}`,
      ...others.map((b) => `branch ${b.number}, ${b.text}, fell: ${why(b.errors)}`),
    ],
  };
}

const oneLine = (e: CueError): string => `${e.path.length > 0 ? `${e.path.join(".")}: ` : ""}${e.message}`;

function incomplete(core: Core, vertex: Vertex, e: CueError): Partial<Diagnostic> {
  const path = e.path.join(".");
  const inputs = missingInputs(core, vertex).filter((i) => i.path !== path);
  if (inputs.length === 0) return { hint: `give ${path} a value` };
  return {
    notes: inputs.map((i) => {
      const type = i.type === "" ? "" : ` (${short(i.type)})`;
      return `it needs ${i.path}${type}${i.src === null ? "" : `, declared at ${positionText(positionOf(i.src))}`}`;
    }),
    hint: `give ${inputs.map((i) => i.path).join(" and ")} a value`,
  };
}
