// What happens before jobs run, in one thread: every transformer and component is made ready once.
import type { Instance } from "../../cue/load/index.ts";
import { quoteString } from "../../cue/syntax/index.ts";
import type { Vertex } from "../../cue/value/index.ts";
import type { Provider, TransformerSource } from "../1-provider/provider.ts";
import type { Component, Policy, Release } from "../3-release/release.ts";
import type { Plan } from "../4-match/plan.ts";
import type { CueAccess } from "../cue-access.ts";
import type { Plain, PlainStruct } from "../plain-value.ts";
import { valueSource } from "./component-source.ts";
import type { SourceText } from "./component-source.ts";
import type { Job } from "./job.ts";
import { releaseSecrets } from "./release-secrets.ts";

export interface PreparedJob extends Job {
  readonly component: string;
  readonly policy?: string;
}

interface Source {
  readonly instance: Instance;
  readonly path: string;
  readonly text: SourceText;
}

/** One job for each pair of the plan, in the plan's order. */
export function prepareJobs(cue: CueAccess, plan: Plan, release: Release, provider: Provider): PreparedJob[] {
  const preparation = new Preparation(cue, release);
  const transformers = new Map([...provider.transformers, ...provider.policyTransformers].map((t) => [t.fqn, t]));
  const components = new Map(release.components.map((c) => [c.name, c]));
  const policies = new Map(release.policies.map((p) => [p.name, p]));
  return [
    ...plan.jobs.map(({ component, transformer }) =>
      preparation.componentJob(components.get(component)!, transformer, transformers.get(transformer)!.cue.get()),
    ),
    ...plan.policyJobs.map(({ policy, transformer }) =>
      preparation.policyJob(policies.get(policy)!, transformer, transformers.get(transformer)!.cue.get()),
    ),
    ...provider.secretsTransformers.flatMap((t) => preparation.secretsJob(t.fqn, t.cue.get())),
  ];
}

class Preparation {
  readonly #cue: CueAccess;
  readonly #release: Release;
  readonly #context: Source;
  /** By name: each is serialised once, whatever the number of its jobs. */
  readonly #components = new Map<string, Source>();
  #metadata: Source | undefined;

  constructor(cue: CueAccess, release: Release) {
    this.#cue = cue;
    this.#release = release;
    this.#context = this.#package("release", contextText(release));
  }

  componentJob(component: Component, fqn: string, transformer: TransformerSource): PreparedJob {
    const source = this.#component(component);
    const policies = policySpecs(this.#release.policies, component.name);
    const lines = [
      "#component: subject.component",
      "#context: release.context",
      "#context: #componentMetadata: subject.component.metadata",
      ...(policies === undefined ? [] : [`#context: #policies: ${json(policies)}`]),
    ];
    return {
      ...this.#job(fqn, transformer, `component ${component.name}`, lines, source),
      component: component.name,
    };
  }

  policyJob(policy: Policy, fqn: string, transformer: TransformerSource): PreparedJob {
    const source = this.#value("policy", `policy ${policy.name}`, policy.cue.get(), []);
    this.#metadata ??= this.#package("components", `components: ${json(componentMetadata(this.#release.components))}`);
    const lines = ["#policy: subject.policy", "#components: components.components", "#context: release.context"];
    const job = this.#job(fqn, transformer, `policy ${policy.name}`, lines, source, this.#metadata);
    return { ...job, component: "", policy: policy.name };
  }

  secretsJob(fqn: string, transformer: TransformerSource): PreparedJob[] {
    const groups = releaseSecrets(this.#cue, this.#release);
    if (groups === undefined) return [];
    const source = this.#package("secrets", `secrets: ${json(groups)}`);
    const lines = ["#secrets: subject.secrets", "#context: release.context"];
    return [{ ...this.#job(fqn, transformer, "secrets of the release", lines, source), component: "" }];
  }

  #job(
    fqn: string,
    transformer: TransformerSource,
    subject: string,
    lines: readonly string[],
    source: Source,
    extra?: Source,
  ): Job {
    const text = [
      "package opm_job",
      'import transformer "opm.internal/transformer"',
      'import subject "opm.internal/subject"',
      'import release "opm.internal/release"',
      ...(extra === undefined ? [] : ['import components "opm.internal/components"']),
      `job: transformer${transformer.path}.#transform & {`,
      ...lines,
      "}",
      "",
    ].join("\n");
    const instance = this.#cue.program.synthetic({
      path: `job ${subject}`,
      text,
      packageName: "opm_job",
      imports: new Map([
        ["opm.internal/transformer", transformer.instance],
        ["opm.internal/subject", source.instance],
        ["opm.internal/release", this.#context.instance],
        ...(extra === undefined ? [] : [["opm.internal/components", extra.instance] as const]),
      ]),
    });
    const sources = [source, this.#context, ...(extra === undefined ? [] : [extra])];
    return { transformer: fqn, subject, instance, sources: new Map(sources.map((s) => [s.path, s.text])) };
  }

  #component(component: Component): Source {
    let source = this.#components.get(component.name);
    if (source === undefined) {
      source = this.#value("component", `component ${component.name}`, component.cue.get(), ["#resources", "#traits", "#blueprints"]);
      this.#components.set(component.name, source);
    }
    return source;
  }

  #value(name: string, path: string, value: Vertex, definitions: readonly string[]): Source {
    const { labels, program } = this.#cue;
    const text = valueSource({
      packageName: "opm_subject",
      name,
      value,
      definitions: definitions.flatMap((definition) => {
        const found = this.#cue.field(value, definition);
        return found === undefined ? [] : [{ name: definition, value: found }];
      }),
      labels,
      ordered: (v) => program.runtime.orderedArcs(v),
    });
    return { path, text, instance: program.synthetic({ path, text: text.text, packageName: "opm_subject" }) };
  }

  #package(name: string, body: string): Source {
    const path = `${name} of the release`;
    const text = `package opm_${name}\n${body}\n`;
    const instance = this.#cue.program.synthetic({ path, text, packageName: `opm_${name}` });
    return { path, instance, text: { text, origins: [], paths: [] } };
  }
}

function contextText({ metadata, environment, platform }: Release): string {
  const { name, namespace, fqn, version, uuid, labels, annotations } = metadata;
  return [
    "context: {",
    `#moduleReleaseMetadata: ${json({ name, namespace, fqn, version, uuid, labels, annotations })}`,
    ...(environment === undefined ? [] : [`#environmentMetadata: ${json(environment as unknown as PlainStruct)}`]),
    ...(platform === undefined ? [] : [`#platform: ${json(platform)}`]),
    `name: ${quoteString(name)}`,
    `namespace: ${quoteString(namespace)}`,
    "}",
  ].join("\n");
}

// By name, so that lists made of them do not depend on which file declares what.
function componentMetadata(components: readonly Component[]): PlainStruct {
  return Object.fromEntries(
    components.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, labels, annotations }) => [
      name,
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

/** JSON is CUE, but for the characters that only JSON escapes by halves. */
function json(value: Plain): string {
  if (typeof value === "string") return quoteString(value);
  if (value === null || typeof value !== "object") return String(value);
  if (Array.isArray(value)) return `[${(value as readonly Plain[]).map(json).join(", ")}]`;
  return `{${Object.entries(value as PlainStruct)
    .map(([name, inner]) => `${quoteString(name)}: ${json(inner)}`)
    .join(", ")}}`;
}
