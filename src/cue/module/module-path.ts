/** Rules for module, import and file paths. Checks return the reason, or undefined if all is well. */
import { parseImportPath, splitVersion } from "./import-path.ts";
import { isValidSemver, majorOf } from "./semver.ts";

type PathKind = "module" | "import" | "file";

// Repository names of the OCI distribution specification.
const repositoryName = /^[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*(\/[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*)*$/;
const tagName = /^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$/;

/** A module path without its major version. */
export function checkModuleBasePath(path: string): string | undefined {
  if (splitVersion(path).found) return "module path inappropriately contains version";
  const bad = checkPath(path, "module");
  if (bad !== undefined) return bad;
  const slash = path.indexOf("/");
  const first = slash < 0 ? path : path.slice(0, slash);
  if (first === "") return "leading slash";
  if (!first.includes(".")) return "missing dot in first path element";
  if (path.startsWith("-")) return "leading dash in first path element";
  for (const c of first) {
    if (!/[-.0-9a-z]/.test(c)) return `invalid char ${quoteChar(c)} in first path element`;
  }
  if (!repositoryName.test(path)) {
    return "path does not conform to OCI repository name restrictions; see https://github.com/opencontainers/distribution-spec/blob/HEAD/spec.md#pulling-manifests";
  }
  return undefined;
}

/** A module path with an optional major version. */
export function checkModulePath(path: string): string | undefined {
  if (path === "local") return undefined;
  const split = splitVersion(path);
  let bad: string | undefined;
  if (split.found && majorOf(split.version) !== split.version) bad = "path can contain major version only";
  else if (split.found && !tagName.test(split.version)) bad = `non-conforming version ${quote(split.version)}`;
  else bad = checkModuleBasePath(split.path);
  return bad === undefined ? undefined : malformed("module", path, bad);
}

export function checkImportPath(path: string): string | undefined {
  const parts = parseImportPath(path);
  let bad: string | undefined;
  if (parts.qualifier.includes("@")) {
    bad = "package qualifier must not contain a version; use path@version:qualifier syntax";
  } else if (majorOf(parts.version) !== parts.version) {
    bad = "import paths can only contain a major version specifier";
  } else bad = checkPath(parts.path, "import");
  return bad === undefined ? undefined : malformed("import", path, bad);
}

/** A slash-separated path of a file in a module archive. */
export function checkFilePath(path: string): string | undefined {
  const bad = checkPath(path, "file");
  return bad === undefined ? undefined : malformed("file", path, bad);
}

function malformed(kind: string, path: string, reason: string): string {
  return `malformed ${kind} path ${quote(path)}: ${reason}`;
}

function checkPath(path: string, kind: PathKind): string | undefined {
  // A lone surrogate has no UTF-8.
  if (/\p{Cs}/u.test(path)) return "invalid UTF-8";
  if (path === "") return "empty string";
  if (path.startsWith("-") && kind !== "file") return "leading dash";
  if (path.includes("//")) return "double slash";
  if (path.endsWith("/")) return "trailing slash";
  for (const element of path.split("/")) {
    const bad = checkElement(element, kind);
    if (bad !== undefined) return bad;
  }
  return undefined;
}

// Names that Windows reserves in every folder.
const windowsNames = /^(?:con|prn|aux|nul|com[1-9]|lpt[1-9])$/i;

function checkElement(element: string, kind: PathKind): string | undefined {
  if (element === "") return "empty path element";
  if (/^\.+$/.test(element)) return `invalid path element ${quote(element)}`;
  const last = element[element.length - 1]!;
  if (kind === "module") {
    if (/[._-]/.test(element[0]!)) return `leading ${quoteChar(element[0]!)} in path element`;
    if (/[._-]/.test(last)) return `trailing ${quoteChar(last)} in path element`;
  } else if (last === ".") return "trailing dot in path element";
  for (const c of element) {
    if (!charOk(c, kind)) return `invalid char ${quoteChar(c)}`;
  }
  const dot = element.indexOf(".");
  const short = dot < 0 ? element : element.slice(0, dot);
  if (windowsNames.test(short)) return `${quote(short)} disallowed as path element component on Windows`;
  // Windows short names end in a tilde and digits.
  if (kind !== "file" && /~[0-9]+$/.test(short)) return "trailing tilde and digits in path element";
  return undefined;
}

function charOk(c: string, kind: PathKind): boolean {
  if (kind === "module") return /^[-._0-9a-z]$/.test(c);
  if (kind === "import") return /^[-._+~0-9a-zA-Z]$/.test(c);
  return /^[-!#$%&()+,.=@[\]^_{}~ 0-9A-Za-z]$/.test(c) || (c.codePointAt(0)! >= 0x80 && /^\p{L}$/u.test(c));
}

/** The form of a module path in cache folders: upper case as "!x". Reason for refusal as `error`. */
export function escapeModulePath(path: string): { text: string; error?: string } {
  const bad = checkModuleBasePath(path);
  return bad === undefined ? { text: escapeUpper(path) } : { text: "", error: bad };
}

export function escapeVersion(version: string): { text: string; error?: string } {
  if (!isValidSemver(version))
    return { text: "", error: `version ${quote(version)} invalid: version is not in semver syntax` };
  if (checkElement(version, "file") !== undefined || version.includes("!")) {
    return { text: "", error: `version ${quote(version)} invalid: disallowed version string` };
  }
  return { text: escapeUpper(version) };
}

function escapeUpper(text: string): string {
  return text.replace(/[A-Z]/g, (c) => `!${c.toLowerCase()}`);
}

/** Go's %q of a string, for texts that are shown to people. */
export function quote(text: string): string {
  let out = '"';
  for (const c of text) out += escapeChar(c, '"');
  return `${out}"`;
}

/** Go's %q of a character. */
function quoteChar(c: string): string {
  return `'${escapeChar(c, "'")}'`;
}

const named: ReadonlyMap<string, string> = new Map([
  ["\u0007", "\\a"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\v", "\\v"],
]);

function escapeChar(c: string, delimiter: string): string {
  if (c === delimiter || c === "\\") return `\\${c}`;
  const name = named.get(c);
  if (name !== undefined) return name;
  // The pattern below takes a millisecond to compile, and few names need it.
  if (c >= " " && c <= "~") return c;
  if (/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(c)) return c;
  const n = c.codePointAt(0)!;
  if (n < 0x80) return `\\x${n.toString(16).padStart(2, "0")}`;
  return n < 0x10000 ? `\\u${n.toString(16).padStart(4, "0")}` : `\\U${n.toString(16).padStart(8, "0")}`;
}
