// What happens before jobs run, in one thread: every transformer and component is made ready once.
import { quoteString } from "../../cue/syntax/index.ts";
import type { Vertex } from "../../cue/value/index.ts";
import { isSecret } from "../../secrets/index.ts";
import type { Secret } from "../../secrets/index.ts";
import type { Provider, TransformerSource } from "../1-provider/provider.ts";
import type { Component, Policy, Release } from "../3-release/release.ts";
import type { Plan } from "../4-match/plan.ts";
import type { CueAccess } from "../cue-access.ts";
import type { Plain, PlainStruct } from "../plain-value.ts";
import { givenPlaces } from "../sealed-value.ts";
import { valueSource } from "./component-source.ts";
import { flatLabels, hasLists } from "./flat-labels.ts";
import type { SecretGuard } from "./guard-secrets.ts";
import type { Job, JobPackage } from "./job.ts";
import { json, plainSource } from "./plain-source.ts";
import { releaseSecrets } from "./release-secrets.ts";
import type { ReleaseSecrets } from "./release-secrets.ts";

export interface PreparedJob extends Job {
  readonly component: string;
  readonly policy?: string;
}

/** One job for each pair of the plan, in the plan's order, and what is wrong with the release's secrets. */
export interface Preparations {
  readonly jobs: readonly PreparedJob[];
  readonly secrets: ReleaseSecrets;
  /** Those whose text is known. */
  readonly literals: readonly Secret[];
}

export function prepareJobs(cue: CueAccess, plan: Plan, release: Release, provider: Provider): Preparations {
  const secrets = releaseSecrets(cue, release);
  const preparation = new Preparation(cue, release, secrets);
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
    .text.secrets.map(({ secret }) => secret)
    .filter(isSecret);
  return { jobs, secrets, literals: [...new Set(literals)] };
}

class Preparation {
  readonly #cue: CueAccess;
  readonly #release: Release;
  readonly #secrets: ReleaseSecrets;
  readonly #guard: SecretGuard;
  readonly #context: JobPackage;
  /** By name: each is serialised once, whatever the number of its jobs. */
  readonly #components = new Map<string, JobPackage>();
  #metadata: JobPackage | undefined;

  constructor(cue: CueAccess, release: Release, secrets: ReleaseSecrets) {
    this.#cue = cue;
    this.#secrets = secrets;
    this.#guard = {
      names: new Set([...secrets.names.values(), ...secrets.hashed]),
      given: givenPlaces(release.cue.get().text),
    };
    this.#release = release;
    this.#context = this.#package("release", contextText(release));
  }

  componentJob(component: Component, fqn: string, transformer: TransformerSource): PreparedJob {
    const source = this.#component(component);
    const policies = policySpecs(this.#release.policies, component.id);
    const lines = [
      "#component: subject.component",
      "#context: release.context",
      `#context: #componentMetadata: ${metadataText(component)}`,
      ...(policies === undefined ? [] : [`#context: #policies: ${json(policies)}`]),
      ...this.#secretNames(),
    ];
    return {
      ...this.#job(fqn, transformer, `component ${component.id}`, lines, source),
      component: component.id,
    };
  }

  // Immutable ones carry a hash, and every reference follows it.
  #secretNames(): string[] {
    const { names } = this.#secrets;
    return names.size === 0 ? [] : [`#context: #secretNames: ${json(Object.fromEntries(names))}`];
  }

  policyJob(policy: Policy, fqn: string, transformer: TransformerSource): PreparedJob {
    const source = this.#value("policy", `policy ${policy.name}`, policy.cue.get(), []);
    this.#metadata ??= this.#package("components", `components: ${json(componentMetadata(this.#release.components))}`);
    const lines = ["#policy: subject.policy", "#components: components.components", "#context: release.context"];
    const job = this.#job(fqn, transformer, `policy ${policy.name}`, lines, source, this.#metadata);
    return { ...job, component: "", policy: policy.name };
  }

  secretsJob(fqn: string, transformer: TransformerSource): PreparedJob[] {
    const { groups } = this.#secrets;
    if (Object.keys(groups).length === 0) return [];
    const source = this.#package("secrets", `secrets: `, groups);
    const lines = ["#secrets: subject.secrets", "#context: release.context"];
    return [{ ...this.#job(fqn, transformer, "secrets of the release", lines, source), component: "" }];
  }

  #job(
    fqn: string,
    transformer: TransformerSource,
    subject: string,
    lines: readonly string[],
    source: JobPackage,
    extra?: JobPackage,
  ): Job {
    return {
      transformer: fqn,
      source: transformer,
      subject,
      lines,
      packages: new Map([
        ["subject", source],
        ["release", this.#context],
        ...(extra === undefined ? [] : [["components", extra] as const]),
      ]),
      secrets: this.#guard,
    };
  }

  #component(component: Component): JobPackage {
    let source = this.#components.get(component.id);
    if (source === undefined) {
      source = this.#value("component", `component ${component.id}`, component.cue.get(), [
        "#resources",
        "#traits",
        "#blueprints",
      ]);
      this.#components.set(component.id, source);
    }
    return source;
  }

  #value(name: string, path: string, value: Vertex, definitions: readonly string[]): JobPackage {
    const { labels } = this.#cue;
    const text = valueSource({
      packageName: "opm_subject",
      name,
      value,
      definitions: definitions.flatMap((definition) => {
        const found = this.#cue.field(value, definition);
        return found === undefined ? [] : [{ name: definition, value: found }];
      }),
      labels,
      // As they were declared, which is how a comprehension goes through them; what is printed has an order of its own.
      ordered: (v) => v.arcs,
    });
    return { path, source: text, packageName: "opm_subject" };
  }

  #package(name: string, body: string, data?: Plain): JobPackage {
    const path = `${name} of the release`;
    const head = `package opm_${name}\n${body}`;
    const written = data === undefined ? { text: "", marks: new Map<number, never>() } : plainSource(data, head.length);
    const text = `${head}${written.text}\n`;
    const { marks } = written;
    return { path, packageName: `opm_${name}`, source: { text, origins: [], paths: [], marks } };
  }
}

function contextText({ metadata, environment, platform }: Release): string {
  const { name, namespace, fqn, version, uuid, labels, annotations } = metadata;
  return [
    "context: {",
    `#moduleReleaseMetadata: ${json({ name, namespace, fqn, version, uuid, labels: flatLabels(labels), annotations: flatLabels(annotations) })}`,
    ...(environment === undefined ? [] : [`#environmentMetadata: ${json(environment as unknown as PlainStruct)}`]),
    ...(platform === undefined ? [] : [`#platform: ${json(platform)}`]),
    `name: ${quoteString(name)}`,
    `namespace: ${quoteString(namespace)}`,
    "}",
  ].join("\n");
}

// The component's own, because what is made of it keeps its origin; a copy only where there is a list to write as text.
function metadataText({ name, labels, annotations }: Component): string {
  if (!hasLists(labels) && !hasLists(annotations)) return "subject.component.metadata";
  return json({
    name,
    labels: flatLabels(labels),
    ...(annotations !== undefined && { annotations: flatLabels(annotations) }),
  });
}

// By name, so that lists made of them do not depend on which file declares what.
function componentMetadata(components: readonly Component[]): PlainStruct {
  return Object.fromEntries(
    components
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, name, labels, annotations }) => [
        id,
        { metadata: { name, labels, ...(annotations !== undefined && { annotations }) } },
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
