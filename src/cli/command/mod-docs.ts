import type { Value } from "../../cue/index.ts";
import { configMarkdown } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import { secretSlots, viewOf } from "../../values/index.ts";
import type { SecretSlot } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { renderCommand } from "./mod-render.ts";
import { SecretInputs } from "./secret-inputs.ts";
import { neutralise } from "../print/neutralise.ts";

/** `opm mod docs [path]`: what a module's users can set, as Markdown or JSON Schema. */
export async function run(context: CommandContext): Promise<number> {
  const result = await renderCommand(context, "module");
  const { module, cue } = result;
  if (module === undefined || cue === undefined || hasErrors(result.diagnostics)) return exitCode.validation;
  const config = module.cue.get().root.field("#config");
  if (config !== undefined) hideLiterals(context, secretSlots(viewOf(config)));
  if (context.options["output"] !== "json-schema") {
    context.io.stdout(neutralise(configMarkdown(cue, module, config)));
    return exitCode.ok;
  }
  const title = module.metadata.name;
  const schema = config && config.toJsonSchema({ title, indent: "  " });
  // A module whose #config is wrong was refused before.
  if (schema?.ok !== true) context.io.stdout("{}\n");
  else {
    const values = module.cue.get().root.field("values");
    const data = JSON.parse(schema.value) as SchemaNode;
    context.io.stdout(`${JSON.stringify(values === undefined ? data : withoutGiven(data, values), null, 2)}\n`);
  }
  return exitCode.ok;
}

interface SchemaNode {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
}

/** What the module's own values give, its users need not. */
function withoutGiven(node: SchemaNode, values: Value): SchemaNode {
  const properties = Object.entries(node.properties ?? {}).map(([name, inner]): [string, SchemaNode] => {
    const value = values.field(name);
    return [name, value === undefined ? inner : withoutGiven(inner, value)];
  });
  const narrowed = new Map(properties);
  const required = node.required?.filter((name) => {
    const value = values.field(name);
    if (value === undefined || value.error() !== undefined) return true;
    if (value.kind !== "struct") return !value.isConcrete;
    const inner = narrowed.get(name);
    return inner?.properties === undefined || (inner.required?.length ?? 0) > 0;
  });
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) => {
      if (key === "properties") return [[key, Object.fromEntries(properties)]];
      if (key === "required") return required === undefined || required.length === 0 ? [] : [[key, required]];
      return [[key, value as unknown]];
    }),
  );
}

/** A schema may say what a secret is, or may be: its documentation does not. */
export function hideLiterals(context: CommandContext, slots: readonly SecretSlot[]): void {
  const secrets = new SecretInputs(context);
  for (const { path, literals = [] } of slots) for (const { text } of literals) secrets.opaque(text, path.join("."));
  secrets.known();
}
