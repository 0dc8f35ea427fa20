// What happens before jobs run, in one thread: every transformer and component is made ready once.
import type { SourceTree, StructTree, TreeField } from "../../cue/index.ts";
import { isSecret } from "../../secrets/index.ts";
import type { Secret } from "../../secrets/index.ts";
import type { Provider, TransformerSource } from "../1-provider/provider.ts";
import type { Component, Policy, Release } from "../3-release/release.ts";
import type { Plan } from "../4-match/plan.ts";
import type { Plain, PlainStruct } from "../plain-value.ts";
import { givenPlaces } from "../sealed-value.ts";
import { flatLabels, hasLists } from "./flat-labels.ts";
import type { SecretGuard } from "./guard-secrets.ts";
import type { Job } from "./job.ts";
import { given, jobInput, plainFields, plainTree } from "./job-input.ts";
import { givenSelectors } from "./given-selectors.ts";
import type { JobInput } from "./job-input.ts";
import { releaseSecrets } from "./release-secrets.ts";
import type { ReleaseSecrets } from "./release-secrets.ts";

export interface PreparedJob extends Job {
  readonly component: string;
  readonly policy?: string;
}

/** One job for each pair of the plan, in the plan's order, and what is wrong with the release's secrets. */
export interface Preparations {
  readonly jobs: readonly PreparedJob[];
  /** The name that objects carry, if they carry the release's. */
  readonly releaseName?: string;
  readonly secrets: ReleaseSecrets;
  /** Those whose text is known. */
  readonly literals: readonly Secret[];
  /** Labels by which the pods of components are selected, where they say so. */
  readonly selectors: ReturnType<typeof givenSelectors>;
}

export function prepareJobs(plan: Plan, release: Release, provider: Provider): Preparations {
  const secrets = releaseSecrets(release);
  const preparation = new Preparation(release, secrets);
  const transformers = new Map([...provider.transformers, ...provider.policyTransformers].map((t) => [t.fqn, t]));
  const components = new Map(release.components.map((c) => [c.id, c]));
  const policies = new Map(release.policies.map((p) => [p.name, p]));
  const jobs = [
    ...plan.jobs.map(({ component, transformer }) =>
      preparation.componentJob(components.get(component)!, transformer, transformers.get(transformer)!.cue.get()),
    ),
    ...plan.policyJobs.map(({ policy, transformer }) =>
      preparation.policyJob(policies.get(policy)!, transformer, transformers.get(transformer)!.cue.get()),
    ),
    ...provider.secretsTransformers.flatMap((t) => preparation.secretsJob(t.fqn, t.cue.get())),
  ];
  const literals = release.cue
    .get()
    .secrets.map(({ secret }) => secret)
    .filter(isSecret);
  return {
    jobs,
    secrets,
    literals: [...new Set(literals)],
    selectors: givenSelectors(release.components),
    ...(release.namesObjects === true && { releaseName: release.metadata.name }),
  };
}

class Preparation {
  readonly #release: Release;
  readonly #secrets: ReleaseSecrets;
  readonly #guard: SecretGuard;
  readonly #context: JobInput;
  /** By name: each is read once, whatever the number of its jobs. */
  readonly #components = new Map<string, JobInput>();
  #metadata: JobInput | undefined;

