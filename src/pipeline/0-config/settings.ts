import type { Config, Setting, SettingName } from "./config.ts";

export type SettingFlags = Readonly<Partial<Record<SettingName, string>>>;

type Candidate = Omit<Setting, "shadowed">;

const VARIABLES: Readonly<Partial<Record<SettingName, string>>> = {
  registry: "OPM_REGISTRY",
  provider: "OPM_PROVIDER",
  namespace: "OPM_NAMESPACE",
  kubeconfig: "OPM_KUBECONFIG",
  context: "OPM_CONTEXT",
  platform: "OPM_PLATFORM",
};

const FLAGS: Readonly<Partial<Record<SettingName, string>>> = {
  registry: "--registry",
  provider: "--provider",
  namespace: "--namespace",
  kubeconfig: "--kubeconfig",
  context: "--context",
  platform: "--platform",
};

const DEFAULTS: Readonly<Partial<Record<SettingName, string>>> = { timestamps: "true", apiWarnings: "warn" };

const NAMES: readonly SettingName[] = [
  "registry",
  "provider",
  "namespace",
  "kubeconfig",
  "context",
  "cacheDir",
  "platform",
  "timestamps",
  "apiWarnings",
];

/** Flag over environment over files, strongest first, over default (PIPE-2); what loses is kept, to be shown. */
export function resolveSettings(
  flags: SettingFlags,
  env: Readonly<Record<string, string | undefined>>,
  ...configs: readonly Readonly<Partial<Record<SettingName, Candidate>>>[]
): Config["settings"] {
  const out: Partial<Record<SettingName, Setting>> = {};
  for (const name of NAMES) {
    const candidates: Candidate[] = [];
    const flag = flags[name];
    if (flag !== undefined) candidates.push({ value: flag, source: "flag", from: FLAGS[name] ?? `--${name}` });
    const variable = VARIABLES[name];
    const fromEnv = variable === undefined ? undefined : env[variable] || undefined;
    if (fromEnv !== undefined) candidates.push({ value: fromEnv, source: "env", from: variable! });
    for (const config of configs) if (config[name] !== undefined) candidates.push(config[name]);
    const preset = DEFAULTS[name];
    if (preset !== undefined) candidates.push({ value: preset, source: "default", from: "built in" });
    const [winner, ...shadowed] = candidates;
    if (winner !== undefined)
      out[name] = {
        value: winner.value,
        source: winner.source,
        from: winner.from,
        ...(winner.file !== undefined && { file: winner.file }),
        shadowed: shadowed.map(({ value, source, from }) => ({ value, source, from })),
      };
  }
  return out;
}
