// Data files that a package embeds (`@embed(file=…)`, `@embed(glob=…)`): from the attribute to the files, and back.
import { attributeName, isFileFault, lookUpField, matchesGlob, parseAttribute } from "../../cue/load/index.ts";
import { childrenOf } from "../../cue/syntax/index.ts";
import type { Attribute, Node } from "../../cue/syntax/index.ts";
import type { Value } from "../../cue/index.ts";
import type { AnalysedFile, PackageAnalysis } from "./package-analysis.ts";
import { pathOfChain, stepOf } from "./syntax-path.ts";
import type { PathStep } from "./syntax-path.ts";
import { Resolver } from "./target.ts";
import type { Workspace } from "./workspace.ts";

interface Embedding {
  readonly attribute: Attribute;
  /** Of the field that holds what is embedded. */
  readonly path: readonly PathStep[];
  /** Relative to the file's folder. */
  readonly file: string | undefined;
  readonly glob: string | undefined;
}

/** The attributes of a file that embed others. */
export function embeddingsOf({ syntax }: AnalysedFile): Embedding[] {
  const isOn = syntax.decls.some((d) => d.kind === "Attribute" && attributeName(d) === "extern");
  if (!isOn) return [];
  const out: Embedding[] = [];
  const add = (node: { readonly kind: string }, path: readonly PathStep[] | undefined): void => {
    const attribute = node as Attribute;
    if (path === undefined || node.kind !== "Attribute" || attributeName(attribute) !== "embed") return;
    const body = parseAttribute(attribute);
    out.push({ attribute, path, file: lookUpField(body, "file"), glob: lookUpField(body, "glob") });
  };
  const visit = (chain: readonly Node[]): void => {
    const node = chain.at(-1)!;
    const path = pathOfChain(chain);
    if (node.kind === "File") for (const decl of node.decls) add(decl, []);
    if (node.kind === "StructLit") for (const decl of node.elts) add(decl, path);
    if (node.kind === "Field") for (const a of node.attrs) add(a, path && [...path, stepOf(node)]);
    for (const child of childrenOf(node)) visit([...chain, child]);
  };
  visit([syntax]);
  return out;
}

/** The files that an attribute brings in, as far as there are any. */
export function filesOf(workspace: Workspace, home: AnalysedFile, { file, glob }: Embedding): string[] {
  const folder = folderOf(home.path);
  if (file !== undefined) return [`${folder}/${file}`];
  const out: string[] = [];
  const visit = (at: string, left: number): void => {
    const entries = workspace.files.readFolder(at);
    if (isFileFault(entries)) return;
    for (const { name, kind } of entries) {
      const path = `${at}/${name}`;
      if (kind === "folder" && left > 1) visit(path, left - 1);
      else if (kind !== "folder" && matchesGlob(glob ?? "", path.slice(folder.length + 1))) out.push(path);
    }
  };
  if (glob !== undefined) visit(folder, glob.split("/").length);
  return out;
}

interface EmbedTarget {
  readonly analysis: PackageAnalysis;
  /** What the package says about the file's content, the content itself left out. */
  readonly schema: Value;
  /** With the content. */
  readonly whole: Value;
}

/** The package that embeds a data file: one in its folder or above it, within its module. */
export async function embedTarget(workspace: Workspace, path: string): Promise<EmbedTarget | undefined> {
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) {
    const entries = workspace.files.readFolder(folder);
    if (isFileFault(entries)) continue;
    const embeds = entries.some(
      ({ name, kind }) =>
        kind !== "folder" &&
        name.endsWith(".cue") &&
        workspace.textAt(`${folder}/${name}`)?.includes("@embed(") === true,
    );
    const found = embeds ? inPackage(await workspace.packageIn(folder), path) : undefined;
    if (found !== undefined) return found;
    if (entries.some(({ name }) => name === "cue.mod")) return undefined;
  }
  return undefined;
}

function inPackage(analysis: PackageAnalysis, path: string): EmbedTarget | undefined {
  const resolver = new Resolver(analysis);
  for (const home of analysis.files)
    for (const { file, glob, path: at } of embeddingsOf(home)) {
      const relative = path.slice(folderOf(home.path).length + 1);
      const isOne = file === relative || (glob !== undefined && matchesGlob(glob, relative));
      const value = isOne ? resolver.at(file === undefined ? [...at, relative] : at) : undefined;
      const schema = value?.alone(({ place }) => place?.file.name !== path);
      if (schema !== undefined) return { analysis, schema, whole: value! };
    }
  return undefined;
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));
