import type { ArgumentSpec, CommandModule, CommandSpec, OptionSpec } from "./command-spec.ts";
import { modulePath, release } from "./module-commands.ts";

/** Which cluster. */
export const clusterOptions: readonly OptionSpec[] = [
  {
    flags: "--kubeconfig <file>",
    summary: "the kubeconfig (default: KUBECONFIG, then ~/.kube/config)",
    complete: "file",
  },
  {
    flags: "--context <name>",
    summary: "its context (default: the environment's, then the current one)",
    complete: { asks: "context" },
  },
];

const output = (...choices: string[]): OptionSpec => ({
  flags: "-o, --output <format>",
  summary: "how to print it; json of a run is one event a line",
  choices,
});

export const planning: readonly OptionSpec[] = [
  {
    flags: "--prune <how>",
    summary: "what becomes of objects that the release no longer has (default: ask)",
    choices: ["ask", "yes", "no"],
  },
  { flags: "--force-conflicts", summary: "take fields that others own" },
  {
    flags: "--force-conflicts-of <what>",
    summary: "only those: --force-conflicts=FIELD or =MANAGER",
    repeatable: true,
  },
  { flags: "--adopt", summary: "take over objects that other tools made" },
  { flags: "--adopt-of <object>", summary: "only those: --adopt=Kind/name", repeatable: true },
  { flags: "--recreate", summary: "delete and make again what cannot be changed" },
  { flags: "--recreate-of <object>", summary: "only those: --recreate=Kind/name", repeatable: true },
  {
    flags: "--allow-delete <object>",
    summary: "let a claim, volume, namespace or definition go, or more than the limits allow: Kind or Kind/name",
    repeatable: true,
  },
  { flags: "--create-namespace", summary: "make the release's namespace if it is not there" },
];

const waiting: readonly OptionSpec[] = [
  { flags: "--wait", summary: "wait until everything is ready (the default)" },
  { flags: "--no-wait", summary: "do not wait" },
  { flags: "--timeout <time>", summary: "how long to wait at most (default: 5m)" },
  { flags: "--no-activity-timeout <time>", summary: "stop waiting when nothing changes for so long" },
];

const running: readonly OptionSpec[] = [
  ...waiting,
  { flags: "--rollback-on-failure", summary: "go back to the last revision that worked if this one does not" },
  { flags: "--dry-run", summary: "only show what would happen" },
  { flags: "-y, --yes", summary: "do not ask" },
];

const saving: readonly OptionSpec[] = [
  { flags: "--save <file>", summary: "only write the plan there, for apply to do exactly that", complete: "file" },
  { flags: "--sign <key>", summary: "sign it with this private key (PEM, ed25519)", complete: "file" },
];

const exitFlag: OptionSpec = { flags: "--exit-code", summary: "exit with 10 if anything would change" };

type Noun = "mod" | "release" | "bundle";

const things: Readonly<Record<Noun, string>> = { mod: "a module", release: "releases", bundle: "bundles" };

const paths: Readonly<Record<Noun, readonly ArgumentSpec[]>> = {
  mod: [modulePath],
  release: [
    { name: "path", summary: "the folder of the package (default: .)", optional: true, complete: "directory" },
    { name: "name", summary: "fields with a #ModuleRelease (default: all)", optional: true, variadic: true },
  ],
  bundle: [
    { name: "path", summary: "the folder of the bundle's package (default: .)", optional: true, complete: "directory" },
    { name: "names", summary: "bundles or releases of bundles (default: all)", optional: true, variadic: true },
  ],
};

interface Verb {
  readonly verb: string;
  summary(thing: string): string;
  readonly options: readonly OptionSpec[];
  readonly example: (noun: Noun) => readonly { line: string; says: string }[];
}

const folder: Readonly<Record<Noun, string>> = {
  mod: "examples/hello",
  release: "examples/bundle",
  bundle: "examples/bundle",
};

