import { Frame, goOn, includeFrame, leaveLoop, loopFrame, nextRound } from "../render/runtime.ts";
import type { CompiledTemplate, Render, Runtime, Signal } from "../render/runtime.ts";
import type { BlockNode, Expr, FilterSectionNode, IfNode, IncludeNode, Node, SetNode } from "../syntax/ast.ts";
import { renderValue } from "../value/print.ts";
import { compileFilter } from "./call.ts";
import { compileCondition } from "./condition.ts";
import { compileFor } from "./loop.ts";
import { capture, compileMacroCall, enter } from "./macro.ts";
import { failAt } from "./unit.ts";
import type { Unit } from "./unit.ts";

const nothing: Render = () => goOn;

/** Compiles a list of nodes into one closure. */
export function compileBody(unit: Unit, nodes: readonly Node[]): Render {
  const renders = compileNodes(unit, nodes);
  if (renders.length === 0) return nothing;
  if (renders.length === 1) return renders[0] as Render;
  return (rt) => {
    for (let i = 0; i < renders.length; i++) {
      const signal = (renders[i] as Render)(rt);
      if (signal !== goOn) return signal;
    }
    return goOn;
  };
}

export function compileNodes(unit: Unit, nodes: readonly Node[]): Render[] {
  return nodes.map((node) => compileNode(unit, node)).filter((render) => render !== nothing);
}

function compileNode(unit: Unit, node: Node): Render {
  switch (node.kind) {
    case "text":
    case "raw":
      return compileText(unit, node.text, node.pos);
    case "output":
      return compileOutput(unit, node.expr, node.pos);
    case "set":
      return compileSet(unit, node);
    case "if":
      return compileIf(unit, node);
    case "for":
      return compileFor(unit, node, (nodes) => compileBody(unit, nodes));
    case "filter":
      return compileFilterSection(unit, node);
    case "block":
      return compileBlock(unit, node);
    case "super":
      return compileSuper(unit, node.pos);
    case "include":
      return compileInclude(unit, node);
    case "extends": {
      const message = `Inheritance in included templates is currently not supported: extended \`${node.parent}\``;
      return () => {
        throw failAt(unit, node.pos, message);
      };
    }
    case "break":
      return () => leaveLoop;
    case "continue":
      return () => nextRound;
    case "comment":
    case "import":
    case "macro":
      return nothing;
  }
}

function compileText(unit: Unit, text: string, pos: number): Render {
  if (text === "") return nothing;
  return (rt) => {
    if (rt.trace !== undefined) rt.trace.text(rt.out.length, unit.name, pos);
    rt.out += text;
    return goOn;
  };
}

function compileOutput(unit: Unit, expr: Expr, pos: number): Render {
  if (expr.val.kind === "macro" && expr.filters.length === 0 && !expr.negated) {
    const render = compileMacroCall(unit, expr.val);
    return (rt) => {
      render(rt);
      return goOn;
    };
  }
  const evaluate = unit.expression(expr);
  return (rt) => {
    if (rt.trace !== undefined) return traceOutput(unit, rt, evaluate, pos);
    const value = evaluate(rt);
    rt.out += typeof value === "string" ? value : renderValue(value);
    return goOn;
  };
}

function traceOutput(
  unit: Unit,
  rt: Runtime,
  evaluate: (rt: Runtime) => Parameters<typeof renderValue>[0],
  pos: number,
): Signal {
  const trace = rt.trace as NonNullable<Runtime["trace"]>;
  trace.touched = false;
  const text = renderValue(evaluate(rt));
  const start = rt.out.length;
  trace.tag(start, unit.name, pos);
  if (trace.touched) trace.mark(start, start + text.length);
  trace.touched = false;
  rt.out += text;
  return goOn;
}

function compileSet(unit: Unit, node: SetNode): Render {
  const evaluate = unit.unescaped(node.value);
  const { name, global } = node;
  return (rt) => {
    if (rt.trace !== undefined) rt.trace.touched = false;
    const value = evaluate(rt);
    let frame = rt.frame;
    if (global) while (frame.kind === loopFrame) frame = frame.parent as Frame;
    frame.set(name, value, rt.trace !== undefined && rt.trace.touched);
    return goOn;
  };
}

