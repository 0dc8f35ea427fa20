// Values that were written for many modules (Origin.shared): each module takes what its `#config` knows. What it leaves
// out is told, because a misspelt name looks just like one that is meant for another module.
import { nearestName, tell, advise } from "../source/index.ts";
import type { Diagnostic } from "../source/index.ts";
import type { EnvironmentDefinition } from "./environment-from-cue.ts";
import { merge } from "./merge.ts";
import type { Path, Step } from "./path.ts";
import type { SchemaShape } from "./unknown-fields.ts";
import type { ValueNode } from "./value-tree.ts";
import { VALUES_CODE } from "./values-code.ts";

/** A field that a module does not know. */
export interface LeftOut {
  readonly path: Path;
  readonly node: ValueNode;
  /** A field of the module that has nearly this name. */
  readonly near?: string;
}

/** The part of a tree that the schema knows; what is not shared stays, for the schema to judge. */
export function knownPart(
  root: ValueNode,
  schema: SchemaShape,
): { readonly tree?: ValueNode; readonly left: readonly LeftOut[] } {
  const left: LeftOut[] = [];
  const walk = (node: ValueNode, shape: SchemaShape, path: readonly Step[]): ValueNode | undefined => {
    if (node.kind !== "struct" || shape.fields === undefined) return node;
    let fields: Map<string, ValueNode> | undefined;
    for (const [name, inner] of node.fields) {
      const known = shape.fields.get(name);
      const isOpen = known === undefined && shape.allows(name);
      const kept = known === undefined ? (isOpen ? inner : ownPart(inner)) : walk(inner, known, [...path, name]);
      if (kept === inner) continue;
      if (known === undefined) {
        const near = nearestName(name, shape.fields.keys());
        left.push({ path: [...path, name], node: inner, ...(near !== null && { near }) });
      }
      fields ??= new Map(node.fields);
      if (kept === undefined) fields.delete(name);
      else fields.set(name, kept);
    }
    if (fields === undefined) return node;
    return fields.size === 0 && path.length > 0 ? undefined : { ...node, fields };
  };
  const tree = walk(root, schema, []);
  return { ...(tree && { tree }), left };
}

/** Without what was written for many modules. */
function ownPart(node: ValueNode): ValueNode | undefined {
  if (node.kind !== "struct") return node.origin.shared === undefined ? node : undefined;
  const fields = new Map<string, ValueNode>();
  for (const [name, inner] of node.fields) {
    const own = ownPart(inner);
    if (own !== undefined) fields.set(name, own);
  }
  if (fields.size === node.fields.size && [...fields].every(([name, own]) => own === node.fields.get(name)))
    return fields.size === 0 && node.origin.shared !== undefined ? undefined : node;
  return fields.size === 0 ? undefined : { ...node, fields };
}

/** The tree with these fields again. */
export function withFields(tree: ValueNode | undefined, fields: readonly LeftOut[]): ValueNode | undefined {
  return fields.reduce<ValueNode | undefined>((whole, { path, node }) => {
    const nested = path.reduceRight<ValueNode>(
      (inner, step) => ({
        kind: "struct",
        fields: new Map([[String(step), inner]]),
        origin: node.origin,
        shadowed: [],
        bounds: [],
        cut: false,
      }),
      node,
    );
    return whole === undefined ? nested : merge(whole, nested);
  }, tree);
}

/** How environments name a module. */
interface NamedModule {
  readonly name: string;
  /** Module path with its major version. */
  readonly apiVersion: string;
}

/** Environments as one module sees them: with what they have for it alone. */
export function environmentsFor(
  environments: ReadonlyMap<string, EnvironmentDefinition>,
  { name, apiVersion }: NamedModule,
): ReadonlyMap<string, EnvironmentDefinition> {
  if (![...environments.values()].some(({ modules }) => modules !== undefined)) return environments;
  return new Map(
    [...environments].map(([key, environment]) => {
      const parts = [environment.modules?.get(name), environment.modules?.get(apiVersion)];
      const both = (pick: "values" | "bindings", below?: ValueNode): ValueNode | undefined =>
        parts.reduce((tree, part) => (part?.[pick] ? merge(tree, part[pick]) : tree), below);
      const values = both("values", environment.values);
      const bindings = both("bindings");
      return [key, { ...environment, ...(values && { values }), ...(bindings && { bindings }) }];
    }),
  );
}

/** Parts of environments for modules that are not there: a misspelt name would otherwise do nothing. */
export function unknownModules(
  environments: ReadonlyMap<string, EnvironmentDefinition>,
  known: readonly NamedModule[],
): Diagnostic[] {
  const names = [...new Set(known.flatMap(({ name, apiVersion }) => [name, apiVersion]))];
  return [...environments.values()].flatMap(({ name: environment, modules }) =>
    [...(modules ?? [])]
      .filter(([module]) => !names.includes(module))
      .map(([module, { place }]): Diagnostic => {
        const near = nearestName(module, names);
        return {
          ...tell(
            VALUES_CODE.unknownModule,
            "the environment {environment} has values for the module {module}, which is not there",
            { environment, module },
          ),
          severity: "error",
          places: [place],
          notes: [`modules: ${[...new Set(known.map(({ name }) => name))].join(", ") || "none"}`],
          ...(near !== null && { hint: advise(VALUES_CODE.unknownModule, "did you mean {near}?", { near }) }),
        };
      }),
  );
}
