// Functions of builtin packages, and the predeclared ones.
import { builtinMembers, isBuiltinPackage } from "../../cue/index.ts";
import type { BuiltinMember } from "../../cue/index.ts";
import type { Expr, Node } from "../../cue/syntax/index.ts";
import type { AnalysedFile } from "../analysis/package-analysis.ts";
import { PREDECLARED_FUNCTIONS, importPath, resolveName } from "../analysis/scope.ts";
import type { Resolver } from "../analysis/target.ts";

interface Signature {
  readonly signature: string;
  readonly params: readonly string[];
  readonly doc: string;
}

const members = new Map<string, readonly BuiltinMember[]>();

export function membersOf(path: string): readonly BuiltinMember[] {
  let known = members.get(path);
  if (known === undefined) members.set(path, (known = builtinMembers(path)));
  return known;
}

export function memberSignature(path: string, { name, params, result }: BuiltinMember): Signature {
  const short = path.split("/").at(-1)!;
  if (params === undefined) return { signature: `${short}.${name}: ${result}`, params: [], doc: "" };
  return { signature: `${short}.${name}(${params.join(", ")}): ${result}`, params, doc: "" };
}

/** The builtin that an expression names: `strings.Join`, `len`. */
export function builtinOf(
  resolver: Resolver,
  file: AnalysedFile,
  expr: Expr,
  chain: readonly Node[],
): Signature | undefined {
  if (expr.kind === "Ident") {
    const known = PREDECLARED_FUNCTIONS.get(expr.name);
    if (known === undefined || resolveName(resolver.analysis.files, file, chain, expr.name) !== undefined)
      return undefined;
    const params = /\((.*)\):/.exec(known.signature)![1]!.split(/, (?=\w+:)/);
    return { signature: known.signature, params, doc: known.doc };
  }
  if (expr.kind !== "SelectorExpr" || expr.x.kind !== "Ident" || expr.sel.kind !== "Ident") return undefined;
  const binding = resolveName(resolver.analysis.files, file, chain, expr.x.name);
  if (binding?.kind !== "import") return undefined;
  const path = importPath(binding.spec);
  if (!isBuiltinPackage(path)) return undefined;
  const { name } = expr.sel;
  const member = membersOf(path).find((m) => m.name === name);
  return member && memberSignature(path, member);
}
