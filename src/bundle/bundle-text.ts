import { quoteString } from "../cue/syntax/index.ts";
import { OverlayText } from "../pipeline/index.ts";
import type { Module, ReleaseTask } from "../pipeline/index.ts";
import { writeCue } from "../values/index.ts";
import type { CueText, EnvironmentDefinition, ValueNode } from "../values/index.ts";

export interface BundleParts {
  /** The field in the author's package, and so what messages call it. */
  readonly field: string;
  readonly name: string;
  readonly namespace?: string;
  /** What the author of the release says of its labels and annotations, as CUE in which `bundle` is the package. */
  readonly lines: readonly string[];
  readonly tree: ValueNode;
  readonly environment?: EnvironmentDefinition;
  readonly reveal?: NonNullable<ReleaseTask["reveal"]>;
}

/** A package with one field, the bundle with its values. CUE makes the modules' releases of it. */
export function bundleText(
  bundle: Module,
  { field, name, namespace, lines, tree, environment, reveal }: BundleParts,
): CueText {
  const out = new OverlayText();
  out.line("package opm_bundle");
  out.line("import (");
  out.line('\tcore "opmodel.dev/core@v0"');
  out.line('\tbundle "opm.internal/bundle"');
  out.line(")");
  // Quoted, so that it is never taken for an import.
  out.line(`${quoteString(field)}: core.#BundleRelease & {`);
  out.line(`metadata: name: ${quoteString(name)}`);
  if (namespace !== undefined) out.line(`metadata: namespace: ${quoteString(namespace)}`);
  for (const line of lines) out.line(line);
  out.line(`#bundle: bundle${bundle.cue.get().expression ?? ""}`);
  // Its namespace and values meet those of the instances later, where a conflict can be told in one sentence.
  if (environment !== undefined) out.line(`#environment: metadata: name: ${quoteString(environment.name)}`);
  out.add(writeCue(tree, { under: "values", defaults: true, ...(reveal && { reveal }) }));
  out.line("}");
  return out.done();
}
