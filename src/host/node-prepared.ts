// What a start from a snapshot of the program brings along (tool/snapshot.cjs): packages of the catalog, parsed and
// compiled, and texts that were derived from it.
import { PackageCache } from "../pipeline/index.ts";
import type { DerivedCache } from "../pipeline/index.ts";
import { nodeCatalog } from "./node-catalog.ts";

interface Prepared {
  readonly packages: PackageCache;
  readonly derived: Map<string, string>;
}

let prepared: Prepared | undefined;
let preparing = false;

/** From now on all that is rendered is kept. A second time, only what was derived is: to derive it took much more. */
export function beginPreparing(): void {
  prepared = { packages: PackageCache.forSnapshot(), derived: prepared?.derived ?? new Map() };
  preparing = true;
}

/**
 * Forgets everything that is not of the catalog: other files may be different when the program starts. And every start
 * reads all that is kept, so syntax trees, which are half of it, stay behind.
 */
export function endPreparing(): void {
  preparing = false;
  prepared?.packages.putAway(prepared.packages.keepOnly(nodeCatalog().files));
}

/** For the first who asks: what is added to the packages afterwards belongs to one program. */
export function takePrepared(): Prepared | undefined {
  const taken = prepared;
  if (!preparing) prepared = undefined;
  return taken;
}

/** A cache with more in front of it. While the program is prepared, nothing is written behind. */
export function withDerived({ derived }: Prepared, cache: DerivedCache | undefined): DerivedCache {
  const alone = preparing;
  return {
    get: (key) => derived.get(key) ?? (alone ? undefined : cache?.get(key)),
    put: (key, text) => (alone ? void derived.set(key, text) : cache?.put(key, text)),
  };
}
