// What `--out-dir` wrote, as releases with their objects in the order of applying.
import { idOf, keyOf, orderObjects, policyOf } from "../../cluster/index.ts";
import type { KubeObject } from "../../cluster/index.ts";
import type { ReleaseOrder } from "../../matrix/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Diagnostic, Outcome } from "../../source/index.ts";

interface FolderObject {
  /** Relative to the folder of all releases. */
  readonly file: string;
  readonly object: Readonly<Record<string, unknown>>;
}

export interface ReleaseFolder {
  /** `prod/blog`, `prod/shop/01-api`. */
  readonly path: string;
  readonly objects: readonly (FolderObject & { readonly wave: number })[];
  /** The namespace of most of its objects. */
  readonly namespace: string;
  /** Folders whose releases come first. */
  readonly after: readonly string[];
}

/**
 * One release for each folder that holds manifests. Waves are those that `apply` makes of the same objects; `orders` is
 * what is known by folder of what comes first.
 */
export function releaseFolders(
  objects: readonly FolderObject[],
  orders: ReadonlyMap<string, ReleaseOrder> = new Map(),
): Outcome<readonly ReleaseFolder[]> {
  const diagnostics: Diagnostic[] = [];
  const byFolder = new Map<string, FolderObject[]>();
  for (const one of objects) {
    const folder = one.file.slice(0, Math.max(0, one.file.lastIndexOf("/")));
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), one]);
  }
  const paths = [...byFolder.keys()].sort();
  const value = paths.map((path): ReleaseFolder => {
    const own = byFolder.get(path)!;
    const waves = wavesOf(own, orders.get(path), diagnostics);
    const counts = new Map<string, number>();
    for (const { object } of own) {
      const namespace = (object["metadata"] as { namespace?: unknown } | undefined)?.namespace;
      if (typeof namespace === "string") counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
    }
    const [namespace = ""] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
    const placed = own.map((one, i) => ({ ...one, wave: waves[i]! }));
    placed.sort((a, b) => a.wave - b.wave || (a.file < b.file ? -1 : 1));
    return { path, objects: placed, namespace, after: before(path, paths, orders) };
  });
  return hasErrors(diagnostics) ? { diagnostics } : { value, diagnostics };
}

/** As its order says; without one, `shop/02-web` comes after every `shop/01-…`. */
function before(path: string, paths: readonly string[], orders: ReadonlyMap<string, ReleaseOrder>): string[] {
  const order = orders.get(path);
  if (order !== undefined)
    return paths.filter((other) => {
      const found = orders.get(other);
      return found !== undefined && found.environment === order.environment && order.after.includes(found.release);
    });
  const m = /^(.*\/|)(\d+)-[^/]*$/.exec(path);
  if (m === null) return [];
  const [, parent = "", number = "0"] = m;
  return paths.filter((other) => {
    const n = other.startsWith(parent) ? /^(\d+)-[^/]*$/.exec(other.slice(parent.length))?.[1] : undefined;
    return n !== undefined && Number(n) < Number(number);
  });
}

function wavesOf(own: readonly FolderObject[], order: ReleaseOrder | undefined, diagnostics: Diagnostic[]): number[] {
  const prepared = own.map(({ file, object: data }) => {
    const object = data as unknown as KubeObject;
    const policy = policyOf(object);
    diagnostics.push(...policy.diagnostics);
    const id = idOf(object);
    const name = file.slice(file.lastIndexOf("/") + 1);
    const stated = order?.components.find(({ files }) => files.includes(name));
    const component = stated?.name ?? object.metadata.labels?.["component.opmodel.dev/name"] ?? "";
    return { id, key: keyOf(id), object, component, after: stated?.after ?? [], policy: policy.value! };
  });
  const ordered = orderObjects(prepared.filter(({ policy }) => policy !== undefined));
  diagnostics.push(...ordered.diagnostics);
  const waves = new Map<string, number>();
  for (const [wave, { objects: inWave }] of (ordered.value ?? []).entries())
    for (const { key } of inWave) waves.set(key, wave);
  return prepared.map(({ key }) => waves.get(key) ?? 0);
}
