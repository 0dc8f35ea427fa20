/**
 * The parts of an import path `path[@version][:package]`, and the path kinds of
 * command lines: relative, builtin, module path.
 */
import { isValidIdent } from "../syntax/index.ts";

export interface ImportPath {
  readonly path: string;
  /** Without "@"; mostly a major version. "" if absent. */
  readonly version: string;
  /** The package name: written, or implied by the last element if that is an identifier; else "". */
  readonly qualifier: string;
  /** Whether the qualifier was written, or must be when printed. */
  readonly explicit: boolean;
}

export function parseImportPath(text: string): ImportPath {
  let base = text;
  let qualifier = "";
  let explicit = false;
  const colon = text.lastIndexOf(":");
  if (colon > text.lastIndexOf("/")) {
    // ":name" alone means ".:name".
    base = text.slice(0, colon) || ".";
    qualifier = text.slice(colon + 1);
    explicit = true;
  }
  const split = splitVersion(base);
  if (!explicit) qualifier = impliedQualifier(split.path);
  return { path: split.path, version: split.version, qualifier, explicit };
}

/** The qualifier is kept only where the path does not imply it. */
export function canonicalImportPath(p: ImportPath): ImportPath {
  const implied = impliedQualifier(p.path);
  if (implied === "") return { ...p, explicit: p.qualifier !== "" };
  if (implied === p.qualifier) return { ...p, explicit: false };
  if (p.qualifier === "" && !p.explicit) return { ...p, qualifier: implied };
  return { ...p, explicit: true };
}

export function formatImportPath(p: ImportPath): string {
  let out = p.path;
  if (p.version !== "") out += `@${p.version}`;
  if (p.explicit || (p.qualifier !== "" && impliedQualifier(p.path) !== p.qualifier)) out += `:${p.qualifier}`;
  return out;
}

export function canonicalImportText(text: string): string {
  return formatImportPath(canonicalImportPath(parseImportPath(text)));
}

export function withoutQualifier(p: ImportPath): ImportPath {
  return { path: p.path, version: p.version, qualifier: "", explicit: false };
}

/**
 * `path@version` cut at the first "@". Without a version text, `found` is false and
 * the path is what stands before any "@".
 */
export function splitVersion(text: string): { path: string; version: string; found: boolean } {
  const at = text.indexOf("@");
  if (at < 0) return { path: text, version: "", found: false };
  const version = text.slice(at + 1);
  // A lone trailing "@" belongs to no version; the importer's path keeps it.
  if (version === "") return { path: text, version: "", found: false };
  return { path: text.slice(0, at), version, found: true };
}

function impliedQualifier(path: string): string {
  const last = path.slice(path.lastIndexOf("/") + 1);
  return last === "_" || last.startsWith("#") || !isIdentifier(last) ? "" : last;
}

/** Whether a text can be an identifier; "_" and "$" count as letters. */
export function isIdentifier(text: string): boolean {
  return isValidIdent(text);
}

/** ".", "..", "./x" or "../x". */
export function isLocalImport(text: string): boolean {
  return text === "." || text === ".." || text.startsWith("./") || text.startsWith("../");
}

/** No dot in the first element: the path of a builtin package. */
export function isBuiltinPath(text: string): boolean {
  const slash = text.indexOf("/");
  const first = slash < 0 ? text : text.slice(0, slash);
  return first !== "" && !first.includes(".");
}
