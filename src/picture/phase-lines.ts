// The result of each phase as lines: what a person wants to see of it, and what can be compared with another run.
import type {
  Config,
  Manifest,
  Module,
  Plan,
  Provider,
  Release,
  ReleaseResult,
  RenderResult,
} from "../pipeline/index.ts";
import { inspectValues, leavesOf, secretPathTest } from "../values/index.ts";

/** Parts of both kinds of results. */
type Phases = Partial<Pick<RenderResult, "config" | "module">> & ReleaseResult;

export function phaseLines(
  phase: number,
  { config, provider, module, values, release, plan, manifests }: Phases,
): string[] {
  switch (phase) {
    case 0:
      return config === undefined ? [] : settingLines(config);
    case 1:
      return provider === undefined ? [] : providerLines(provider);
    case 2:
      return module === undefined ? [] : moduleLines(module);
    case 3:
      return [
        ...(values === undefined
          ? []
          : inspectValues(leavesOf(values.tree), secretPathTest(values.secrets)).map(
              (row) => `values.${row.path} = ${row.value}  (${row.source})`,
            )),
        ...(release === undefined ? [] : releaseLines(release)),
      ];
    case 4:
      return plan === undefined ? [] : planLines(plan);
    default:
      return manifests.map(manifestLine);
  }
}

const settingLines = ({ settings }: Config): string[] =>
  Object.entries(settings).map(([name, setting]) =>
    setting === undefined ? `${name}: not set` : `${name}: ${setting.value}  (${setting.source})`,
  );

const providerLines = ({ transformers }: Provider): string[] =>
  transformers.map(({ fqn, requiredLabels, requiredResources, requiredTraits }) =>
    [
      shortFqn(fqn),
      ...Object.entries(requiredLabels).map(([name, value]) => `label ${name}=${String(value)}`),
      ...requiredResources.map((r) => `resource ${shortFqn(r)}`),
      ...requiredTraits.map((t) => `trait ${shortFqn(t)}`),
    ].join("  "),
  );

const moduleLines = ({ metadata, components }: Module): string[] => [
  `module ${metadata.name} ${metadata.version}`,
  ...components.map((name) => `component ${name}`),
];

const releaseLines = ({ metadata, components, policies }: Release): string[] => [
  `release ${metadata.name} in ${metadata.namespace}  ${metadata.uuid}`,
  ...components.flatMap(({ id, resources, traits, blueprints }) => [
    `component ${id}`,
    ...blueprints.map((fqn) => `  blueprint ${shortFqn(fqn)}`),
    ...resources.map((fqn) => `  resource ${shortFqn(fqn)}`),
    ...traits.map((fqn) => `  trait ${shortFqn(fqn)}`),
  ]),
  ...policies.map(({ name, rules }) => `policy ${name}: ${rules.map(({ fqn }) => shortFqn(fqn)).join(", ")}`),
];

const planLines = ({ jobs, unmatched, policyJobs }: Plan): string[] => [
  ...jobs.map(({ component, transformer }) => `${component} → ${shortFqn(transformer)}`),
  ...policyJobs.map(({ policy, transformer }) => `policy ${policy} → ${shortFqn(transformer)}`),
  ...unmatched.map((component) => `${component} → nothing`),
];

const manifestLine = ({ identity: { kind, name, namespace }, component }: Manifest): string =>
  `${kind} ${namespace === "" ? name : `${namespace}/${name}`}${component === "" ? "" : `  (${component})`}`;

export function shortFqn(fqn: string): string {
  return fqn.slice(fqn.indexOf("#") + 1);
}
