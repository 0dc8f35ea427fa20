import type { Finding, Rule } from "./tree.ts";

interface Locked {
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages?: Readonly<Record<string, Locked>>;
}

/**
 * The lock file works with every registry and on every platform, and says by a digest what each package is: all but
 * programs of development for other platforms, where the registry that wrote the file did not have them.
 */
export const lockFileServesAll: Rule = (tree) => {
  const path = "package-lock.json";
  const text = tree.get(path) ?? "{}";
  const out: Finding[] = [];
  if (/"resolved": "https?:/.test(text)) {
    const remedy = "keep omit-lockfile-registry-resolved=true in .npmrc and write the file again";
    out.push({ rule: "lock", path, problem: "it names a registry host", remedy });
  }
  const packages = (JSON.parse(text) as Lock).packages ?? {};
  for (const name of Object.values(packages).flatMap((p) => Object.keys(p.optionalDependencies ?? {}))) {
    if (packages[`node_modules/${name}`]) continue;
    const problem = `${name} is missing, so npm ci refuses the file`;
    out.push({ rule: "lock", path, problem, remedy: "run node tool/complete-lock.mjs" });
  }
  for (const [name, { integrity, link, dev, optional }] of Object.entries(packages)) {
    if (name === "" || integrity || link || (dev && optional)) continue;
    const problem = `${name} has no digest, so that anything could be installed for it`;
    out.push({ rule: "lock", path, problem, remedy: "run node tool/complete-lock.mjs" });
  }
  return out;
};