function compileIf(unit: Unit, node: IfNode): Render {
  const conditions = node.branches.map((branch) => compileCondition(unit, branch.condition));
  const bodies = node.branches.map((branch) => compileBody(unit, branch.body));
  const otherwise = node.otherwise ? compileBody(unit, node.otherwise.body) : nothing;
  const first = conditions[0] as (rt: Runtime) => boolean;
  const then = bodies[0] as Render;
  if (conditions.length === 1) return (rt) => (first(rt) ? then(rt) : otherwise(rt));
  return (rt) => {
    for (let i = 0; i < conditions.length; i++) {
      if ((conditions[i] as (rt: Runtime) => boolean)(rt)) return (bodies[i] as Render)(rt);
    }
    return otherwise(rt);
  };
}

function compileFilterSection(unit: Unit, node: FilterSectionNode): Render {
  const body = compileBody(unit, node.body);
  // `safe` is no filter: here it does nothing at all.
  const filter = node.filter.name === "safe" ? undefined : compileFilter(unit, node.filter);
  return (rt) => {
    if (rt.trace !== undefined) rt.trace.touched = false;
    const text = capture(rt, body);
    const result = filter ? renderValue(filter(rt, text)) : text;
    if (rt.trace !== undefined) {
      const start = rt.out.length;
      rt.trace.tag(start, unit.name, node.pos);
      if (rt.trace.touched) rt.trace.mark(start, start + result.length);
      rt.trace.touched = false;
    }
    rt.out += result;
    return goOn;
  };
}

export function compileBlockBody(unit: Unit, node: BlockNode): Render {
  let body = unit.blockBodies.get(node);
  if (!body) {
    body = compileBody(unit, node.body);
    unit.blockBodies.set(node, body);
  }
  return body;
}

/** Renders the first definition of a block from the rendered template up to the one at the top. */
function compileBlock(unit: Unit, node: BlockNode): Render {
  const own = compileBlockBody(unit, node);
  return (rt) => {
    const active = rt.frame.template;
    for (let level = 0; level <= active.parents.length; level++) {
      const template = level === 0 ? active : unit.links.template(active.parents[level - 1] as string);
      const block = template?.blocks.get(node.name);
      if (!template || !block) continue;
      enter(rt, unit, node.pos);
      rt.blocks.push({ name: node.name, template: template.name, level });
      const signal = block.body(rt);
      rt.depth--;
      return signal;
    }
    return own(rt);
  };
}

function compileSuper(unit: Unit, pos: number): Render {
  return (rt) => {
    // Inside a condition or a loop a block is rendered in place and nothing is above it.
    const current = rt.blocks[rt.blocks.length - 1];
    const name = current?.name ?? "";
    const parents = current ? rt.template.parents : [];
    for (let next = (current?.level ?? 0) + 1; next <= parents.length; next++) {
      const template = unit.links.template(parents[next - 1] as string);
      const block = template?.blocks.get(name);
      if (!template || !block) continue;
      enter(rt, unit, pos);
      rt.blocks.push({ name, template: template.name, level: next });
      block.body(rt);
      rt.blocks.pop();
      if (next >= parents.length) rt.blocks.pop();
      rt.depth--;
      return goOn;
    }
    throw failAt(unit, pos, "Tried to use super() in the top level block");
  };
}

function compileInclude(unit: Unit, node: IncludeNode): Render {
  return (rt) => {
    for (const name of node.names) {
      const template = unit.links.template(name);
      if (template) return renderInclude(unit, rt, template, node.pos);
    }
    if (node.ignoreMissing) return goOn;
    throw failAt(unit, node.pos, `Template '[${node.names.join(", ")}]' not found`);
  };
}

function renderInclude(unit: Unit, rt: Runtime, template: CompiledTemplate, pos: number): Signal {
  enter(rt, unit, pos);
  const frame = new Frame(includeFrame, template, rt.frame);
  rt.frame = frame;
  for (const render of template.nodes) render(rt);
  rt.frame = frame.parent as Frame;
  rt.depth--;
  return goOn;
}
