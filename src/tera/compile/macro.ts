import { Frame, macroFrame } from "../render/runtime.ts";
import type { Runtime } from "../render/runtime.ts";
import type { MacroCall } from "../syntax/ast.ts";
import type { Value } from "../value/value.ts";
import type { Evaluate } from "../render/runtime.ts";
import { failAt } from "./unit.ts";
import type { FoundMacro, Unit } from "./unit.ts";

/** Renders a macro into the output. */
export function compileMacroCall(unit: Unit, call: MacroCall): (rt: Runtime) => void {
  const args = new Map<string, Evaluate>();
  for (const [name, expr] of call.args) args.set(name, unit.unescaped(expr));
  const label = `${call.namespace}::${call.name}`;
  return (rt) => {
    const found = findMacro(unit, call, rt);
    const vars = new Map<string, Value>();
    let secrets: Set<string> | undefined;
    for (const [name, byDefault] of found.macro.args) {
      const evaluate = args.get(name) ?? byDefault;
      if (!evaluate) throw failAt(unit, call.pos, `Macro \`${call.name}\` is missing the argument \`${name}\``);
      if (rt.trace === undefined) vars.set(name, evaluate(rt));
      else {
        const touched = rt.trace.touched;
        rt.trace.touched = false;
        vars.set(name, evaluate(rt));
        if (rt.trace.touched) (secrets ??= new Set()).add(name);
        rt.trace.touched = touched;
      }
    }
    enter(rt, unit, call.pos);
    const frame = new Frame(macroFrame, found.template, rt.frame, label);
    frame.vars = vars;
    frame.secrets = secrets;
    rt.frame = frame;
    found.macro.body(rt);
    rt.frame = frame.parent as Frame;
    rt.depth--;
  };
}

/** Counts a level of macros and includes. */
export function enter(rt: Runtime, unit: Unit, pos: number): void {
  rt.spend(1);
  if (++rt.depth <= rt.budget.depth) return;
  const chain: string[] = [];
  for (let f: Frame | undefined = rt.frame; f && chain.length < 6; f = f.parent) {
    const name = f.label === "" ? f.template.name : f.label;
    if (chain[chain.length - 1] !== name) chain.push(name);
  }
  throw failAt(
    unit,
    pos,
    `Macros or includes are nested too deeply, probably without end: ${chain.reverse().join(" -> ")}`,
  );
}

/** As the original does, by the template of the block that was entered last, if there is one. */
function findMacro(unit: Unit, call: MacroCall, rt: Runtime): FoundMacro {
  const block = rt.blocks[rt.blocks.length - 1];
  const from = block ? block.template : rt.template !== rt.root ? rt.root.name : rt.frame.template.name;
  const found = unit.links.macro(from, call.namespace, call.name);
  if (typeof found === "string") throw failAt(unit, call.pos, found);
  return found;
}

/** Renders a macro into a string. */
export function compileMacroText(unit: Unit, call: MacroCall): Evaluate {
  const render = compileMacroCall(unit, call);
  return (rt) => capture(rt, render);
}

/** What a render writes, as a value. A secret in it makes the whole a secret. */
export function capture(rt: Runtime, render: (rt: Runtime) => unknown): string {
  const { out, trace } = rt;
  rt.out = "";
  if (trace !== undefined) rt.trace = trace.child();
  render(rt);
  const text = rt.out;
  rt.out = out;
  if (trace !== undefined) {
    if (rt.trace?.hasSecrets) trace.touched = true;
    rt.trace = trace;
  }
  return text;
}
