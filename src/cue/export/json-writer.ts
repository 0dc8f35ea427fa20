import { jsonString, jsonText } from "../codec/index.ts";
import { defaultVertex, derefValue } from "../eval/index.ts";
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

/** Writes an evaluated value as JSON, straight from its nodes: large output needs no tree of its own. */
export class JsonWriter {
  text = "";
  /** The first letter of a number that JSON cannot write. */
  unreadable = "";
  readonly #engine: Engine;
  readonly #indent: string;
  readonly #escapeHtml: boolean;
  readonly #colon: string;
  readonly #stack: Frame[] = [];
  /** The white space before an element, by depth. */
  readonly #breaks: string[] = [];

  constructor(engine: Engine, indent: string, escapeHtml: boolean) {
    this.#engine = engine;
    this.#indent = indent;
    this.#escapeHtml = escapeHtml;
    this.#colon = indent === "" ? ":" : ": ";
  }

  /** The first error in the value, or null. Depth is no matter. */
  write(root: Vertex): Bottom | null {
    const stack = this.#stack;
    let wrong = this.#begin(root);
    while (wrong === null && stack.length > 0) {
      const f = stack[stack.length - 1] as Frame;
      if (f.next === f.arcs.length) {
        stack.pop();
        this.text += (f.isEmpty ? "" : this.#break(stack.length)) + (f.isList ? "]" : "}");
        continue;
      }
      const a = f.arcs[f.next++] as Vertex;
      if (f.isList) {
        if (!isIntLabel(a.label)) continue;
        this.text += (f.isEmpty ? "" : ",") + this.#break(stack.length);
      } else {
        if (!isStringLabel(a.label) || a.arcType !== ArcType.Member) continue;
        const name = jsonString(this.#engine.runtime.labels.text(a.label), this.#escapeHtml);
        this.text += (f.isEmpty ? "" : ",") + this.#break(stack.length) + name + this.#colon;
      }
      f.isEmpty = false;
      wrong = this.#begin(a);
    }
    return wrong;
  }

  #break(depth: number): string {
    const indent = this.#indent;
    if (indent === "") return "";
    for (let i = this.#breaks.length; i <= depth; i++) this.#breaks.push(`\n${indent.repeat(i)}`);
    return this.#breaks[depth] as string;
  }

  #begin(given: Vertex): Bottom | null {
    if (given.status !== Status.Finalized) this.#engine.finalize(given);
    let v = derefValue(given);
    if (v.base !== null && v.base.tag === Tag.Disjunction) v = derefValue(defaultVertex(v));
    const { base } = v;
    if (base === null || base.tag === Tag.StructMarker) {
      this.text += "{";
      this.#stack.push({ arcs: this.#engine.runtime.orderedArcs(v), isList: false, next: 0, isEmpty: true });
    } else if (base.tag === Tag.ListMarker) {
      this.text += "[";
      this.#stack.push({ arcs: v.arcs, isList: true, next: 0, isEmpty: true });
    } else if (base.tag === Tag.String) this.text += jsonString(base.s, this.#escapeHtml);
    else if (base.tag === Tag.Num) this.#number(toText(base.x));
    else {
      const d = scalarData(base as Value, v, this.#engine);
      if (d instanceof Bottom) return d;
      this.text += jsonText(d, "", this.#escapeHtml);
    }
    return null;
  }

  #number(text: string): void {
    this.text += text;
    const first = text.charCodeAt(0) === 0x2d ? text.charAt(1) : text.charAt(0);
    if ((first === "N" || first === "I") && this.unreadable === "") this.unreadable = first;
  }
}