  constructor(release: Release, secrets: ReleaseSecrets) {
    this.#secrets = secrets;
    this.#guard = {
      names: new Set([...secrets.names.values(), ...secrets.hashed]),
      given: givenPlaces(release.cue.get().secrets),
    };
    this.#release = release;
    this.#context = jobInput(given("#context", contextTree(release)));
  }

  componentJob(component: Component, fqn: string, transformer: TransformerSource): PreparedJob {
    const job = this.#job(fqn, transformer, `component ${component.id}`, this.#component(component), this.#context);
    return { ...job, component: component.id };
  }

  policyJob(policy: Policy, fqn: string, transformer: TransformerSource): PreparedJob {
    const subject = jobInput(given("#policy", policy.cue.get().snapshot()));
    this.#metadata ??= jobInput(given("#components", plainTree(componentMetadata(this.#release.components))));
    const job = this.#job(fqn, transformer, `policy ${policy.name}`, subject, this.#metadata, this.#context);
    return { ...job, component: "", policy: policy.name };
  }

  secretsJob(fqn: string, transformer: TransformerSource): PreparedJob[] {
    const { groups } = this.#secrets;
    if (Object.keys(groups).length === 0) return [];
    const subject = jobInput(given("#secrets", plainTree(groups)));
    return [{ ...this.#job(fqn, transformer, "secrets of the release", subject, this.#context), component: "" }];
  }

  #job(transformer: string, source: TransformerSource, subject: string, ...inputs: readonly JobInput[]): Job {
    return { transformer, source, subject, inputs, secrets: this.#guard };
  }

  #component(component: Component): JobInput {
    let input = this.#components.get(component.id);
    if (input === undefined) {
      const tree = namedTree(component.cue.get().snapshot(["#resources", "#traits", "#blueprints"]), component);
      const policies = policySpecs(this.#release.policies, component.id);
      const { names, sources } = this.#secrets;
      const about: TreeField[] = [given("#componentMetadata", metadataTree(component, tree))];
      if (policies !== undefined) about.push(given("#policies", plainTree(policies)));
      // Immutable ones carry a hash, and every reference follows it.
      if (names.size > 0) about.push(given("#secretNames", plainTree(Object.fromEntries(names))));
      if (Object.keys(sources).length > 0) about.push(given("#secretSources", plainTree(sources)));
      input = jobInput(given("#component", tree), given("#context", { kind: "struct", fields: about }));
      this.#components.set(component.id, input);
    }
    return input;
  }
}

/** Transformers know the component by the name of its objects. */
function namedTree(tree: StructTree, { objectName }: Component): StructTree {
  if (objectName === undefined) return tree;
  const inside = (struct: StructTree, name: string, change: (value: SourceTree) => SourceTree): StructTree => ({
    ...struct,
    fields: struct.fields.map((f) => (f.selector === name ? { ...f, value: change(f.value) } : f)),
  });
  return inside(tree, "metadata", (metadata) =>
    isStructTree(metadata)
      ? inside(metadata, "name", (name) => ({
          kind: "string",
          text: objectName,
          ...("place" in name && name.place && { place: name.place }),
        }))
      : metadata,
  );
}

const isStructTree = (tree: SourceTree): tree is StructTree => "kind" in tree && tree.kind === "struct";

function contextTree({ metadata, environment, platform }: Release): StructTree {
  const { name, namespace, fqn, version, uuid, labels, annotations } = metadata;
  const about = { name, namespace, fqn, version, uuid };
  return {
    kind: "struct",
    fields: [
      given(
        "#moduleReleaseMetadata",
        plainTree({ ...about, labels: flatLabels(labels), annotations: flatLabels(annotations) }),
      ),
      ...(environment === undefined
        ? []
        : [given("#environmentMetadata", plainTree(environment as unknown as PlainStruct))]),
      ...(platform === undefined ? [] : [given("#platform", plainTree(platform))]),
      ...plainFields({ name, namespace }).fields,
    ],
  };
}

// The component's own, because what is made of it keeps its origin; a copy only where there is a list to write as text.
function metadataTree({ name, objectName = name, labels, annotations }: Component, component: StructTree): SourceTree {
  const own = component.fields.find(({ selector }) => selector === "metadata")?.value;
  if (own !== undefined && !hasLists(labels) && !hasLists(annotations)) return own;
  return plainTree({
    name: objectName,
    labels: flatLabels(labels),
    ...(annotations !== undefined && { annotations: flatLabels(annotations) }),
  });
}

// By name, so that lists made of them do not depend on which file declares what.
function componentMetadata(components: readonly Component[]): PlainStruct {
  return Object.fromEntries(
    components
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, name, objectName, labels, annotations }) => [
        id,
        {
          metadata: { name, labels, ...(annotations !== undefined && { annotations }) },
          ...(objectName !== undefined && { objectName }),
        },
      ]),
  );
}

/** The specs of the rules that hold for a component, by FQN. */
function policySpecs(policies: readonly Policy[], component: string): PlainStruct | undefined {
  const found: Record<string, Plain> = {};
  for (const policy of policies) {
    if (!policy.components.includes(component)) continue;
    for (const { fqn, key } of policy.rules) {
      const spec = (policy.spec as PlainStruct)[key];
      if (spec !== undefined) found[fqn] = spec;
    }
  }
  return Object.keys(found).length === 0 ? undefined : found;
}
