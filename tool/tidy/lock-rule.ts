import type { Finding, Rule } from "./tree.ts";

interface Lock {
  readonly packages?: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
}

/** The lock file works with every registry and on every platform. */
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
  return out;
};
