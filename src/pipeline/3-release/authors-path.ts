/**
 * A path of a release as the author of its module knows it: the module stands in the release as a field of its own, and
 * an error may be told there as well as where the release refers to it.
 */
export function authorsPath(path: string): string {
  if (!path.startsWith(MODULE)) return path;
  const own = path.slice(MODULE.length);
  if (own.startsWith("#config.")) return own.replace("#config.", "values.");
  return own.replace(/^#components(?=\.|$)/, "components");
}

const MODULE = "_#module.";
