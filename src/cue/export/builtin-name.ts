import { makeBasicLit, makeIdent, makeImportSpec, makeSelector, quoteString } from "../syntax/index.ts";
import type * as ast from "../syntax/index.ts";
import type { Builtin } from "../value/index.ts";
import type { Exporter } from "./exporter.ts";
import { predeclared } from "./links.ts";

/** The name of a builtin, bound to its import. */
export function builtinName(e: Exporter, b: Builtin): ast.Expr {
  if (b.pkg === "") {
    const id = makeIdent(b.name);
    e.links.set(id, predeclared);
    return id;
  }
  return makeSelector(importIdent(e, b.pkg, qualifier(b.pkg)), makeIdent(b.name));
}

/** An identifier for a package; the import itself is added when the file is complete. */
export function importIdent(e: Exporter, path: string, name: string): ast.Ident {
  const spec = makeImportSpec(
    name === qualifier(path) ? null : makeIdent(name),
    makeBasicLit("STRING", quoteString(path)),
  );
  const id = makeIdent(name);
  e.links.set(id, spec);
  return id;
}

/** The name by which a package is known without another one being given. */
export function qualifier(path: string): string {
  const colon = path.lastIndexOf(":");
  if (colon >= 0) return path.slice(colon + 1);
  const at = path.lastIndexOf("@");
  const bare = at >= 0 ? path.slice(0, at) : path;
  return bare.slice(bare.lastIndexOf("/") + 1);
}
