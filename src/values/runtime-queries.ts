// Queries of modules, bundles and environments (ENV-8, VAL-9): values that the cluster knows at run time.
import type { CueView } from "./cue-view.ts";
import { merge } from "./merge.ts";
import { parsePath } from "./path.ts";
import { structNode, tagNode } from "./value-tree.ts";
import type { Origin, TagNode, ValueNode } from "./value-tree.ts";

/** With a value for each query, over what the same tier says there: an optional one gives way to that. */
export function withQueries(
  values: ValueNode | undefined,
  queries: CueView | undefined,
  origin: Origin,
): ValueNode | undefined {
  let tree = values;
  for (const { name, presence, value } of queries?.kind === "struct" ? queries.fields() : []) {
    const text = (step: string): string | undefined => value.field(step)?.text;
    const parsed = parsePath(name);
    const place = value.places[0] ?? origin;
    const at: Origin = { ...origin, file: place.file, span: place.span };
    const object = [text("namespace"), text("name")].filter((part) => part !== undefined).join("/");
    const type = text("type") ?? "string";
    const variable = text("env");
    if (presence !== "field") continue;
    const query: TagNode = {
      ...tagNode(
        `@opm(query:${text("apiVersion")}:${text("kind")}:${object}:${text("path")})`,
        type === "bool" ? "bool" : type === "string" ? "string" : "number",
        at,
      ),
      ...(text("optional") === "true" && { optional: true }),
      ...(variable !== undefined && { variable }),
      ...(text("decode") === "base64" && { decode: true }),
    };
    const steps = "message" in parsed ? [name] : parsed.path;
    tree = merge(
      tree,
      steps.reduceRight<ValueNode>((inner, step) => structNode(new Map([[String(step), inner]]), at), query),
    );
  }
  return tree;
}