const verbs: readonly Verb[] = [
  {
    verb: "plan",
    summary: (thing) => `Show what applying ${thing} would do to the cluster, and why; nothing is changed`,
    options: [output("table", "json", "yaml"), ...saving, ...planning, exitFlag],
    example: (noun) => [
      { line: `opm ${noun} plan ${folder[noun]}`, says: "every step and its reason" },
      { line: `opm ${noun} plan ${folder[noun]} --save plan.json`, says: "to be looked at, then applied" },
    ],
  },
  {
    verb: "apply",
    summary: (thing) => `Apply ${thing} to the cluster, wait until it is ready, and prune what it no longer has`,
    options: [
      output("table", "json"),
      { flags: "--plan <file>", summary: "do exactly what this plan says, or nothing", complete: "file" },
      { flags: "--verify <key>", summary: "the plan must be signed by this public key (PEM)", complete: "file" },
      ...planning,
      ...running,
    ],
    example: (noun) => [
      { line: `opm ${noun} apply ${folder[noun]}`, says: "and wait for it" },
      { line: `opm ${noun} apply ${folder[noun]} --plan plan.json`, says: "what was planned, or nothing" },
    ],
  },
  {
    verb: "diff",
    summary: (thing) => `Compare ${thing} with the cluster: for each field who set the new value, and who the old one`,
    options: [output("table", "json", "yaml"), ...planning, exitFlag],
    example: (noun) => [{ line: `opm ${noun} diff ${folder[noun]}`, says: "changes of ours, drift of the cluster" }],
  },
  {
    verb: "status",
    summary: (thing) => `Show what ${thing} is like in the cluster: components, objects, pods, drift`,
    options: [output("table", "json", "yaml"), { flags: "--no-drift", summary: "do not look for drift" }],
    example: (noun) => [{ line: `opm ${noun} status ${folder[noun]}`, says: "is it well?" }],
  },
  {
    verb: "delete",
    summary: (thing) => `Remove ${thing} from the cluster; claims, namespaces and definitions only by name`,
    options: [
      output("table", "json"),
      planning.find(({ flags }) => flags.startsWith("--allow-delete"))!,
      ...waiting.filter(({ flags }) => flags.startsWith("--timeout")),
      { flags: "--dry-run", summary: "only show what would happen" },
      { flags: "-y, --yes", summary: "do not ask" },
    ],
    example: (noun) => [{ line: `opm ${noun} delete ${folder[noun]}`, says: "all of it, with its record" }],
  },
  {
    verb: "history",
    summary: (thing) => `List the revisions of ${thing} that the cluster remembers`,
    options: [
      output("table", "json", "yaml"),
      { flags: "--logs [revision]", summary: "what the Jobs of a revision said (default: of the last that ran any)" },
    ],
    example: (noun) => [
      { line: `opm ${noun} history ${folder[noun]}`, says: "who, when, what, and how it went" },
      { line: `opm ${noun} history ${folder[noun]} --logs`, says: "what its Jobs said, kept when they ended" },
    ],
  },
  {
    verb: "rollback",
    summary: (thing) => `Apply an earlier revision of ${thing} again`,
    options: [
      output("table", "json"),
      { flags: "--to <revision>", summary: "which (default: the last that worked before this one)" },
      { flags: "--keep-secrets", summary: "leave Secrets as they are where that revision's data is gone" },
      ...saving,
      ...planning,
      ...running.filter(({ flags }) => !flags.startsWith("--rollback")),
    ],
    example: (noun) => [
      { line: `opm ${noun} rollback ${folder[noun]} --to 3`, says: "as it was then" },
      { line: `opm ${noun} rollback ${folder[noun]} --save plan.json`, says: "to be looked at; apply --plan does it" },
    ],
  },
];

const load: Readonly<Record<string, () => Promise<CommandModule>>> = {
  "mod plan": () => import("./command/mod-plan.ts"),
  "mod apply": () => import("./command/mod-apply.ts"),
  "mod diff": () => import("./command/mod-diff.ts"),
  "mod status": () => import("./command/mod-status.ts"),
  "mod delete": () => import("./command/mod-delete.ts"),
  "mod history": () => import("./command/mod-history.ts"),
  "mod rollback": () => import("./command/mod-rollback.ts"),
  "release plan": () => import("./command/release-plan.ts"),
  "release apply": () => import("./command/release-apply.ts"),
  "release diff": () => import("./command/release-diff.ts"),
  "release status": () => import("./command/release-status.ts"),
  "release delete": () => import("./command/release-delete.ts"),
  "release history": () => import("./command/release-history.ts"),
  "release rollback": () => import("./command/release-rollback.ts"),
  "bundle plan": () => import("./command/bundle-plan.ts"),
  "bundle apply": () => import("./command/bundle-apply.ts"),
  "bundle diff": () => import("./command/bundle-diff.ts"),
  "bundle status": () => import("./command/bundle-status.ts"),
  "bundle delete": () => import("./command/bundle-delete.ts"),
  "bundle history": () => import("./command/bundle-history.ts"),
  "bundle rollback": () => import("./command/bundle-rollback.ts"),
};

/** Without a cluster: as `release affected`. */
const since: readonly OptionSpec[] = [
  {
    flags: "--since <revision>",
    summary: "instead of a cluster's changes, the releases that changes since this git revision touch, with the reason",
  },
  { flags: "--cache <where>", summary: "renders of earlier runs, as for release build", complete: "directory" },
];

/** Commands that reach a cluster. */
export const clusterCommands: readonly CommandSpec[] = [
  ...(["mod", "release", "bundle"] as const).flatMap((noun) =>
    verbs.map(({ verb, summary, options, example }): CommandSpec => ({
      name: `${noun} ${verb}`,
      summary: summary(things[noun]),
      arguments: paths[noun],
      options: [...options, ...(noun === "release" && verb === "plan" ? since : []), ...clusterOptions, ...release],
      examples: example(noun),
      load: load[`${noun} ${verb}`]!,
    })),
  ),
  ...(
    [
      [
        "start",
        "Roll a module out over its environments, wave by wave; or go on with what was begun",
        () => import("./command/rollout-start.ts"),
      ],
      ["status", "Show how far a rollout is", () => import("./command/rollout-status.ts")],
      ["approve", "Let the wave begin that waits for an approval", () => import("./command/rollout-approve.ts")],
      ["pause", "Begin nothing more until it is resumed", () => import("./command/rollout-pause.ts")],
      ["resume", "Let a paused rollout go on", () => import("./command/rollout-resume.ts")],
      ["abort", "End a rollout where it is; what is deployed stays", () => import("./command/rollout-abort.ts")],
    ] as const
  ).map(([verb, summary, loaded]): CommandSpec => ({
    name: `rollout ${verb}`,
    summary,
    arguments: [modulePath],
    options: [
      output("table", "json", "yaml"),
      ...(verb === "start" ? [...planning, ...running] : []),
      ...clusterOptions,
      ...release,
    ],
    examples: [{ line: `opm rollout ${verb} examples/environments`, says: "dev, staging, then both regions" }],
    load: loaded,
  })),
  {
    name: "list",
    summary: "List the releases in a cluster",
    options: [
      output("table", "json", "yaml"),
      { flags: "-A, --all-namespaces", summary: "of every namespace" },
      { flags: "-n, --namespace <name>", summary: "of this namespace (default: the context's)" },
      ...clusterOptions,
    ],
    examples: [{ line: "opm list -A", says: "everything that opm runs there" }],
    load: () => import("./command/list.ts"),
  },
];
