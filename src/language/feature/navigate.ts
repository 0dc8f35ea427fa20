// From a name to where it is declared and used.
import type { Workspace } from "../analysis/workspace.ts";
import type { AnalysedFile, PackageAnalysis } from "../analysis/package-analysis.ts";
import { embeddingsOf, filesOf } from "../analysis/embedded.ts";
import { Resolver, samePlace } from "../analysis/target.ts";
import type { Target } from "../analysis/target.ts";
import { childrenOf } from "../../cue/syntax/index.ts";
import type { Node } from "../../cue/syntax/index.ts";
import type { Place } from "../../source/index.ts";
import { locationOf } from "../check/lsp-diagnostics.ts";
import type { Location } from "../protocol/types.ts";

export interface Found {
  readonly resolver: Resolver;
  readonly analysis: PackageAnalysis;
  readonly file: AnalysedFile;
  readonly offset: number;
}

const resolvers = new WeakMap<PackageAnalysis, Resolver>();

export function resolverOf(analysis: PackageAnalysis): Resolver {
  let known = resolvers.get(analysis);
  if (known === undefined) resolvers.set(analysis, (known = new Resolver(analysis)));
  return known;
}

/** The analysis around an offset of a CUE document. */
export async function find(workspace: Workspace, path: string, offset: number): Promise<Found | undefined> {
  const analysis = await workspace.packageOf(path);
  const resolver = resolverOf(analysis);
  const file = resolver.fileAt(path);
  return file && { resolver, analysis, file, offset };
}

export async function definition(workspace: Workspace, path: string, offset: number): Promise<Location[]> {
  const found = await find(workspace, path, offset);
  const target = found?.resolver.targetAt(found.file, offset);
  if (target !== undefined) return target.declarations.map((place) => locationOf(workspace, place));
  const file = found?.file;
  const embedding = file && embeddingsOf(file).find(({ attribute: a }) => a.pos <= offset && offset <= a.end);
  const start = { line: 0, character: 0 };
  return embedding === undefined
    ? []
    : filesOf(workspace, file!, embedding).map((name) => ({
        uri: workspace.uriOf(name),
        range: { start, end: start },
      }));
}

/** Where the definitions are that a value was made of: `#D` for `x: #D & {…}`. */
export async function typeDefinition(workspace: Workspace, path: string, offset: number): Promise<Location[]> {
  const found = await find(workspace, path, offset);
  const target = found?.resolver.targetAt(found.file, offset);
  if (found === undefined || target?.value === undefined) return [];
  const out: Location[] = [];
  for (const { place, syntax } of target.value.declarations()) {
    if (place === undefined || syntax === undefined) continue;
    const tree = found.resolver.syntaxOf(place.file);
    const inPackage = found.resolver.fileAt(place.file.name);
    if (tree === undefined || inPackage === undefined) continue;
    for (const word of references(syntax)) {
      const chain = found.resolver.chainAt(inPackage, word.pos);
      for (const p of found.resolver.targetOf(inPackage, chain)?.declarations ?? []) out.push(locationOf(workspace, p));
    }
  }
  return out;
}

/** The words that an expression refers to others with, outermost structs left out. */
function references(expr: Node): Node[] {
  if (expr.kind === "Ident") return [expr];
  if (expr.kind === "SelectorExpr") return [expr.sel];
  if (expr.kind === "BinaryExpr" || expr.kind === "ParenExpr") return childrenOf(expr).flatMap(references);
  return [];
}

export interface Reference {
  readonly place: Place;
  readonly isDeclaration: boolean;
  /** The node is a quoted label or selector. */
  readonly quoted: boolean;
}

/** Every use of what the cursor is on, in its package and in those of the workspace that import it. */
export async function findReferences(
  workspace: Workspace,
  path: string,
  offset: number,
): Promise<{ readonly target: Target; readonly references: readonly Reference[] } | undefined> {
  const found = await find(workspace, path, offset);
  const target = found?.resolver.targetAt(found.file, offset);
  if (found === undefined || target === undefined) return undefined;
  return { target, references: await referencesTo(workspace, found.analysis, target, path) };
}

/** @param home the file of a name that only its file can see */
export async function referencesTo(
  workspace: Workspace,
  own: PackageAnalysis,
  target: Target,
  home: string,
): Promise<Reference[]> {
  const out: Reference[] = [];
  const wanted = target.declarations;
  const isLocal = target.binding !== undefined && target.binding.kind !== "field";
  const analyses = [own];
  if (!isLocal || target.import !== undefined)
    for (const other of await packagesOf(workspace, own, wanted)) if (!analyses.includes(other)) analyses.push(other);
  for (const analysis of analyses) {
    const resolver = resolverOf(analysis);
    for (const file of analysis.files) {
      if (isLocal && target.import === undefined && file.path !== home) continue;
      for (const chain of wordChains(file.syntax, target)) {
        const other = resolver.targetOf(file, chain);
        const node = chain.at(-1)!;
        if (other === undefined || !other.declarations.some((p) => wanted.some((w) => samePlace(p, w)))) continue;
        const place: Place = { file: file.source, span: { start: node.pos, end: node.end } };
        if (out.some((r) => samePlace(r.place, place))) continue;
        out.push({ place, isDeclaration: other.isDeclaration, quoted: node.kind === "BasicLit" });
      }
    }
  }
  return out;
}

/** Chains to every word of a file that could name the target. */
function* wordChains(file: Node, target: Target): Iterable<Node[]> {
  const name = target.import === undefined ? target.name : undefined;
  const stack: Node[][] = [[file]];
  for (let chain = stack.pop(); chain !== undefined; chain = stack.pop()) {
    const node = chain.at(-1)!;
    if (node.kind === "Ident" && (name === undefined || node.name === name)) yield chain;
    else if (node.kind === "BasicLit" && node.token === "STRING" && (name === undefined || node.text.includes(name)))
      yield chain;
    for (const child of childrenOf(node).toReversed()) stack.push([...chain, child]);
  }
}

/** Packages that may use a declaration: those of open documents and of the folders of the workspace. */
async function packagesOf(
  workspace: Workspace,
  own: PackageAnalysis,
  declarations: readonly Place[],
): Promise<PackageAnalysis[]> {
  const out: PackageAnalysis[] = [];
  const folders = new Set<string>();
  for (const { file } of declarations) {
    const slash = file.name.lastIndexOf("/");
    if (file.name.startsWith("/") && slash > 0) folders.add(file.name.slice(0, slash));
  }
  for (const path of workspace.documents.keys()) if (path.endsWith(".cue")) out.push(await workspace.packageOf(path));
  for (const folder of [...folders, ...workspace.cueFolders()]) {
    if (folder === own.folder) continue;
    const files = workspace.files.readFolder(folder);
    if ("fault" in files || !files.some(({ name }) => name.endsWith(".cue"))) continue;
    out.push(await workspace.packageIn(folder));
  }
  return [...new Set(out)];
}
