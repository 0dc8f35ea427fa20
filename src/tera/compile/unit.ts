import { RenderFailure } from "../render/failure.ts";
import type { TemplatePlace } from "../render/failure.ts";
import type { BlockNode, Expr } from "../syntax/ast.ts";
import type { CompiledMacro, CompiledTemplate, Evaluate, Render } from "../render/runtime.ts";
import type { Library } from "./library.ts";

/** What all closures of one template share. */
export interface Unit {
  readonly name: string;
  readonly library: Library;
  readonly links: Links;
  /** Each block is compiled once, however many blocks it stands in. */
  readonly blockBodies: Map<BlockNode, Render>;
  /** Expressions hold expressions: this is how those who compile a part get at the whole again. */
  expression(expr: Expr): Evaluate;
  /** The same, and never escaped: for arguments, loops, assignments and `in`. */
  unescaped(expr: Expr): Evaluate;
}

/** The other templates of the engine. Asked while rendering, when all of them are there. */
export interface Links {
  template(name: string): CompiledTemplate | undefined;
  /** A macro as seen from a template, or why there is none. */
  macro(template: string, namespace: string, name: string): FoundMacro | string;
}

export interface FoundMacro {
  readonly macro: CompiledMacro;
  readonly template: CompiledTemplate;
}

export function placeIn(unit: Unit, offset: number): TemplatePlace {
  return { template: unit.name, offset };
}

export function failAt(unit: Unit, offset: number, message: string): RenderFailure {
  return new RenderFailure(message, placeIn(unit, offset));
}
