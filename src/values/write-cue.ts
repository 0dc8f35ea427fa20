// The merged tree as a CUE file for the evaluator, one field in each line, with a map from its lines back to the files
// the values were written in: an error in the generated text is shown where the user wrote the value.
import { quoteLabel, quoteString } from "../cue/syntax/index.ts";
import type { Place } from "../source/index.ts";
import type { Path, Step } from "./path.ts";
import { effective, placeOf } from "./value-tree.ts";
import type { Opaque, Origin, ValueNode } from "./value-tree.ts";

export interface CueText {
  readonly text: string;
  /** The origin of each line, from line 1 at index 0. */
  readonly origins: readonly (Origin | undefined)[];
  /** The literals in `text` that are secrets, for the evaluator to mark. */
  readonly secrets: readonly SecretLiteral[];
}

export interface SecretLiteral {
  readonly start: number;
  readonly end: number;
  readonly secret: Opaque;
  /** Where it stands in the values, or in what `root` names. */
  readonly path: Path;
  readonly root?: string;
  readonly origin: Origin;
}

export interface WriteOptions {
  /** A package clause for the file. */
  readonly packageName?: string;
  /** The field the values go under, such as `values`; absent: at top level. */
  readonly under?: string;
  /** What to do with values of the default tier: the schema has them already, so they are left out unless asked for. */
  readonly defaults?: boolean;
  /** Opens secrets, for a text that goes to the evaluator and nowhere else; absent: they are masks. */
  readonly reveal?: (secret: Opaque) => string;
}

export function writeCue(root: ValueNode, options: WriteOptions = {}): CueText {
  const writer = new Writer(options);
  if (options.packageName !== undefined) writer.line(0, `package ${options.packageName}`, undefined);
  if (options.under !== undefined) writer.field(options.under, root, 0, true);
  else if (root.kind === "struct") writer.fields(root.fields);
  else writer.value("", root, 0, "");
  return { text: `${writer.lines.join("\n")}\n`, origins: writer.origins, secrets: writer.secrets };
}

/** The place that a line of the generated text stands for. */
export function originalPlace(cue: CueText, line: number): Place | undefined {
  const origin = cue.origins[line - 1];
  return origin && placeOf(origin);
}

class Writer {
  readonly lines: string[] = [];
  readonly origins: (Origin | undefined)[] = [];
  readonly secrets: SecretLiteral[] = [];
  readonly #path: Step[] = [];
  #length = 0;
  readonly #options: WriteOptions;

  constructor(options: WriteOptions) {
    this.#options = options;
  }

  line(depth: number, text: string, origin: Origin | undefined): void {
    const line = "\t".repeat(depth) + text;
    this.#length += line.length + 1;
    this.lines.push(line);
    this.origins.push(origin);
  }

  fields(fields: ReadonlyMap<string, ValueNode>): void {
    for (const [name, node] of fields) this.#at(name, () => this.field(name, node, 0));
  }

  #at(step: Step, write: () => void): void {
    this.#path.push(step);
    write();
    this.#path.pop();
  }

  field(name: string, node: ValueNode, depth: number, always = false): void {
    if (!always && this.#options.defaults !== true && isOnlyDefault(node)) return;
    this.value(`${quoteLabel(name)}: `, node, depth, "");
    for (const bound of node.bounds) this.line(depth, `${quoteLabel(name)}: ${oneLine(bound.bare)}`, bound.origin);
  }

  // `head` comes before the value on its first line and `tail` after it on its last.
  value(head: string, node: ValueNode, depth: number, tail: string): void {
    const value = effective(node);
    const origin = node.origin;
    switch (value.kind) {
      case "struct":
        if (value.fields.size === 0) return this.line(depth, `${head}{}${tail}`, origin);
        this.line(depth, `${head}{`, origin);
        for (const [name, inner] of value.fields) this.#at(name, () => this.field(name, inner, depth + 1));
        return this.line(depth, `}${tail}`, origin);
      case "list":
        if (value.items.length === 0) return this.line(depth, `${head}[]${tail}`, origin);
        this.line(depth, `${head}[`, origin);
        value.items.forEach((item, i) => this.#at(i, () => this.value("", item, depth + 1, ",")));
        return this.line(depth, `]${tail}`, origin);
      case "secret": {
        const literal = quoteString(this.#options.reveal?.(value.secret) ?? "***");
        const start = this.#length + depth + head.length;
        this.secrets.push({ start, end: start + literal.length, secret: value.secret, path: [...this.#path], origin });
        return this.line(depth, head + literal + tail, origin);
      }
      case "tag":
        return this.line(
          depth,
          `${head}${value.wants === "secret" ? "_" : value.wants} ${value.attribute}${tail}`,
          origin,
        );
      case "expr":
        return this.line(depth, head + oneLine(value.text) + tail, origin);
      case "string":
        return this.line(depth, head + quoteString(value.text) + tail, origin);
      case "bytes":
        return this.line(depth, head + value.text + tail, origin);
      default:
        return this.line(depth, head + value.text + tail, origin);
    }
  }
}

function isOnlyDefault(node: ValueNode): boolean {
  if (node.kind === "struct" && node.fields.size > 0) {
    for (const inner of node.fields.values()) if (!isOnlyDefault(inner)) return false;
    return true;
  }
  return node.origin.tier === "default";
}

// Expressions keep their meaning on one line when line ends inside them become blanks or commas; only simple ones get here.
function oneLine(text: string): string {
  return text.includes("\n") ? `(${text.replace(/\s*\n\s*/g, " ")})` : text;
}
