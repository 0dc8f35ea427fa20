import type { StructTree, TreeField, Value } from "../cue/index.ts";
import { definition, field, structOf, textOf } from "../pipeline/index.ts";
import type { ReleaseTask } from "../pipeline/index.ts";
import { sourceTree } from "../values/index.ts";
import type { EnvironmentDefinition, ValueNode } from "../values/index.ts";

interface BundleParts {
  readonly bundle: Value;
  /** The author's release of it. */
  readonly release?: Value | undefined;
  readonly name: string;
  readonly namespace?: string;
  readonly tree: ValueNode;
  readonly environment?: EnvironmentDefinition;
  readonly reveal?: ReleaseTask["reveal"];
}

/** What is unified with `core.#BundleRelease`. CUE makes the modules' releases of it. */
export function bundleTree({ bundle, release, name, namespace, tree, environment, reveal }: BundleParts): StructTree {
  const metadata: TreeField[] = [field("name", textOf(name))];
  if (namespace !== undefined) metadata.push(field("namespace", textOf(namespace)));
  for (const own of ["labels", "annotations"]) {
    const said = release?.at("metadata", own);
    if (said !== undefined) metadata.push(field(own, said));
  }
  const fields = [field("metadata", structOf(metadata)), definition("#bundle", bundle)];
  // Its namespace and values meet those of the instances later, where a conflict can be told in one sentence.
  if (environment !== undefined)
    fields.push(
      definition("#environment", structOf([field("metadata", structOf([field("name", textOf(environment.name))]))])),
    );
  fields.push(field("values", sourceTree(tree, { defaults: true, reveal }).tree));
  return structOf(fields);
}
