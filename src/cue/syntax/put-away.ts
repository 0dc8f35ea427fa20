import type { SourceFile } from "../../source/index.ts";
import type { Decl, File, Node } from "./ast.ts";
import { parseFile } from "./parse.ts";
import { walk } from "./walk.ts";

/**
 * The tree of a file, put away: what is compiled needs it only for places and for printing source. Its head stays; what
 * is below is parsed again when somebody looks at it. Nodes are known by their number in the order of the text.
 */
export class PutAway {
  readonly #file: File;
  readonly #source: SourceFile;
  #numbers: Map<Node, number> | null = new Map();
  #nodes: readonly Node[] | null = null;
  /** Some field has attributes. */
  readonly hasAttributes: boolean;

  /** The tree must be what the parser made of the text. */
  constructor(file: File, source: SourceFile) {
    this.#file = file;
    this.#source = source;
    const numbers = this.#numbers as Map<Node, number>;
    const nodes = inOrder(file);
    for (const node of nodes) numbers.set(node, numbers.size);
    this.hasAttributes = nodes.some((node) => node.kind === "Field" && node.attrs.length > 0);
  }

  /** The number of a node; undefined for a node of another tree. Not to be asked once it is closed. */
  numberOf(node: Node): number | undefined {
    return this.#numbers?.get(node);
  }

  nodeAt(number: number): Node {
    this.#nodes ??= inOrder(this.#file);
    return this.#nodes[number] as Node;
  }

  /** Forgets the tree. */
  close(): void {
    this.#numbers = null;
    this.#nodes = null;
    const head = headDecls(this.#file.decls);
    heads.set(this.#file, head);
    trees.set(this.#source, this);
    Object.defineProperty(this.#file, "decls", {
      configurable: true,
      enumerable: true,
      get: () => this.#open(head),
      set: (decls: Decl[]) => {
        setDecls(this.#file, decls);
      },
    });
  }

  #open(head: readonly Decl[]): Decl[] {
    const { languageVersion } = this.#file;
    const { decls } = parseFile(this.#source, { languageVersion }).file;
    setDecls(this.#file, [...head, ...decls.slice(head.length)]);
    return this.#file.decls;
  }
}

const trees = new WeakMap<SourceFile, PutAway>();
const heads = new WeakMap<File, readonly Decl[]>();

/** The node of a text whose tree was put away. */
export function nodeOfText(source: SourceFile, number: number): Node | null {
  return trees.get(source)?.nodeAt(number) ?? null;
}

/** Whether fields of a text may have attributes, as far as that is known without its tree. */
export function mayHaveAttributes(source: SourceFile): boolean {
  return trees.get(source)?.hasAttributes ?? true;
}

/** What stands in a file before its first declaration, maybe with more. It is there without the tree. */
export function headOf(file: File): readonly Decl[] {
  return heads.get(file) ?? file.decls;
}

/** Whether a file says only in its head what packages need to know of it. */
export function canBePutAway(file: File): boolean {
  return !file.decls.slice(headDecls(file.decls).length).some(isHead);
}

function headDecls(decls: readonly Decl[]): readonly Decl[] {
  const end = decls.findIndex((d) => !isHead(d) && d.kind !== "CommentGroup");
  return end < 0 ? decls : decls.slice(0, end);
}

function isHead(d: Decl): boolean {
  return d.kind === "Attribute" || d.kind === "Package" || d.kind === "ImportDecl";
}

function setDecls(file: File, value: Decl[]): void {
  Object.defineProperty(file, "decls", { configurable: true, enumerable: true, writable: true, value });
}

function inOrder(file: File): readonly Node[] {
  const nodes: Node[] = [];
  walk(file, (node) => void nodes.push(node));
  return nodes;
}
