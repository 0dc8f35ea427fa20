// A release as a tree: what CUE unifies with `core.#ModuleRelease`.
import type { SourceTree, StructTree, TreeField } from "../../cue/index.ts";
import type { Place } from "../../source/index.ts";
import { sourceTree } from "../../values/index.ts";
import type { EnvironmentDefinition, GivenSecret, Opaque, TreeOptions, ValueNode } from "../../values/index.ts";
import type { Module } from "../2-module/module.ts";

interface ReleaseParts {
  readonly module: Module;
  readonly name: string;
  /** Absent: the environment gives it. */
  readonly namespace?: string;
  readonly values: ValueNode;
  readonly environment?: EnvironmentDefinition;
  /** What is given for required interfaces: <component>.requires.<alias>. */
  readonly bindings?: readonly ValueNode[];
  /** More of the release. */
  readonly more?: readonly TreeField[];
  readonly reveal?: ((secret: Opaque) => string) | undefined;
}

interface ReleaseTree {
  readonly tree: StructTree;
  readonly secrets: readonly GivenSecret[];
}

export function releaseTree({ module, environment, reveal, ...input }: ReleaseParts): ReleaseTree {
  const secrets: GivenSecret[] = [];
  const given = (node: ValueNode, options: TreeOptions = {}): SourceTree => {
    const made = sourceTree(node, { ...options, reveal });
    secrets.push(...made.secrets);
    return made.tree;
  };
  const named: TreeField[] = [field("name", textOf(input.name, flagPlace("--release-name", input.name)))];
  if (input.namespace !== undefined)
    named.push(field("namespace", textOf(input.namespace, flagPlace("--namespace", input.namespace))));
  const fields: TreeField[] = [
    field("metadata", structOf(named)),
    definition("#module", module.cue.get().root),
    ...(input.more ?? []),
  ];
  if (environment !== undefined) fields.push(definition("#environment", environmentTree(environment, given)));
  for (const binding of input.bindings ?? [])
    fields.push(definition("#bindings", given(binding, { root: "bindings" })));
  fields.push(field("values", given(input.values, { defaults: true })));
  return { tree: structOf(fields), secrets };
}

// With everything that it inherits; so `extends` is left out.
function environmentTree(
  environment: EnvironmentDefinition,
  given: (node: ValueNode, options: TreeOptions) => SourceTree,
): StructTree {
  const texts = (map: ReadonlyMap<string, string>): StructTree =>
    structOf([...map].map(([key, value]) => field(key, textOf(value, environment.place))));
  const metadata = [field("name", textOf(environment.name, environment.place))];
  if (environment.labels.size > 0) metadata.push(field("labels", texts(environment.labels)));
  if (environment.annotations.size > 0) metadata.push(field("annotations", texts(environment.annotations)));
  const fields = [field("metadata", structOf(metadata))];
  const { namespace, namespacePlace, cluster, values } = environment;
  if (namespace !== undefined) fields.push(field("namespace", textOf(namespace, namespacePlace)));
  if (cluster !== undefined) {
    const parts = [field("kubeContext", textOf(cluster.kubeContext, environment.place))];
    if (cluster.kubeConfig !== undefined)
      parts.push(field("kubeConfig", textOf(cluster.kubeConfig, environment.place)));
    fields.push(field("cluster", structOf(parts)));
  }
  if (values !== undefined) fields.push(field("values", given(values, { root: "environment" })));
  return structOf(fields);
}

export const field = (selector: string, value: SourceTree): TreeField => ({ selector, value });

export const definition = (identifier: string, value: SourceTree): TreeField => ({ selector: { identifier }, value });

export const structOf = (fields: readonly TreeField[]): StructTree => ({ kind: "struct", fields });

export const textOf = (text: string, place?: Place): SourceTree => ({ kind: "string", text, place });

// A value of the command line as a place, so that a conflict can name both sides.
function flagPlace(name: string, text: string): Place {
  return { file: { name, text }, span: { start: 0, end: text.length } };
}
