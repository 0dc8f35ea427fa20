import type { Picture } from "../../picture/index.ts";

/** What the tab of the browser says. */
export function pageTitle({ module, bundles }: Picture): string {
  return module === undefined ? (bundles[0]?.name ?? "opm") : `${module.name} ${module.version}`;
}
