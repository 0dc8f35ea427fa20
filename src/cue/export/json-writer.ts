import { jsonString, jsonText } from "../codec/index.ts";
import { defaultVertex, nodeBehind } from "../eval/index.ts";
import type { Engine } from "../eval/index.ts";
import { toText } from "../number/index.ts";
import { ArcType, Bottom, Status, Tag, isIntLabel, isStringLabel } from "../value/index.ts";
import type { Value, Vertex } from "../value/index.ts";
import { scalarData } from "./data.ts";

/** A struct or list that is being written. */
interface Frame {
  readonly arcs: readonly Vertex[];
  readonly isList: boolean;
  next: number;
  isEmpty: boolean;
}

const manyPieces = 8000;

/** Writes an evaluated value as JSON, straight from its nodes: large output needs no tree of its own. */
export class JsonWriter {
  /** The first letter of a number that JSON cannot write. */
  unreadable = "";
  readonly #engine: Engine;
  readonly #indent: string;
  readonly #escapeHtml: boolean;
  readonly #colon: string;
  readonly #stack: Frame[] = [];
  /** The white space before an element, by depth; and with a comma. */
  readonly #breaks: string[] = [];
  readonly #commas: string[] = [];
  /** What was written last, piece by piece; joined now and then, so that there are never many. */
  readonly #pieces: string[] = [];
  readonly #texts: string[] = [];

  constructor(engine: Engine, indent: string, escapeHtml: boolean) {
    this.#engine = engine;
    this.#indent = indent;
    this.#escapeHtml = escapeHtml;
    this.#colon = indent === "" ? ":" : ": ";
  }

  get text(): string {
    this.#join();
    return this.#texts.join("");
  }

  #join(): void {
    this.#texts.push(this.#pieces.join(""));
    this.#pieces.length = 0;
  }

  /** The first error in the value, or null. Depth is no matter. */
  write(root: Vertex): Bottom | null {
    const stack = this.#stack;
    const out = this.#pieces;
    let wrong = this.#begin(root);
    while (wrong === null && stack.length > 0) {
      const f = stack[stack.length - 1] as Frame;
      if (f.next === f.arcs.length) {
        stack.pop();
        if (!f.isEmpty) out.push(this.#break(stack.length));
        out.push(f.isList ? "]" : "}");
        continue;
      }
      const a = f.arcs[f.next++] as Vertex;
      if (f.isList ? !isIntLabel(a.label) : !isStringLabel(a.label) || a.arcType !== ArcType.Member) continue;
      const space = this.#break(stack.length);
      this.#engine.meter.bytes(space.length + 8);
      out.push(f.isEmpty ? space : (this.#commas[stack.length] as string));
      if (!f.isList) out.push(jsonString(this.#engine.runtime.labels.text(a.label), this.#escapeHtml), this.#colon);
      f.isEmpty = false;
      wrong = this.#begin(a);
      if (out.length > manyPieces) this.#join();
    }
    return wrong;
  }

  #break(depth: number): string {
    for (let i = this.#breaks.length; i <= depth; i++) {
      const space = this.#indent === "" ? "" : `\n${this.#indent.repeat(i)}`;
      this.#breaks.push(space);
      this.#commas.push(`,${space}`);
    }
    return this.#breaks[depth] as string;
  }

  #begin(given: Vertex): Bottom | null {
    if (given.status !== Status.Finalized) this.#engine.finalize(given);
    let v = nodeBehind(given);
    if (v.base !== null && v.base.tag === Tag.Disjunction) v = nodeBehind(defaultVertex(v));
    const { base } = v;
    if (base === null || base.tag === Tag.StructMarker) {
      this.#pieces.push("{");
      this.#stack.push({ arcs: this.#engine.runtime.orderedArcs(v), isList: false, next: 0, isEmpty: true });
    } else if (base.tag === Tag.ListMarker) {
      this.#pieces.push("[");
      this.#stack.push({ arcs: v.arcs, isList: true, next: 0, isEmpty: true });
    } else if (base.tag === Tag.String) {
      this.#engine.meter.bytes(base.s.length);
      this.#pieces.push(jsonString(base.s, this.#escapeHtml));
    } else if (base.tag === Tag.Num) this.#number(toText(base.x));
    else {
      if (base.tag === Tag.Bytes) this.#engine.meter.bytes(base.b.length * 2);
      const d = scalarData(base as Value, v, this.#engine);
      if (d instanceof Bottom) return d;
      this.#pieces.push(jsonText(d, "", this.#escapeHtml));
    }
    return null;
  }

  #number(text: string): void {
    this.#pieces.push(text);
    const first = text.charCodeAt(0) === 0x2d ? text.charAt(1) : text.charAt(0);
    if ((first === "N" || first === "I") && this.unreadable === "") this.unreadable = first;
  }
}
