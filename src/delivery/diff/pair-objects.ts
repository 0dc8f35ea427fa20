import type { Manifest } from "../../pipeline/index.ts";

interface ObjectPair {
  readonly before?: Manifest;
  readonly after?: Manifest;
}

/**
 * Which objects of two renders are the same one. First by group, kind, namespace and name; what is left by name in
 * another namespace, then by what rendered it, where there is only one: an object that is named after its content has
 * a new name with every change.
 */
export function pairObjects(before: readonly Manifest[], after: readonly Manifest[]): ObjectPair[] {
  const left = new Set(before);
  const right = new Set(after);
  const partner = new Map<Manifest, Manifest>();
  for (const key of [exact, named, rendered]) {
    const byKey = groupBy(left, key);
    for (const [text, candidates] of groupBy(right, key)) {
      const others = byKey.get(text);
      if (candidates.length !== 1 || others?.length !== 1) continue;
      partner.set(others[0]!, candidates[0]!);
      left.delete(others[0]!);
      right.delete(candidates[0]!);
    }
  }
  const pairs = before.map((one): ObjectPair => {
    const other = partner.get(one);
    return { before: one, ...(other && { after: other }) };
  });
  return [...pairs, ...after.filter((one) => right.has(one)).map((one): ObjectPair => ({ after: one }))];
}

const exact = ({ identity }: Manifest): string =>
  [identity.group, identity.kind, identity.namespace, identity.name].join("\0");
const named = ({ identity }: Manifest): string => [identity.group, identity.kind, identity.name].join("\0");
const rendered = ({ identity, component, policy, transformer, key }: Manifest): string =>
  [identity.group, identity.kind, component, policy, transformer, key].join("\0");

function groupBy(manifests: ReadonlySet<Manifest>, key: (manifest: Manifest) => string): Map<string, Manifest[]> {
  const out = new Map<string, Manifest[]>();
  for (const manifest of manifests) {
    const text = key(manifest);
    const group = out.get(text);
    if (group === undefined) out.set(text, [manifest]);
    else group.push(manifest);
  }
  return out;
}
