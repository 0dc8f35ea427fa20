// Plain text in `values` for a field that `@opm(secret, …)` made a secret: `"x"` becomes `{value: "x"}`, as users of the
// field may write it.
import { decodeString, makeBasicLit, makeField, makeStruct } from "../cue/syntax/index.ts";
import type { Decl, Expr, Field, File } from "../cue/syntax/index.ts";

/** `paths` lead from `values` to the fields. The same file if there is nothing to change. */
export function wrapDecoratedValues(file: File, paths: readonly (readonly string[])[]): File {
  if (paths.length === 0) return file;
  const decls = file.decls.map((decl) =>
    decl.kind === "Field" && nameOf(decl) === "values" ? { ...decl, value: inner(decl.value, paths) } : decl,
  );
  return { ...file, decls };
}

function inner(value: Expr, paths: readonly (readonly string[])[]): Expr {
  if (value.kind !== "StructLit") return value;
  return { ...value, elts: value.elts.map((decl) => wrapped(decl, paths)) };
}

function wrapped(decl: Decl, paths: readonly (readonly string[])[]): Decl {
  if (decl.kind !== "Field") return decl;
  const name = nameOf(decl);
  const below = paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
  if (below.length === 0) return decl;
  if (!below.some((rest) => rest.length === 0)) return { ...decl, value: inner(decl.value, below) };
  const plain = decl.value.kind === "BasicLit" || decl.value.kind === "Interpolation";
  if (!plain) return decl;
  const label = makeBasicLit("STRING", '"value"');
  return { ...decl, value: makeStruct([makeField(label, decl.value)]) };
}

function nameOf({ label }: Field): string | undefined {
  if (label.kind === "Ident") return label.name;
  const text = label.kind === "BasicLit" ? decodeString(label.text) : undefined;
  return text?.ok ? text.value : undefined;
}
