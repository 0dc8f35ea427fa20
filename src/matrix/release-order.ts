// What comes before what, kept beside rendered manifests: they do not say it themselves, and whoever exports a folder
// has nothing else. It is a file of the release like any other, so shards, caches and merges carry it along.
import { componentNeeds } from "../pipeline/index.ts";
import type { Release, ReleaseJob } from "../pipeline/index.ts";

/** No ending that `kubectl apply -f FOLDER` would read. */
export const ORDER_FILE = ".opm-order";

export interface ReleaseOrder {
  /** `shop.web`: what others name it by, in the same environment. */
  readonly release: string;
  readonly environment?: string;
  /** Releases that come first, by their names. */
  readonly after: readonly string[];
  readonly components: readonly ComponentOrder[];
}

interface ComponentOrder {
  readonly name: string;
  /** Names of the files with its objects. */
  readonly files: readonly string[];
  /** Components that provide what it requires. */
  readonly after: readonly string[];
}

/** The same graph that `apply` uses: what components require of each other, and the instances of a bundle. */
export interface KnownOrder extends Omit<ReleaseOrder, "components"> {
  readonly needs: ReadonlyMap<string, readonly string[]>;
}

/** Undefined for a release that nothing comes before or after. */
export function knownOrder(
  { field, after = [], task, authored }: ReleaseJob,
  release: Release | undefined,
): KnownOrder | undefined {
  const needs = componentNeeds(release?.components ?? []);
  const isPart = authored?.bundle !== undefined;
  if (!isPart && [...needs.values()].every((list) => list.length === 0)) return undefined;
  const bundle = field.slice(0, field.lastIndexOf(".") + 1);
  return {
    release: field,
    ...(task.environment && { environment: task.environment.name }),
    after: after.map((instance) => `${bundle}${instance}`),
    needs,
  };
}

/** `files`: each with the component whose object it holds. */
export function orderText(
  { needs, ...order }: KnownOrder,
  files: readonly { readonly name: string; readonly component: string }[],
): string {
  const named = new Set([...needs].flatMap(([name, after]) => (after.length === 0 ? [] : [name, ...after])));
  const components = [...named].sort().map((name): ComponentOrder => ({
    name,
    files: files.filter(({ component }) => component === name).map((file) => file.name),
    after: needs.get(name) ?? [],
  }));
  return `${JSON.stringify({ version: 1, ...order, components }, null, 2)}\n`;
}

/** Undefined if a text says nothing of the kind. */
export function parseOrder(text: string): ReleaseOrder | undefined {
  try {
    const { version, ...order } = JSON.parse(text) as Partial<ReleaseOrder> & { version?: unknown };
    const whole =
      version === 1 &&
      typeof order.release === "string" &&
      isTexts(order.after) &&
      Array.isArray(order.components) &&
      order.components.every(
        (one: Partial<ComponentOrder> | null) =>
          typeof one === "object" &&
          one !== null &&
          typeof one.name === "string" &&
          isTexts(one.files) &&
          isTexts(one.after),
      );
    return whole ? (order as ReleaseOrder) : undefined;
  } catch {
    return undefined;
  }
}

const isTexts = (list: unknown): boolean => Array.isArray(list) && list.every((item) => typeof item === "string");
