import { RenderFailure } from "../render/failure.ts";
import { lookup, lookupPointer, noRest, visibleValues } from "../render/lookup.ts";
import { pointerTokens } from "../render/pointer.ts";
import type { Runtime } from "../render/runtime.ts";
import type { Ident } from "../syntax/ast.ts";
import { displayNumber, toPrettyJson } from "../value/print.ts";
import { isNumber, objectOf } from "../value/value.ts";
import type { Value } from "../value/value.ts";

/** The variable that holds all others, as text. */
export const dumpVariable = "__tera_context";

/** Finds a variable, or undefined. */
type Find = (rt: Runtime) => Value | undefined;

/** Compiles a path. Everything that does not depend on variables is worked out here. */
export function compilePath(path: string): Find {
  return path === dumpVariable ? dump : compilePlainPath(path);
}

function compilePlainPath(path: string): Find {
  if (!path.includes("[")) {
    const tokens = path.split(".");
    const root = tokens[0] as string;
    const rest = tokens.length === 1 ? noRest : tokens.slice(1);
    return (rt) => lookup(rt, root, rest);
  }
  const inner = bracketVariables(path);
  if (inner.length > 0) {
    const finds = inner.map(compilePlainPath);
    return (rt) => {
      const pointer = evaluatePath(rt, path, inner, finds);
      return typeof pointer === "string" ? lookupPointer(rt, pointer) : undefined;
    };
  }
  const pointer = normalisePath(path);
  const dot = pointer.indexOf(".");
  const root = pointer.slice(0, dot);
  const rest = pointerTokens(pointer.slice(dot + 1));
  return (rt) => lookup(rt, root, rest, true);
}

function dump(rt: Runtime): Value {
  rt.trace?.readEverything();
  rt.spend(1000);
  const values = objectOf(visibleValues(rt));
  rt.checkValue(values);
  return rt.checkText(toPrettyJson(values));
}

/** What stands in brackets and is neither in quotes nor an index: variables to be read first. */
function bracketVariables(path: string): string[] {
  const found: string[] = [];
  let i = 0;
  while (i < path.length) {
    if (path.charAt(i++) !== "[") continue;
    const first = path.charAt(i);
    if (first === '"' || first === "'") {
      i++;
      continue;
    }
    const start = i++;
    let open = 1;
    for (; i < path.length; i++) {
      const c = path.charAt(i);
      if (c === "[") open++;
      else if (c === "]" && --open === 0) break;
    }
    const name = path.slice(start, i++);
    if (!/^\+?\d{1,19}$/.test(name)) found.push(name);
  }
  return found;
}

/** The path with variables replaced by what they hold, or the mistake that keeps it from being one. */
function evaluatePath(
  rt: Runtime,
  path: string,
  inner: readonly string[],
  finds: readonly Find[],
): string | RenderFailure {
  let result = path;
  for (let i = 0; i < inner.length; i++) {
    const name = inner[i] as string;
    const value = (finds[i] as Find)(rt);
    if (value === undefined) {
      const cause = missingMessage(rt, name);
      return new RenderFailure(`Variable ${path} can not be evaluated because: ${cause}`);
    }
    let key: string;
    if (typeof value === "string") key = `"${value}"`;
    else if (isNumber(value)) key = displayNumber(value);
    else {
      return new RenderFailure(
        `Only variables evaluating to String or Number can be used as index (\`${name}\` of \`${path}\`)`,
      );
    }
    const mark = `[${name}]`;
    const at = result.indexOf(mark);
    result = at < 0 ? `${result}.${key}` : `${result.slice(0, at)}.${key}${result.slice(at + mark.length)}`;
  }
  return normalisePath(result);
}

function normalisePath(path: string): string {
  return path
    .replaceAll("/", "~1")
    .replaceAll("['", '."')
    .replaceAll('["', '."')
    .replaceAll("[", ".")
    .replaceAll("']", '"')
    .replaceAll('"]', '"')
    .replaceAll("]", "");
}

function missingMessage(rt: Runtime, path: string): string {
  const where = `not found in context while rendering '${rt.frame.template.name}'`;
  if (!path.includes("[")) return `Variable \`${path}\` ${where}`;
  const inner = bracketVariables(path);
  const pointer = evaluatePath(rt, path, inner, inner.map(compilePlainPath));
  if (pointer instanceof RenderFailure) return pointer.messages[0] as string;
  return `Variable \`${path}\` ${where}: the evaluated version was \`${pointer}\`. Maybe the index is out of bounds?`;
}

/** The mistake of a path that was not found. */
export function missingVariable(rt: Runtime, ident: Ident, template: string): RenderFailure {
  const root = /^\w+/.exec(ident.path)?.[0] ?? ident.path;
  return new RenderFailure(missingMessage(rt, ident.path), { template, offset: ident.pos }, root);
}
