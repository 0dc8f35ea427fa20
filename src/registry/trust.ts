// Which keys and identities may sign which modules: a platform's decision, checked for every module of a graph when it is loaded.
import { failure, formatModuleVersion, modulePathOf } from "../cue/module/index.ts";
import type { ModuleVersion, Result } from "../cue/module/index.ts";
import type { ModuleSource, Registry } from "../cue/load/index.ts";
import { readIdentity } from "./keyless/keyless-verifier.ts";
import type { IdentityRule } from "./keyless/keyless-verifier.ts";

interface TrustRule<Key> {
  /** Of module paths: `example.com/platform/`. The longest that fits counts. */
  readonly prefix: string;
  readonly keys: readonly Key[];
  /** Who may sign without a key, with certificates that the trusted root vouches for. */
  readonly identities: readonly IdentityRule[];
}

interface TrustPolicy<Key> {
  readonly rules: readonly TrustRule<Key>[];
  /** A file: whose certificates and which logs are believed. */
  readonly trustedRoot?: string;
  /** Modules that no rule is about. */
  readonly others: "refuse" | "allow";
}

/** The policy that data describes, with files of keys by their names; a text: what is wrong. */
export function readTrust(data: unknown): TrustPolicy<string> | string {
  if (typeof data !== "object" || data === null) return "it holds no fields";
  const { modules, others = "refuse", trustedRoot, ...rest } = data as Record<string, unknown>;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) return `it has a field ${unknown}; there are modules, others and trustedRoot`;
  if (trustedRoot !== undefined && typeof trustedRoot !== "string") return "trustedRoot is the name of a file";
  if (others !== "refuse" && others !== "allow") return "others is refuse or allow";
  if (!Array.isArray(modules)) return "modules is a list of {prefix, keys}";
  const rules: TrustRule<string>[] = [];
  for (const rule of modules as unknown[]) {
    const { prefix, keys: given, identities: people = [], ...more } = (rule ?? {}) as Record<string, unknown>;
    const keys = given ?? (Array.isArray(people) && people.length > 0 ? [] : undefined);
    if (typeof prefix !== "string" || !Array.isArray(keys) || !keys.every((key) => typeof key === "string"))
      return "each of modules is {prefix: text, keys: [files], identities: [{issuer, subject}]}";
    if (Object.keys(more).length > 0)
      return `a rule has a field ${Object.keys(more)[0]}; there are prefix, keys and identities`;
    if (!Array.isArray(people)) return "identities is a list of {issuer, subject}";
    const identities = people.map(readIdentity);
    const wrong = identities.find((one) => typeof one === "string");
    if (wrong !== undefined) return wrong;
    if (identities.length > 0 && trustedRoot === undefined)
      return "identities need a trustedRoot: who vouches for their certificates";
    rules.push({ prefix, keys: keys as string[], identities: identities as IdentityRule[] });
  }
  return { rules, others, ...(trustedRoot !== undefined && { trustedRoot }) };
}

/** `example.com/web` is below `example.com/web` and `example.com/`, and not below `example.com/we`. */
export function ruleFor<Key>({ rules }: TrustPolicy<Key>, path: string): TrustRule<Key> | undefined {
  const fits = rules.filter(
    ({ prefix }) => path === prefix || path.startsWith(prefix.endsWith("/") || prefix === "" ? prefix : `${prefix}/`),
  );
  return fits.sort((a, b) => b.prefix.length - a.prefix.length)[0];
}

export interface TrustCheck {
  /** Undefined: no key is asked for. */
  keysFor(path: string): { readonly keys: number } | "refused" | undefined;
  /** Whether this content was verified before, on this machine, with the keys of today. */
  known(m: ModuleVersion, source: ModuleSource): boolean;
  /** Asks the registry; a text: why it is not trusted. */
  verify(m: ModuleVersion, source: ModuleSource): Promise<string | undefined>;
}

/** Modules that are not signed as they should be are not there. */
export function trustedRegistry(registry: Registry, check: () => Promise<TrustCheck | undefined>): Registry {
  const done = new Map<string, string | undefined>();
  let ready: TrustCheck | undefined | null = null;
  const refused = (m: ModuleVersion, why: string): Result<never> =>
    failure(`module ${formatModuleVersion(m)}: ${why}`, false, "import");
  const judge = async (m: ModuleVersion, source: ModuleSource): Promise<Result<ModuleSource>> => {
    ready = (await check()) ?? undefined;
    if (ready === undefined) return { ok: true, value: source };
    const asked = ready.keysFor(modulePathOf(m));
    if (asked === undefined) return { ok: true, value: source };
    if (asked === "refused") return refused(m, "the platform trusts no key for it");
    const name = formatModuleVersion(m);
    if (!done.has(name)) done.set(name, ready.known(m, source) ? undefined : await ready.verify(m, source));
    const why = done.get(name);
    return why === undefined ? { ok: true, value: source } : refused(m, why);
  };
  return {
    moduleFile: (m) => registry.moduleFile(m),
    fetch: async (m) => {
      const found = await registry.fetch(m);
      return found.ok ? judge(m, found.value) : found;
    },
    versions: (path) => registry.versions(path),
    cachedModuleFile: (m) => registry.cachedModuleFile(m),
    // Whether it may be used is only known after a question that takes time: `fetch` asks it.
    cachedSource: (m) => {
      const found = registry.cachedSource(m);
      if (found === undefined || !found.ok) return found;
      const name = formatModuleVersion(m);
      if (ready === undefined || (done.has(name) && done.get(name) === undefined)) return found;
      return undefined;
    },
  };
}
