/**
 * Which registry serves which module: the text form of CUE_REGISTRY
 * (`[prefix=]host[:port][/repository][+secure|+insecure]`, comma-separated, or "none").
 */
import { checkModuleBasePath, quote } from "../cue/module/index.ts";
import { isValidHost, isValidTag, parseReference } from "./reference.ts";
import { sha256Hex } from "./digest.ts";
import { isLoopback } from "./loopback.ts";

export type PathEncoding = "path" | "hashAsRepo" | "hashAsTag";

export interface RegistryRoute {
  /** The text it was made from. */
  readonly registry: string;
  /** No registry at all for these modules. */
  readonly none: boolean;
  readonly host: string;
  readonly repository: string;
  readonly insecure: boolean;
  readonly pathEncoding: PathEncoding;
  readonly prefixForTags: string;
  readonly stripPrefix: boolean;
}

interface RegistryHost {
  readonly name: string;
  readonly insecure: boolean;
}

export interface RegistryLocation {
  readonly host: string;
  readonly insecure: boolean;
  readonly repository: string;
  /** The tag of a version; for an empty version the prefix that all tags of the module have. */
  readonly tag: string;
}

export interface RegistryRoutes {
  /** By module path prefix. */
  readonly byPrefix: ReadonlyMap<string, RegistryRoute>;
  readonly fallback: RegistryRoute;
}

export const defaultRegistryHost = "registry.cue.works";

/** Routes from the text form, or the reason why it is not valid. */
export function parseRoutes(text: string, catchAll = defaultRegistryHost): RegistryRoutes | string {
  if (text === "" && catchAll === "") return "no catch-all registry or default";
  const byPrefix = new Map<string, RegistryRoute>();
  let fallback: RegistryRoute | undefined;
  for (const part of (text === "" ? catchAll : text).split(",")) {
    const equals = part.indexOf("=");
    let prefix = "";
    let target = part;
    if (equals < 0) {
      if (part === "") return "empty registry part";
      if (fallback !== undefined) return "duplicate catch-all registry";
    } else {
      prefix = part.slice(0, equals);
      target = part.slice(equals + 1);
      if (prefix === "") return "empty module prefix";
      if (target === "") return "empty registry reference";
      const bad = checkModuleBasePath(prefix);
      if (bad !== undefined) return `invalid module path ${quote(prefix)}: ${bad}`;
      if (byPrefix.has(prefix)) return `duplicate module prefix ${quote(prefix)}`;
    }
    const route = parseRoute(target);
    if (typeof route === "string") return `invalid registry ${quote(target)}: ${route}`;
    if (prefix === "") fallback = route;
    else byPrefix.set(prefix, route);
  }
  return completeRoutes(byPrefix, fallback, catchAll);
}

/** Fills in the catch-all registry and checks that no host is asked for both ways. */
export function completeRoutes(
  byPrefix: Map<string, RegistryRoute>,
  fallback: RegistryRoute | undefined,
  catchAll: string,
): RegistryRoutes | string {
  if (fallback === undefined) {
    if (catchAll === "") return "no default catch-all registry provided";
    const route = parseRoute(catchAll);
    if (typeof route === "string") return `invalid catch-all registry ${quote(catchAll)}: ${route}`;
    fallback = route;
  }
  const hosts = new Map<string, boolean>();
  for (const route of [...byPrefix.values(), fallback]) {
    if (route.none) continue;
    const known = hosts.get(route.host);
    if (known !== undefined && known !== route.insecure) {
      return `registry host ${quote(route.host)} is specified both as secure and insecure`;
    }
    hosts.set(route.host, route.insecure);
  }
  return { byPrefix, fallback };
}

export function allHosts(routes: RegistryRoutes): RegistryHost[] {
  const hosts = new Map<string, boolean>();
  for (const route of [...routes.byPrefix.values(), routes.fallback]) {
    if (!route.none) hosts.set(route.host, route.insecure);
  }
  return [...hosts.keys()].sort().map((name) => ({ name, insecure: hosts.get(name)! }));
}

/** One registry text, e.g. "localhost:5000/repo+insecure". */
export function parseRoute(text: string): RegistryRoute | string {
  const base = { registry: text, none: false, pathEncoding: "path", prefixForTags: "", stripPrefix: false } as const;
  if (text === "none") return { ...base, none: true, host: "", repository: "", insecure: false };
  let rest = text;
  let suffix = "";
  const plus = text.lastIndexOf("+");
  if (plus > 0) {
    suffix = text.slice(plus);
    rest = text.slice(0, plus);
  }
  let host = rest;
  let repository = "";
  if (rest.includes("/")) {
    const ref = parseReference(rest);
    if (typeof ref === "string") return ref;
    if (ref.tag !== "" || ref.digest !== "") return "cannot have an associated tag or digest";
    host = ref.host;
    repository = ref.repository;
  } else if (!isValidHost(rest)) return `invalid host name ${quote(rest)} in registry`;
  if (suffix !== "" && suffix !== "+insecure" && suffix !== "+secure") {
    return `unknown suffix (${quote(suffix)}), need +insecure, +secure or no suffix)`;
  }
  // This machine is spoken to in plain HTTP unless told otherwise.
  const insecure = suffix === "" ? isLoopback(host) : suffix === "+insecure";
  return { ...base, host, repository, insecure };
}

/** Checks of a route that has more than its text; the text "" if all is well. */
export function checkRoute(route: RegistryRoute): string | undefined {
  if (route.prefixForTags !== "" && !isValidTag(route.prefixForTags))
    return `invalid tag prefix ${quote(route.prefixForTags)}`;
  if (!route.stripPrefix) return undefined;
  if (route.pathEncoding !== "path") return "cannot strip prefix unless using path encoding";
  if (route.repository === "") return "use of stripPrefix requires a non-empty repository within the registry";
  return undefined;
}

/** Where a module version lives; undefined if it has no registry. The path comes without a version. */
export async function locate(
  routes: RegistryRoutes,
  path: string,
  version: string,
): Promise<RegistryLocation | undefined> {
  if (path === "") return undefined;
  let prefix = "";
  let route = routes.fallback;
  for (const [candidate, r] of routes.byPrefix) {
    if (path !== candidate && !path.startsWith(`${candidate}/`)) continue;
    if (candidate.length < prefix.length) continue;
    prefix = candidate;
    route = r;
  }
  if (route.none) return undefined;
  let repository = route.repository;
  let tag = route.prefixForTags + version;
  if (route.pathEncoding === "path") {
    const sub = route.stripPrefix ? path.slice(prefix.length).replace(/^\//, "") : path;
    repository = [route.repository, sub].filter((s) => s !== "").join("/");
  } else {
    const hash = await sha256Hex(new TextEncoder().encode(path));
    if (route.pathEncoding === "hashAsRepo") repository = `${route.repository}/${hash}`;
    else tag = `${route.prefixForTags}${hash}-${version}`;
  }
  return { host: route.host, insecure: route.insecure, repository, tag };
}
