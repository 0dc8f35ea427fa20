import { GRAPHEME } from "../render/budget.ts";
import { countChars, graphemes, isPlain } from "../text/grapheme.ts";
import { Frame, goOn, leaveLoop, loopFrame } from "../render/runtime.ts";
import type { Render, Runtime } from "../render/runtime.ts";
import type { ForNode, Node } from "../syntax/ast.ts";
import { isArray, isObject } from "../value/value.ts";
import type { Value } from "../value/value.ts";
import { failAt } from "./unit.ts";
import type { Unit } from "./unit.ts";

/** What a loop runs over. */
interface Items {
  readonly keys: readonly string[] | undefined;
  readonly values: readonly Value[];
  /**
   * How many rounds there are. The original counts the characters of a string but hands out graphemes, so
   * there can be rounds at the end without a value.
   */
  readonly length: number;
}

export function compileFor(unit: Unit, node: ForNode, compileBody: (nodes: readonly Node[]) => Render): Render {
  const name = containerName(node);
  if (name === undefined) {
    return () => {
      throw failAt(unit, node.pos, "Forloop containers have to be an ident or a function call");
    };
  }
  const container = unit.unescaped(node.container);
  const body = compileBody(node.body);
  const empty = node.empty && compileBody(node.empty);
  return (rt) => {
    if (rt.trace !== undefined) rt.trace.touched = false;
    const value = container(rt);
    const secret = rt.trace !== undefined && rt.trace.touched;
    if (typeof value === "string") rt.spend(value.length * (isPlain(value) ? 1 : GRAPHEME));
    const items = itemsOf(value, node.key !== undefined, name);
    if (typeof items === "string") throw failAt(unit, node.container.pos, items);
    const length = items.length;
    if (length === 0) return empty ? empty(rt) : goOn;
    const frame = new Frame(loopFrame, rt.frame.template, rt.frame);
    frame.keyName = node.key;
    frame.valueName = node.value;
    frame.keys = items.keys;
    frame.values = items.values;
    frame.length = length;
    if (secret) markSecret(frame, node);
    rt.frame = frame;
    run(rt, frame, body, length, secret ? node : undefined);
    rt.frame = frame.parent as Frame;
    return goOn;
  };
}

function run(rt: Runtime, frame: Frame, body: Render, length: number, secret: ForNode | undefined): void {
  for (let i = 0; i < length; i++) {
    frame.index = i;
    rt.spend(1);
    if (body(rt) === leaveLoop) return;
    // What was set in a round is gone in the next.
    if (frame.vars === undefined) continue;
    frame.vars = undefined;
    frame.secrets = undefined;
    if (secret) markSecret(frame, secret);
  }
}

function markSecret(frame: Frame, node: ForNode): void {
  frame.secrets = new Set(node.key === undefined ? [node.value] : [node.key, node.value]);
}

function containerName(node: ForNode): string | undefined {
  const val = node.container.val;
  if (val.kind === "ident") return val.path;
  if (val.kind === "call") return val.name;
  return val.kind === "array" ? "an array literal" : undefined;
}

function itemsOf(value: Value, withKey: boolean, name: string): Items | string {
  const tried = `Tried to iterate using key value on variable \`${name}\`, but it`;
  if (isArray(value))
    return withKey ? `${tried} isn't an object/map` : { keys: undefined, values: value, length: value.length };
  if (typeof value === "string") {
    return withKey
      ? `${tried} isn't an object/map`
      : { keys: undefined, values: graphemes(value), length: countChars(value) };
  }
  if (!isObject(value)) return `Tried to iterate on a container (\`${name}\`) that has a unsupported type`;
  return withKey
    ? { keys: [...value.keys()], values: [...value.values()], length: value.size }
    : `${tried} is missing a key`;
}
