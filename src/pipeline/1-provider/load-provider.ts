import type { Value } from "../../cue/index.ts";
import { hasErrors, tell, advise } from "../../source/index.ts";
import type { Diagnostic, Outcome } from "../../source/index.ts";
import type { ProviderReference, ProviderValue } from "../0-config/config.ts";
import type { CueAccess } from "../cue-access.ts";
import { CueHandle } from "../cue-handle.ts";
import type { DerivedCache } from "../host.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import { isStruct, plainValue } from "../plain-value.ts";
import type { PlainStruct } from "../plain-value.ts";
import { ProviderStore } from "./provider-store.ts";
import type { PolicyTransformer, Provider, ReleaseTransformer, Transformer, TransformerOriginal } from "./provider.ts";
import { transformerSource } from "./transformer-source.ts";

/**
 * Phase 1: a provider's transformers with their requirements. Nothing of what they render is evaluated; and where the
 * content of the provider is known by its key, what was found before is used again.
 */
export async function loadProvider(
  cue: CueAccess,
  name: string,
  reference: ProviderReference,
  cache?: DerivedCache,
): Promise<Outcome<Provider>> {
  const load = async (): Promise<Outcome<Provider>> => {
    const loaded = await reference.load();
    return loaded.value === undefined ? { diagnostics: loaded.diagnostics } : readProvider(cue, name, loaded.value);
  };
  if (reference.key === undefined || cache === undefined) return load();
  const store = new ProviderStore(reference.key, cache, async () => (await load()).value);
  const kept = store.read();
  if (kept !== undefined) return { value: kept, diagnostics: [] };
  const { value, diagnostics } = await load();
  return value === undefined ? { diagnostics } : { value: store.write(value), diagnostics };
}

function readProvider(cue: CueAccess, name: string, reference: ProviderValue): Outcome<Provider> {
  const root = reference.path.reduce<Value | undefined>((v, step) => v?.field(step), cue.root(reference.instance));
  if (root === undefined || root.text("kind") !== "Provider") return notProvider(cue, name, root);
  const diagnostics: Diagnostic[] = [];
  const read = <T>(field: string, make: (base: ReleaseTransformer, v: Value) => T): T[] => {
    const map = root.field(field);
    if (map === undefined) return [];
    if (map.isWrong) diagnostics.push(...cue.errors(map, {}));
    return map.entries().map(({ name: fqn, value: item }) => {
      const metadata = item.field("metadata");
      if (metadata === undefined || metadata.error() !== undefined) diagnostics.push(...cue.errors(item, {}));
      const base: ReleaseTransformer = {
        fqn,
        name: item.text("metadata", "name") ?? fqn,
        description: item.text("metadata", "description") ?? "",
        cue: new CueHandle(transformerSource(cue, item, originalOf(item, reference, field, fqn))),
      };
      return make(base, item);
    });
  };
  const keys = (v: Value, field: string): string[] => {
    const found = v.field(field);
    return found === undefined ? [] : found.entries().map((f) => f.name);
  };
  const labels = (v: Value, field: string): PlainStruct => {
    const found = v.field(field);
    const data = found && plainValue(found);
    return isStruct(data) ? data : {};
  };
  const transformers = read("transformers", (base, v): Transformer => ({
    ...base,
    requiredLabels: labels(v, "requiredLabels"),
    optionalLabels: labels(v, "optionalLabels"),
    requiredResources: keys(v, "requiredResources"),
    optionalResources: keys(v, "optionalResources"),
    requiredTraits: keys(v, "requiredTraits"),
    optionalTraits: keys(v, "optionalTraits"),
  }));
  const policyTransformers = read("policyTransformers", (base, v): PolicyTransformer => ({
    ...base,
    requiredRules: keys(v, "requiredRules"),
  }));
  const secretsTransformers = read("secretsTransformers", (base) => base);
  if (hasErrors(diagnostics)) return { diagnostics };
  return {
    value: {
      name: root.text("metadata", "name") ?? name,
      description: root.text("metadata", "description") ?? "",
      version: root.text("metadata", "version") ?? "",
      transformers,
      policyTransformers,
      secretsTransformers,
    },
    diagnostics,
  };
}

/**
 * A provider mostly names definitions of other packages; a job that goes straight there evaluates one transformer and
 * not the whole provider.
 */
function originalOf(item: Value, reference: ProviderValue, field: string, fqn: string): TransformerOriginal {
  const imported = item.declarations().find((declaration) => declaration.imported !== undefined)?.imported;
  if (imported !== undefined) return { instance: imported.instance, path: `.${imported.selector}` };
  const steps = [...reference.path, field].map((step) => `.${step}`).join("");
  return { instance: reference.instance, path: `${steps}[${JSON.stringify(fqn)}]` };
}

function notProvider(cue: CueAccess, name: string, root: Value | undefined): Outcome<Provider> {
  const found = root === undefined ? [] : cue.errors(root, {});
  if (found.length > 0) return { diagnostics: found };
  return {
    diagnostics: [
      {
        ...tell(PIPELINE_CODE.badProvider, "the provider {name} is not a core.#Provider", { name }),
        severity: "error",
        hint: advise(PIPELINE_CODE.badProvider, "docs/guide/extending.md shows how to write one"),
      },
    ],
  };
}
