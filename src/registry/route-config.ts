/** The value of CUE_REGISTRY in all its forms: the text form, `simple:`, `inline:CUE` and `file:PATH`. */
import { SourceFile } from "../source/index.ts";
import { reasonDiagnostic } from "../cue/index.ts";
import {
  checkModuleBasePath,
  failure,
  formatFault,
  makeFault,
  pathElement,
  quote,
  readData,
  success,
} from "../cue/module/index.ts";
import type { Data, DataStruct, Result } from "../cue/module/index.ts";
import { parseFile } from "../cue/syntax/index.ts";
import { checkRoute, completeRoutes, defaultRegistryHost, parseRoute, parseRoutes } from "./route.ts";
import type { PathEncoding, RegistryRoute, RegistryRoutes } from "./route.ts";

/** `readFile` returns the text of a configuration file, or the reason why there is none. */
export function parseRegistrySetting(
  value: string,
  readFile: (path: string) => Result<string>,
  catchAll = defaultRegistryHost,
): Result<RegistryRoutes> {
  const colon = value.indexOf(":");
  const kind = colon < 0 ? value : value.slice(0, colon);
  const rest = colon < 0 ? "" : value.slice(colon + 1);
  let routes: RegistryRoutes | string;
  if (kind === "file") {
    const text = readFile(rest);
    if (!text.ok) return text;
    routes = parseRegistryConfig(text.value, rest, catchAll);
  } else if (kind === "inline") routes = parseRegistryConfig(rest, "inline", catchAll);
  else routes = parseRoutes(kind === "simple" ? rest : value, catchAll);
  return typeof routes === "string" ? failure(`bad value for registry: ${routes}`) : success(routes);
}

/** A configuration file: `moduleRegistries` by module path prefix, and `defaultRegistry`. */
function parseRegistryConfig(text: string, filename: string, catchAll: string): RegistryRoutes | string {
  const source = new SourceFile(filename, text);
  const { file, errors } = parseFile(source);
  if (errors.length > 0) return `invalid registry configuration file: ${errors[0]!.message}`;
  const { data, faults } = readData(file, source);
  if (data === undefined) return `invalid registry configuration file: ${faults[0]!.message}`;
  if (data.kind !== "struct") return "invalid configuration file: not a struct";
  const known = checkFields(data, ["moduleRegistries", "defaultRegistry"], "", source);
  if (known !== undefined) return known;
  const byPrefix = new Map<string, RegistryRoute>();
  const modules = data.fields.get("moduleRegistries")?.value;
  if (modules !== undefined && modules.kind !== "struct")
    return "invalid configuration file: moduleRegistries: not a struct";
  for (const [prefix, field] of modules?.fields ?? []) {
    const path = `moduleRegistries.${pathElement(prefix)}`;
    const route = readRoute(field.value, path, source);
    if (typeof route === "string") return route;
    const bad = checkModuleBasePath(prefix);
    if (bad !== undefined) return `invalid module path ${quote(prefix)}: ${bad}`;
    if (route.error !== undefined) return `invalid registry configuration in ${quote(prefix)}: ${route.error}`;
    byPrefix.set(prefix, route.route);
  }
  const fallback = data.fields.get("defaultRegistry")?.value;
  let fallbackRoute: RegistryRoute | undefined;
  if (fallback !== undefined) {
    const route = readRoute(fallback, "defaultRegistry", source);
    if (typeof route === "string") return route;
    if (route.error !== undefined) return `invalid default registry configuration: ${route.error}`;
    fallbackRoute = route.route;
  }
  return completeRoutes(byPrefix, fallbackRoute, catchAll);
}

const routeFields = ["registry", "pathEncoding", "prefixForTags", "stripPrefix"];
const encodings: readonly PathEncoding[] = ["path", "hashAsRepo", "hashAsTag"];

/** A route and what is wrong with its content, or a text if its form is wrong. */
function readRoute(d: Data, path: string, source: SourceFile): { route: RegistryRoute; error?: string } | string {
  if (d.kind !== "struct") return `invalid configuration file: ${path}: not a struct`;
  const known = checkFields(d, routeFields, `${path}.`, source);
  if (known !== undefined) return known;
  const text = (name: string): string | undefined => {
    const v = d.fields.get(name)?.value;
    return v === undefined ? "" : v.kind === "string" ? v.text : undefined;
  };
  const registry = text("registry");
  const encoding = text("pathEncoding");
  const prefix = text("prefixForTags");
  const strip = d.fields.get("stripPrefix")?.value;
  if (registry === undefined || encoding === undefined || prefix === undefined)
    return `invalid configuration file: ${path}: wrong type of field`;
  if (!d.fields.has("registry"))
    return `invalid configuration file: ${path}.registry: field is required but not present`;
  if (strip !== undefined && strip.kind !== "bool")
    return `invalid configuration file: ${path}.stripPrefix: wrong type of field`;
  const pathEncoding = encoding === "" ? "path" : encodings.find((e) => e === encoding);
  if (pathEncoding === undefined)
    return `invalid configuration file: ${path}.pathEncoding: conflicting values "path" and ${quote(encoding)}`;
  const base = parseRoute(registry);
  const empty: RegistryRoute = {
    registry,
    none: false,
    host: "",
    repository: "",
    insecure: false,
    pathEncoding,
    prefixForTags: "",
    stripPrefix: false,
  };
  if (typeof base === "string") return { route: empty, error: base };
  const route: RegistryRoute = {
    ...base,
    pathEncoding,
    prefixForTags: prefix,
    stripPrefix: strip?.kind === "bool" && strip.text === "true",
  };
  const error = checkRoute(route);
  return error === undefined ? { route } : { route, error };
}

function checkFields(d: DataStruct, names: readonly string[], prefix: string, source: SourceFile): string | undefined {
  for (const [name, field] of d.fields) {
    if (names.includes(name)) continue;
    const path = [prefix + pathElement(name)];
    const fault = makeFault(
      "notAllowed",
      reasonDiagnostic("notAllowed").message,
      [source.position(field.labelOffset)],
      path,
    );
    return `invalid configuration file: ${formatFault(fault)}`;
  }
  return undefined;
}
