// The merged tree as CUE for people, one field in each line, with the origin of each. Secrets are masks.
import { quoteLabel, quoteString } from "../cue/syntax/index.ts";
import { isOnlyDefault } from "./source-tree.ts";
import { effective } from "./value-tree.ts";
import type { Origin, ValueNode } from "./value-tree.ts";

interface CueText {
  readonly text: string;
  /** The origin of each line, from line 1 at index 0. */
  readonly origins: readonly (Origin | undefined)[];
}

interface WriteOptions {
  /** The field the values go under, such as `values`; absent: at top level. */
  readonly under?: string;
  /** What to do with values of the default tier: the schema has them already, so they are left out unless asked for. */
  readonly defaults?: boolean;
}

export function writeCue(root: ValueNode, options: WriteOptions = {}): CueText {
  const writer = new Writer(options);
  if (options.under !== undefined) writer.field(options.under, root, 0, true);
  else if (root.kind === "struct") writer.fields(root.fields);
  else writer.value("", root, 0, "");
  return { text: `${writer.lines.join("\n")}\n`, origins: writer.origins };
}

class Writer {
  readonly lines: string[] = [];
  readonly origins: (Origin | undefined)[] = [];
  readonly #options: WriteOptions;

  constructor(options: WriteOptions) {
    this.#options = options;
  }

  line(depth: number, text: string, origin: Origin | undefined): void {
    this.lines.push("\t".repeat(depth) + text);
    this.origins.push(origin);
  }

  fields(fields: ReadonlyMap<string, ValueNode>): void {
    for (const [name, node] of fields) this.field(name, node, 0);
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
        for (const [name, inner] of value.fields) this.field(name, inner, depth + 1);
        return this.line(depth, `}${tail}`, origin);
      case "list":
        if (value.items.length === 0) return this.line(depth, `${head}[]${tail}`, origin);
        this.line(depth, `${head}[`, origin);
        for (const item of value.items) this.value("", item, depth + 1, ",");
        return this.line(depth, `]${tail}`, origin);
      case "secret":
        return this.line(depth, `${head}${quoteString("***")}${tail}`, origin);
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

// Expressions keep their meaning on one line when line ends inside them become blanks or commas; only simple ones get here.
function oneLine(text: string): string {
  return text.includes("\n") ? `(${text.replace(/\s*\n\s*/g, " ")})` : text;
}
