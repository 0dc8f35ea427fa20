// Completion in values files: what the module's `#config` allows.
import type { Value } from "../../../cue/index.ts";
import { formatOfPath } from "../../analysis/data-file.ts";
import { lookUp } from "../../analysis/target.ts";
import { dataTarget } from "../../analysis/values-target.ts";
import type { Workspace } from "../../analysis/workspace.ts";
import type { CompletionList } from "../../protocol/types.ts";
import type { EditorLines } from "../../text/text-document.ts";
import { dataCursor } from "./data-cursor.ts";
import { fieldItems, valueItems } from "./field-items.ts";
import type { ItemContext } from "./field-items.ts";

export async function dataCompletion(
  workspace: Workspace,
  path: string,
  lines: EditorLines,
  offset: number,
  snippets: boolean,
): Promise<CompletionList> {
  const none: CompletionList = { isIncomplete: false, items: [] };
  const format = formatOfPath(path);
  const target = format && (await dataTarget(workspace, path));
  const cursor = format && dataCursor(lines.text, offset, format);
  if (format === undefined || target === undefined || cursor === undefined) return none;
  const steps = cursor.path[0] === "values" && target.nested ? cursor.path.slice(1) : cursor.path;
  const struct = schemaAt(target.schema, steps);
  if (struct === undefined) return none;
  const closing = cursor.quoted && /["']/.test(lines.text[offset] ?? "") ? 1 : 0;
  const context: ItemContext = {
    notation: format,
    range: lines.rangeOf(cursor.start, offset + closing),
    snippets,
    indent: cursor.indent,
    quoted: cursor.quoted,
  };
  if (cursor.key === undefined && typeof steps.at(-1) !== "number")
    return { isIncomplete: false, items: fieldItems(struct, (name) => cursor.siblings.includes(name), context) };
  const value = cursor.key === undefined ? struct : schemaAt(struct, [cursor.key]);
  return value === undefined ? none : { isIncomplete: false, items: valueItems(value, context) };
}

/** What a schema says about a path: fields by name or by a pattern, elements of lists by their type. */
export function schemaAt(config: Value, path: readonly (string | number)[]): Value | undefined {
  let v: Value | undefined = config;
  for (const step of path) {
    if (v === undefined) return undefined;
    v = lookUp(v, step) ?? inChoice(v, step) ?? byTrying(v, step);
  }
  return v;
}

function inChoice(v: Value, step: string | number): Value | undefined {
  const choices = v.alternatives();
  if (choices.length < 2) return undefined;
  for (const choice of choices) {
    const found = lookUp(choice, step);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `[string]: T` and `[...T]`: what they say shows when something of the kind is there. */
function byTrying(v: Value, step: string | number): Value | undefined {
  if (typeof step === "string" && !v.allows(step)) return undefined;
  const text = typeof step === "number" ? `[${"_, ".repeat(step)}_]` : `{${JSON.stringify(step)}: _}`;
  const joined = v.unify(v.evaluate(text));
  const found = lookUp(joined, step);
  return found !== undefined && found.incompleteKind !== "bottom" ? found : undefined;
}
