// The merged tree on its way into an evaluation: expressions that keep the places and the secrets of the files that the
// values were written in.
import type { SourceTree, StructTree, TreeField } from "../cue/index.ts";
import { parseExpr } from "../cue/syntax/index.ts";
import { SourceFile } from "../source/index.ts";
import type { Place } from "../source/index.ts";
import type { Path, Step } from "./path.ts";
import { effective, placeOf } from "./value-tree.ts";
import type { ExprNode, Opaque, Origin, ValueNode } from "./value-tree.ts";

export interface TreeOptions {
  /** What the marks of secrets begin with. Default: `values`. */
  readonly root?: string;
  /** What to do with values of the default tier: the schema has them already, so they are left out unless asked for. */
  readonly defaults?: boolean;
  /** Opens secrets for the evaluator; absent: they are masks. */
  readonly reveal?: ((secret: Opaque) => string) | undefined;
}

interface GivenTree {
  readonly tree: SourceTree;
  readonly secrets: readonly GivenSecret[];
}

/** A secret that was given, under the mark that its literal carries. */
export interface GivenSecret {
  readonly mark: string;
  readonly secret: Opaque;
  readonly place: Place;
}

export function sourceTree(node: ValueNode, options: TreeOptions = {}): GivenTree {
  const maker = new Maker(options);
  return { tree: maker.value(node), secrets: maker.secrets };
}

class Maker {
  readonly secrets: GivenSecret[] = [];
  readonly #path: Step[] = [];
  readonly #options: TreeOptions;

  constructor(options: TreeOptions) {
    this.#options = options;
  }

  value(node: ValueNode): SourceTree {
    const value = effective(node);
    const place = placeIn(node.origin);
    switch (value.kind) {
      case "struct":
        return this.#struct(value.fields, place);
      case "list":
        return { kind: "list", items: value.items.map((item, i) => this.#at(i, () => this.value(item))), place };
      case "secret": {
        const mark = markOf(this.#options.root ?? "values", this.#path);
        this.secrets.push({ mark, secret: value.secret, place: placeOf(node.origin) });
        const text = this.#options.reveal?.(value.secret);
        return text === undefined
          ? { kind: "string", text: "***", marks: [mark], place }
          : { kind: value.as ?? "string", text, marks: [mark], place };
      }
      case "tag":
        return { kind: "type", name: value.wants === "secret" ? "_" : value.wants, place };
      case "expr":
        return value.tree ?? parsed(value.text);
      default:
        return { kind: value.kind, text: value.text, place };
    }
  }

  #struct(fields: ReadonlyMap<string, ValueNode>, place: Place | undefined): StructTree {
    const out: TreeField[] = [];
    for (const [name, node] of fields) {
      if (this.#options.defaults !== true && isOnlyDefault(node)) continue;
      out.push({ selector: name, value: this.#at(name, () => this.value(node)) });
      for (const bound of node.bounds) out.push({ selector: name, value: boundTree(bound) });
    }
    return { kind: "struct", fields: out, place };
  }

  #at<T>(step: Step, make: () => T): T {
    this.#path.push(step);
    const made = make();
    this.#path.pop();
    return made;
  }
}

const placeIn = (origin: Origin): Place | undefined => (origin.span.start < 0 ? undefined : placeOf(origin));

function markOf(root: string, path: Path): string {
  const steps = path.at(-1) === "value" ? path.slice(0, -1) : path;
  return [root, ...steps].join(".");
}

function boundTree({ bareTree, bare }: ExprNode): SourceTree {
  return bareTree ?? parsed(bare);
}

/** Text that a program made: it has no place. */
function parsed(text: string): SourceTree {
  if (text === "_") return { kind: "type", name: "_" };
  const file = new SourceFile("", text);
  return { kind: "expression", syntax: parseExpr(file).expr, file };
}

export function isOnlyDefault(node: ValueNode): boolean {
  if (node.kind === "struct" && node.fields.size > 0) {
    for (const inner of node.fields.values()) if (!isOnlyDefault(inner)) return false;
    return true;
  }
  return node.origin.tier === "default";
}
