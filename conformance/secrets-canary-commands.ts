// Every command with every flag and output format, from the command table: what is added there is run here.
import { commands } from "../src/cli/index.ts";
import type { CanaryModule } from "./secrets-canary-module.ts";
import { RECIPIENT } from "./secrets-canary-module.ts";
import type { Random } from "./random.ts";

/** One way to call a command, whatever the module. */
export interface Variant {
  readonly name: string;
  /** Whether it takes `--set`, `-f` and their kin. */
  readonly takesValues: boolean;
  /** Output may hold secrets: they were asked for. */
  readonly reveals: boolean;
  words(module: CanaryModule, random: Random): readonly string[];
}

/** What a command is about; commands that are not here read no module and no secret. */
const ARGUMENTS: Readonly<Record<string, (module: CanaryModule, random: Random) => readonly string[]>> = {
  "mod build": () => ["."],
  "mod vet": () => ["."],
  "mod tree": () => ["."],
  "mod eval": () => ["."],
  "mod explain": (_, random) => [
    random.pick([
      "Deployment/web.spec.replicas",
      "Deployment/web.spec.template",
      "Secret/secret-0.data",
      "Secret/shared",
    ]),
    ".",
  ],
  "mod fmt": () => ["."],
  "mod tidy": () => ["."],
  "mod docs": () => ["."],
  "mod schema": () => ["."],
  "mod images": () => ["."],
  "mod plan": () => ["."],
  "mod diff": () => ["."],
  "mod status": () => ["."],
  "mod apply": () => ["."],
  "mod delete": () => ["."],
  check: () => ["."],
  diff: () => ["."],
  "release affected": () => ["releases"],
  "release job": () => ["releases"],
  "release plan": () => ["releases"],
  "bundle plan": () => ["bundle"],
  "argocd generate": () => ["."],
  "argocd parameters": () => ["."],
  "rollout start": () => ["."],
  "template render": () => ["t.tera"],
  "mod publish": () => ["v0.1.0", "."],
  "config vet": () => [],
  "config show": () => [],
  "provider list": () => [],
  "provider show": () => [],
  "release build": () => ["releases"],
  "release vet": () => ["releases"],
  "values inspect": () => ["."],
  "values explain": ({ paths }, random) => [`${random.pick(paths)}${random.pick(["", ".value"])}`, "."],
  "values merge": () => ["."],
  "values validate": () => ["."],
  "values diff": (_, random) => [
    ...random.pick([
      ["production", "staging"],
      ["a.yaml", "b.yaml"],
    ]),
    ".",
  ],
  "values check": () => ["."],
  "env list": () => ["."],
  "env show": (_, random) => [random.pick(["production", "staging"]), "."],
  "env diff": () => ["production", "staging", "."],
  "policy check": (_, random) => [random.pick([".", "releases", "bundle"])],
  "bundle build": () => ["bundle"],
  "bundle vet": () => ["bundle"],
  "bundle tree": () => ["bundle"],
  "secret list": () => ["."],
  "secret check": () => ["."],
  "secret encrypt": (_, random) => [random.pick(["a.yaml", "plain.json", "broken.yaml"])],
  "secret decrypt": (_, random) => [random.pick(["sealed.yaml", "damaged.yaml", "a.yaml"])],
  "secret rotate-keys": (_, random) => [random.pick(["sealed.yaml", "damaged.yaml", "a.yaml"])],
  "template lint": () => ["t.tera"],
  "template vars": () => ["t.tera"],
};

/** Values of options; an option that is not here and takes one is left to the module (`-f`, `--set`) or to other tests. */
const SAMPLES: Readonly<Record<string, string>> = {
  "--out-dir": "out",
  "--trace": "trace.json",
  "--environment": "production",
  "--encrypt-to": RECIPIENT,
  "--to": RECIPIENT,
  "--encrypted-regex": "^s",
  "--shard": "1/2",
  "--platform": "platform.json",
  "--check": "yaml",
  "--map": "svc=x",
};
/** Uninteresting alone: they are tried together. */
const TOGETHER: Readonly<Record<string, string>> = {
  "--namespace": "ns",
  "--release-name": "rel",
  "--provider": "kubernetes",
};
/** What a command cannot do without. */
const NEEDED: Readonly<Record<string, readonly [string, string]>> = {
  "mod publish": ["--registry", "localhost:1+insecure"],
  "secret encrypt": ["--to", RECIPIENT],
};

export function variants(): Variant[] {
  return commands.flatMap(({ name, options = [] }): Variant[] => {
    const subject = ARGUMENTS[name];
    if (subject === undefined) return [];
    const takesValues = options.some(({ flags }) => flags.startsWith("--set "));
    const forms: string[][] = [[], ["--diagnostics", "json"], ["--color", "always"]];
    const together: string[] = [];
    for (const { flags, choices } of options) {
      const [long = ""] = /--[a-z-]+/.exec(flags) ?? [];
      // It is the command without it, again and again.
      if (long === "--watch") continue;
      const sample = SAMPLES[long];
      if (choices !== undefined) for (const choice of choices) forms.push([long, choice]);
      else if (!flags.includes("<")) forms.push([long]);
      else if (TOGETHER[long] !== undefined) together.push(long, TOGETHER[long]);
      else if (sample !== undefined) forms.push([long, sample]);
    }
    if (together.length > 0) forms.push(together);
    // What is published is looked at before the registry is asked, which is not there.
    const [needed, value] = NEEDED[name] ?? [];
    return forms.map((form) => ({
      name: [name, ...form.map((word) => (word === RECIPIENT ? "age1…" : word))].join(" "),
      takesValues,
      reveals:
        form.includes("--reveal-always") ||
        (name === "secret decrypt" && form.includes("--in-place")) ||
        // What a template prints is what it was asked for.
        name === "template render",
      words: (module, random) => [
        ...name.split(" "),
        ...subject(module, random),
        ...form,
        ...(needed === undefined || form.includes(needed) ? [] : [needed, value!]),
      ],
    }));
  });
}
