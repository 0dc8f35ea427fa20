import type { Value } from "../../cue/index.ts";
import { configMarkdown } from "../../pipeline/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { neutralise } from "../print/neutralise.ts";
import { documentedModules } from "./documented-modules.ts";

/** `opm mod docs [path]`: what a module's users can set, as Markdown or JSON Schema. */
export async function run(context: CommandContext): Promise<number> {
  const asSchema = context.options["output"] === "json-schema";
  const found = await documentedModules(context, { one: asSchema });
  if (found === undefined) return exitCode.validation;
  const pages = found.modules.map((module) => {
    const { root } = module.cue.get();
    const config = root.field("#config");
    if (!asSchema) return neutralise(configMarkdown(found.cue, module, config));
    const schema = config?.toJsonSchema({ title: module.metadata.name, indent: "  " });
    // A module whose #config is wrong was refused before.
    if (schema?.ok !== true) return "{}\n";
    const values = root.field("values");
    const data = JSON.parse(schema.value) as SchemaNode;
    return `${JSON.stringify(values === undefined ? data : withoutGiven(data, values), null, 2)}\n`;
  });
  context.io.stdout(pages.join("\n"));
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
