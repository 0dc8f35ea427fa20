import type { Value } from "../value/value.ts";
import { loopFrame, macroFrame, originFrame } from "./runtime.ts";
import type { Frame } from "./runtime.ts";
import { pointerTokens, walk } from "./pointer.ts";
import type { Runtime } from "./runtime.ts";

/** No tokens after the first name. */
export const noRest: readonly string[] = [];

/**
 * Finds a variable: in the frames from the innermost outwards, as far as the next macro, then in the
 * context. A frame that has the first name but not the rest of the path is passed over. `bracketed` paths are
 * those written with square brackets.
 */
export function lookup(rt: Runtime, root: string, rest: readonly string[], bracketed = false): Value | undefined {
  let frame: Frame | undefined = rt.frame;
  while (frame !== undefined) {
    const found = inFrame(frame, root, rest, bracketed);
    if (found !== undefined) {
      if (rt.trace !== undefined && frame.secrets?.has(root)) rt.trace.touched = true;
      return found;
    }
    if (frame.kind === macroFrame || frame.kind === originFrame) break;
    frame = frame.parent;
  }
  const value = rt.context.get(root);
  if (value === undefined) return undefined;
  const found = rest.length === 0 ? value : walk(value, rest);
  if (rt.trace !== undefined && found !== undefined) rt.trace.read(root, rest);
  return found;
}

function inFrame(frame: Frame, root: string, rest: readonly string[], bracketed: boolean): Value | undefined {
  if (frame.vars !== undefined) {
    const value = frame.vars.get(root);
    if (value !== undefined) {
      const found = rest.length === 0 ? value : walk(value, rest);
      if (found !== undefined) return found;
    }
  }
  return frame.kind === loopFrame ? inLoop(frame, root, rest, bracketed) : undefined;
}

function inLoop(frame: Frame, root: string, rest: readonly string[], bracketed: boolean): Value | undefined {
  if (rest.length === 0 && root === frame.keyName) return (frame.keys as readonly string[])[frame.index];
  // `loop.index` is a name of its own; `loop["index"]` is not.
  if (root === "loop") return rest.length === 1 && !bracketed ? loopVariable(frame, rest[0] as string) : undefined;
  if (root !== frame.valueName) return undefined;
  const value = frame.values[frame.index];
  return rest.length === 0 || value === undefined ? value : walk(value, rest);
}

function loopVariable(frame: Frame, name: string): Value | undefined {
  switch (name) {
    case "index":
      return frame.index + 1;
    case "index0":
      return frame.index;
    case "first":
      return frame.index === 0;
    case "last":
      return frame.index === frame.length - 1;
    default:
      return undefined;
  }
}

/** Finds what an evaluated path such as `a."k".0` names. */
export function lookupPointer(rt: Runtime, pointer: string): Value | undefined {
  const dot = pointer.indexOf(".");
  if (dot < 0) return lookup(rt, pointer, noRest);
  return lookup(rt, pointer.slice(0, dot), pointerTokens(pointer.slice(dot + 1)), true);
}

/** All names that can be read here; for messages. */
export function visibleNames(rt: Runtime): string[] {
  const names = new Set<string>();
  let frame: Frame | undefined = rt.frame;
  while (frame !== undefined) {
    for (const name of frame.vars?.keys() ?? []) names.add(name);
    if (frame.kind === loopFrame) {
      names.add("loop").add(frame.valueName);
      if (frame.keyName !== undefined) names.add(frame.keyName);
    }
    if (frame.kind === macroFrame || frame.kind === originFrame) break;
    frame = frame.parent;
  }
  for (const name of rt.context.keys()) names.add(name);
  return [...names];
}

/** Everything that can be read here, as `__tera_context` dumps it. */
export function visibleValues(rt: Runtime): Map<string, Value> {
  const inner = new Map<string, Value>();
  const put = (name: string, value: Value): void => void inner.set(name, value);
  let frame: Frame | undefined = rt.frame;
  while (frame !== undefined) {
    // As in the original, outer frames overwrite inner ones.
    if (frame.vars !== undefined) for (const [name, value] of frame.vars) put(name, value);
    if (frame.kind === loopFrame) {
      put(frame.valueName, frame.values[frame.index] ?? null);
      if (frame.keyName !== undefined) put(frame.keyName, (frame.keys as readonly string[])[frame.index] as string);
    }
    if (frame.kind === macroFrame) return inner;
    frame = frame.parent;
  }
  return new Map([...rt.context, ...inner]);
}
