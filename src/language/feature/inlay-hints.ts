// Effective values behind references and defaults, at the end of their lines; and what the platform has locked.
import { childrenOf } from "../../cue/syntax/index.ts";
import type { Expr, Node } from "../../cue/syntax/index.ts";
import type { AnalysedFile } from "../analysis/package-analysis.ts";
import { isSecretValue, leadsToSecret } from "../analysis/secret-paths.ts";
import { pathOfChain, stepOf } from "../analysis/syntax-path.ts";
import type { Resolver } from "../analysis/target.ts";
import type { InlayHint } from "../protocol/types.ts";
import type { EditorLines } from "../text/text-document.ts";

const LONGEST = 40;
const MOST = 200;

/** What a release says about a value of `#config`: its text and whether it is locked; undefined where it has none. */
export type EffectiveValue = (
  configPath: readonly string[],
) => { readonly text: string; readonly locked: boolean } | undefined;

export function inlayHints(
  resolver: Resolver,
  file: AnalysedFile,
  lines: EditorLines,
  within: { readonly start: number; readonly end: number },
  secrets: ReadonlySet<string>,
  effective: EffectiveValue = () => undefined,
): InlayHint[] {
  const out: InlayHint[] = [];
  const stack: Node[][] = [[file.syntax]];
  for (let chain = stack.pop(); chain !== undefined && out.length < MOST; chain = stack.pop()) {
    const node = chain.at(-1)!;
    if (node.kind !== "File" && (node.end < within.start || node.pos > within.end)) continue;
    if (node.kind === "Field") {
      const hint = fieldHint(resolver, chain, lines, secrets, effective);
      if (hint !== undefined) out.push(hint);
    }
    for (const child of childrenOf(node)) stack.push([...chain, child]);
  }
  return out.sort((a, b) => a.position.line - b.position.line || a.position.character - b.position.character);
}

function fieldHint(
  resolver: Resolver,
  chain: readonly Node[],
  lines: EditorLines,
  secrets: ReadonlySet<string>,
  effective: EffectiveValue,
): InlayHint | undefined {
  const field = chain.at(-1)!;
  if (field.kind !== "Field" || !isTelling(field.value)) return undefined;
  const path = pathOfChain([...chain, field]);
  if (path === undefined) return undefined;
  const steps = [...path, stepOf(field)];
  const names = steps.map((s) => (typeof s === "object" ? ("identifier" in s ? s.identifier : "*") : String(s)));
  const text = hintText(resolver, steps, names, secrets, effective, field.value);
  if (text === undefined) return undefined;
  return { position: lines.positionAt(field.value.end), label: text, paddingLeft: true };
}

function hintText(
  resolver: Resolver,
  steps: Parameters<Resolver["at"]>[0],
  names: readonly string[],
  secrets: ReadonlySet<string>,
  effective: EffectiveValue,
  written: Expr,
): string | undefined {
  const isConfig = names[0] === "#config";
  if (leadsToSecret(names, secrets)) return undefined;
  if (isConfig) {
    const released = effective(names.slice(1));
    if (released === undefined) return undefined;
    return `= ${cut(released.text)}${released.locked ? " 🔒" : ""}`;
  }
  const value = resolver.at(steps);
  if (value === undefined || isSecretValue(value)) return undefined;
  // Within `#config` and definitions a reference stays open: what it leads to in a release is what counts.
  const { scalar } = value.default();
  if (scalar !== undefined && !isSame(written, scalar.text))
    return `= ${cut(scalar.kind === "string" ? JSON.stringify(scalar.text) : scalar.text)}`;
  const referred = referredConfig(written);
  const released = referred && !leadsToSecret(["#config", ...referred], secrets) ? effective(referred) : undefined;
  return released && `= ${cut(released.text)}${released.locked ? " 🔒" : ""}`;
}

/** The path behind `#config`, if an expression is nothing but that. */
function referredConfig(expr: Expr): string[] | undefined {
  const path: string[] = [];
  let x: Expr = expr;
  while (x.kind === "SelectorExpr") {
    if (x.sel.kind !== "Ident") return undefined;
    path.unshift(x.sel.name);
    x = x.x;
  }
  return x.kind === "Ident" && x.name === "#config" && path.length > 0 ? path : undefined;
}

/** References, choices and computed values: a literal tells itself. */
function isTelling(expr: Expr): boolean {
  switch (expr.kind) {
    case "SelectorExpr":
    case "IndexExpr":
    case "Interpolation":
    case "CallExpr":
      return true;
    case "Ident":
      return !/^(?:string|int|bool|number|bytes|float|_|null|true|false|u?int\d+|float\d+)$/.test(expr.name);
    case "BinaryExpr":
      return expr.op !== "&" || isTelling(expr.x) || isTelling(expr.y);
    default:
      return false;
  }
}

const isSame = (written: Expr, text: string): boolean => written.kind === "BasicLit" && written.text === text;

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
