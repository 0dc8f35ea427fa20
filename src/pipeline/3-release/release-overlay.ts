import { quoteString } from "../../cue/syntax/index.ts";
import { writeCue } from "../../values/index.ts";
import type { CueText, EnvironmentDefinition, Opaque, ValueNode } from "../../values/index.ts";
import type { Module } from "../2-module/module.ts";
import type { PlatformPolicies } from "../platform/govern.ts";
import { OverlayText } from "./overlay-text.ts";

export interface OverlayInput {
  readonly module: Module;
  readonly name: string;
  /** Absent: the environment gives it. */
  readonly namespace?: string;
  readonly values: ValueNode;
  readonly environment?: EnvironmentDefinition;
  /** What is given for required interfaces: <component>.requires.<alias>. */
  readonly bindings?: readonly ValueNode[];
  /** Policies of the platform, beside the module's own. */
  readonly policies?: PlatformPolicies;
  /** More of the release, as CUE in which `module` is the module's package. */
  readonly lines?: readonly string[];
  readonly reveal?: (secret: Opaque) => string;
}

export const RELEASE_FIELD = "_opmRelease";
export const RELEASE_PACKAGE = "opm_release";
export const PLATFORM_IMPORT = "opm.internal/platform";

/** The virtual file of the release, in the module's folder. */
export function overlayPath(module: Module): string {
  return `${module.path}/_opm_release.cue`;
}

/**
 * The text of that file: one hidden field, so that it can clash with nothing. It is plain CUE; the module is imported,
 * because only then do its references to `#config` mean the `#config` that the values are put into.
 */
export function releaseOverlay(input: OverlayInput): CueText {
  const { module, environment } = input;
  const out = new OverlayText();
  out.line(`package ${RELEASE_PACKAGE}`);
  out.line("");
  out.line("import (");
  out.line('\tcore "opmodel.dev/core@v0"');
  out.line(`\tmodule ${JSON.stringify(moduleImport(module))}`);
  if (input.policies !== undefined) out.line(`\tplatform ${JSON.stringify(PLATFORM_IMPORT)}`);
  out.line(")");
  out.line("");
  out.line(`${RELEASE_FIELD}: core.#ModuleRelease & {`);
  out.line(`metadata: name: ${quoteString(input.name)}`, flagOrigin("--release-name", input.name));
  // Objects carry it, whoever gives it.
  out.line("metadata: namespace: core.#NameType");
  if (input.namespace !== undefined)
    out.line(`metadata: namespace: ${quoteString(input.namespace)}`, flagOrigin("--namespace", input.namespace));
  out.line(`#module: module${module.cue.get().expression ?? ""}`);
  for (const line of input.lines ?? []) out.line(line);
  for (const path of input.policies?.paths ?? []) out.line(`policies: platform.${path}`);
  if (environment !== undefined) writeEnvironment(out, environment, input.reveal);
  for (const binding of input.bindings ?? []) {
    out.line("#bindings: {");
    out.add(writeCue(binding, { ...(input.reveal && { reveal: input.reveal }) }), "bindings");
    out.line("}");
  }
  out.add(writeCue(input.values, { under: "values", defaults: true, ...(input.reveal && { reveal: input.reveal }) }));
  out.line("}");
  return out.done();
}

/** What the overlay imports the module as. */
export function moduleImport({ importPath, packageName }: Module): string {
  return importPath.includes(":") ? importPath : `${importPath}:${packageName}`;
}

// With everything that it inherits; so `extends` is left out.
function writeEnvironment(out: OverlayText, environment: EnvironmentDefinition, reveal: OverlayInput["reveal"]): void {
  out.line("#environment: {");
  out.line(`metadata: name: ${quoteString(environment.name)}`);
  const texts = (name: string, map: ReadonlyMap<string, string>): void => {
    for (const [key, value] of map) out.line(`metadata: ${name}: ${JSON.stringify(key)}: ${quoteString(value)}`);
  };
  texts("labels", environment.labels);
  texts("annotations", environment.annotations);
  const { namespace, namespacePlace: place } = environment;
  if (namespace !== undefined)
    out.line(
      `namespace: ${quoteString(namespace)}`,
      place && { tier: "environment", source: environment.name, file: place.file, span: place.span },
    );
  if (environment.cluster !== undefined) {
    out.line(`cluster: kubeContext: ${quoteString(environment.cluster.kubeContext)}`);
    if (environment.cluster.kubeConfig !== undefined)
      out.line(`cluster: kubeConfig: ${quoteString(environment.cluster.kubeConfig)}`);
  }
  if (environment.values !== undefined)
    out.add(writeCue(environment.values, { under: "values", ...(reveal && { reveal }) }), "environment");
  out.line("}");
}

// A value of the command line as a place, so that a conflict can name both sides.
function flagOrigin(name: string, text: string): CueText["origins"][number] {
  return { tier: "set", file: { name, text }, span: { start: 0, end: text.length } };
}
