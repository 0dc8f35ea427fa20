import type { Branch, Expr, Node, Trim } from "./ast.ts";
import { ExpressionParser } from "./expression-parser.ts";

/** Where a body stands decides which tags it may hold. */
type Place = "content" | "macro" | "block" | "for" | "filter";

/** A tag that was opened: its first offset, its first keyword, and whether it trims to its left. */
interface Opening {
  readonly pos: number;
  readonly word: string;
  readonly left: boolean;
}

/**
 * Reads a whole template into nodes. It only says yes or no: why a text is not a template, and where,
 * is found by matching it against the grammar again (`syntax-report.ts`), which happens once for a
 * mistake and never for a template that is right.
 */
export class TemplateParser extends ExpressionParser {
  template(): Node[] | undefined {
    const nodes: Node[] = [];
    while (this.text.startsWith("{#", this.at)) if (!this.comment()) return undefined;
    this.imports(nodes);
    if (!this.body("content", nodes, true)) return undefined;
    return this.at === this.text.length ? nodes : undefined;
  }

  /** extends and imports, in the two orders that the grammar allows. */
  private imports(nodes: Node[]): void {
    const parent = this.extendsTag();
    if (parent) nodes.push(parent);
    let imported = false;
    for (;;) {
      const node = this.importTag();
      if (!node) break;
      imported = true;
      nodes.push(node);
    }
    if (parent || !imported) return;
    const late = this.extendsTag();
    if (late) nodes.push(late);
  }

  private extendsTag(): Node | undefined {
    const start = this.at;
    this.skip();
    const opening = this.open();
    if (opening?.word === "extends" && this.blanks()) {
      const parent = this.string();
      const right = parent === undefined ? undefined : this.close();
      if (right !== undefined) {
        this.skip();
        return { kind: "extends", trim: { left: opening.left, right }, parent: parent as string, pos: opening.pos };
      }
    }
    this.at = start;
    return undefined;
  }

  private importTag(): Node | undefined {
    const start = this.at;
    this.skip();
    const opening = this.open();
    if (opening?.word === "import" && this.blanks()) {
      const file = this.string();
      if (file !== undefined && this.blanks() && this.literal("as") && this.blanks()) {
        const namespace = this.ident();
        const right = namespace === undefined ? undefined : this.close();
        if (right !== undefined) {
          this.skip();
          return {
            kind: "import",
            trim: { left: opening.left, right },
            file,
            namespace: namespace as string,
            pos: opening.pos,
          };
        }
      }
    }
    this.at = start;
    return undefined;
  }

  /**
   * Reads nodes until something that does not belong here, which is left for the caller: an end tag,
   * a mistake, or the end. False only for a tag that began right and is broken.
   */
  private body(place: Place, nodes: Node[], top = false): boolean {
    const text = this.text;
    for (;;) {
      const start = this.at;
      const brace = this.textEnd(start);
      if (brace > start) {
        nodes.push({ kind: "text", text: text.slice(start, brace), pos: start });
        this.at = brace;
      }
      if (brace === text.length) return true;
      const c = text.charCodeAt(brace + 1);
      let node: Node | undefined;
      if (c === 123) node = this.output(place);
      else if (c === 35) node = this.comment();
      else node = this.tag(place, top);
      if (!node) {
        this.at = brace;
        return true;
      }
      nodes.push(node);
    }
  }

  private textEnd(start: number): number {
    const text = this.text;
    for (let i = text.indexOf("{", start); i >= 0; i = text.indexOf("{", i + 1)) {
      const c = text.charCodeAt(i + 1);
      if (c === 123 || c === 37 || c === 35) return i;
    }
    return text.length;
  }

  private output(place: Place): Node | undefined {
    const pos = this.at;
    this.at += 2;
    const left = this.text.charCodeAt(this.at) === 45;
    if (left) this.at++;
    const inside = this.at;
    if (place === "block" && this.take("super()")) {
      if (this.variableEnd() !== undefined) return { kind: "super", pos };
      this.at = inside;
    }
    this.skip();
    const expr = this.expression();
    const right = expr && this.variableEnd();
    if (right === undefined) return undefined;
    return { kind: "output", trim: { left, right }, expr: expr as Expr, pos, end: this.at };
  }

  private variableEnd(): boolean | undefined {
    this.skip();
    if (this.literal("-}}")) return true;
    return this.literal("}}") ? false : undefined;
  }

  private comment(): Node | undefined {
    const pos = this.at;
    this.at += 2;
    const left = this.text.charCodeAt(this.at) === 45;
    if (left) this.at++;
    const end = this.text.indexOf("#}", this.at);
    if (end < 0) return undefined;
    // `-#}` closes too, and the text of a comment is never empty.
    const right = end > this.at && this.text.charCodeAt(end - 1) === 45;
    if ((right ? end - 1 : end) === this.at) return undefined;
    this.at = end + 2;
    return { kind: "comment", trim: { left, right }, pos };
  }

  /** `{%`, `{%-`, blanks and the letters of the first word. */
  private open(): Opening | undefined {
    const pos = this.at;
    if (!this.literal("{%")) return undefined;
    const left = this.literal("-");
    this.skip();
    const start = this.at;
    for (;;) {
      const c = this.text.charCodeAt(this.at);
      if (!(c >= 97 && c <= 122) && c !== 95) break;
      this.at++;
    }
    return { pos, word: this.text.slice(start, this.at), left };
  }

  /** Blanks, then `%}` or `-%}`: whether it trims to the right. */
  private close(): boolean | undefined {
    this.skip();
    if (this.literal("-%}")) return true;
    return this.literal("%}") ? false : undefined;
  }

  private literal(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  private blanks(): boolean {
    const start = this.at;
    this.skip();
    return this.at > start;
  }

  private tag(place: Place, top: boolean): Node | undefined {
    const opening = this.open() as Opening;
    if (!this.enter()) return undefined;
    const node = this.tagNamed(opening, place, top);
    this.depth--;
    return node;
  }

  private tagNamed(opening: Opening, place: Place, top: boolean): Node | undefined {
    switch (opening.word) {
      case "include":
        return this.include(opening);
      case "set":
      case "set_global":
        return this.set(opening);
      case "if":
        return this.ifTag(opening, place);
      case "for":
        return this.forTag(opening);
      case "filter":
        return this.filterSection(opening);
      case "raw":
        return this.raw(opening);
      case "block":
        return place === "content" || place === "block" || place === "filter" ? this.block(opening) : undefined;
      case "break":
      case "continue":
        return place === "for" ? this.simple(opening, opening.word) : undefined;
      case "macro":
        return top ? this.macro(opening) : undefined;
      default:
        return undefined;
    }
  }

  private simple(opening: Opening, kind: "break" | "continue"): Node | undefined {
    const right = this.close();
    return right === undefined ? undefined : { kind, trim: { left: opening.left, right }, pos: opening.pos };
  }

  private include(opening: Opening): Node | undefined {
    if (!this.blanks()) return undefined;
    const names: string[] = [];
    const name = this.string();
    if (name !== undefined) names.push(name);
    else if (!this.stringArray(names)) return undefined;
    this.skip();
    const mark = this.at;
    let ignoreMissing = false;
    if (this.literal("ignore")) {
      this.skip();
      ignoreMissing = this.literal("missing");
      if (!ignoreMissing) this.at = mark;
    }
    const right = this.close();
    if (right === undefined) return undefined;
    return { kind: "include", trim: { left: opening.left, right }, names, ignoreMissing, pos: opening.pos };
  }

  private stringArray(names: string[]): boolean {
    if (!this.literal("[")) return false;
    for (;;) {
      this.skip();
      const name = this.string();
      if (name === undefined) return this.take("]");
      names.push(name);
      if (!this.take(",")) return this.take("]");
    }
  }

  private set(opening: Opening): Node | undefined {
    if (!this.blanks()) return undefined;
    const name = this.ident();
    if (name === undefined || !this.take("=")) return undefined;
    this.skip();
    const value = this.expression();
    const right = value && this.close();
    if (right === undefined) return undefined;
    const global = opening.word === "set_global";
    return { kind: "set", trim: { left: opening.left, right }, name, value: value as Expr, global, pos: opening.pos };
  }

  private ifTag(opening: Opening, place: Place): Node | undefined {
    const branches: Branch[] = [];
    let next: Opening | undefined = opening;
    while (next && (next === opening || next.word === "elif")) {
      if (!this.blanks()) return undefined;
      const condition = this.logicExpr();
      const right = condition && this.close();
      if (right === undefined) return undefined;
      const body: Node[] = [];
      if (!this.body(place, body)) return undefined;
      branches.push({ trim: { left: next.left, right }, condition: condition as Expr, body });
      next = this.open();
    }
    let otherwise: { trim: Trim; body: Node[] } | undefined;
    if (next?.word === "else") {
      const right = this.close();
      if (right === undefined) return undefined;
      const body: Node[] = [];
      if (!this.body(place, body)) return undefined;
      otherwise = { trim: { left: next.left, right }, body };
      next = this.open();
    }
    if (next?.word !== "endif") return undefined;
    const right = this.close();
    if (right === undefined) return undefined;
    return { kind: "if", branches, otherwise, end: { left: next.left, right }, pos: opening.pos };
  }

  private forTag(opening: Opening): Node | undefined {
    if (!this.blanks()) return undefined;
    let value = this.ident();
    let key: string | undefined;
    if (value === undefined) return undefined;
    if (this.literal(",")) {
      this.skip();
      key = value;
      value = this.ident();
    }
    if (value === undefined || !this.blanks() || !this.literal("in") || !this.blanks()) return undefined;
    const container = this.text.charCodeAt(this.at) === 91 ? this.arrayFilter() : this.basicExprFilter();
    const right = container && this.close();
    if (right === undefined) return undefined;
    const body: Node[] = [];
    if (!this.body("for", body)) return undefined;
    let empty: Node[] | undefined;
    let next = this.open();
    while (next?.word === "else") {
      if (this.close() === undefined) return undefined;
      empty = [];
      if (!this.body("for", empty)) return undefined;
      next = this.open();
    }
    const end = next?.word === "endfor" ? this.end(next) : undefined;
    if (!end) return undefined;
    const start = { left: opening.left, right };
    return { kind: "for", start, end, key, value, container: container as Expr, body, empty, pos: opening.pos };
  }

  private end(opening: Opening): Trim | undefined {
    const right = this.close();
    return right === undefined ? undefined : { left: opening.left, right };
  }

  /** An end tag that may repeat the name; the letters of the name may follow the keyword at once. */
  private namedEnd(word: string): Trim | undefined {
    const opening = this.open();
    if (!opening?.word.startsWith(word)) return undefined;
    this.at -= opening.word.length - word.length;
    this.skip();
    this.ident();
    return this.end(opening);
  }

  private filterSection(opening: Opening): Node | undefined {
    if (!this.blanks()) return undefined;
    const filter = this.filterName();
    const right = filter && this.close();
    if (right === undefined || !filter) return undefined;
    const body: Node[] = [];
    if (!this.body("filter", body)) return undefined;
    const next = this.open();
    const end = next?.word === "endfilter" ? this.end(next) : undefined;
    if (!end) return undefined;
    return { kind: "filter", start: { left: opening.left, right }, end, filter, body, pos: opening.pos };
  }

  private raw(opening: Opening): Node | undefined {
    const right = this.close();
    if (right === undefined) return undefined;
    const pos = this.at;
    for (let i = this.text.indexOf("{%", pos); i >= 0; i = this.text.indexOf("{%", i + 1)) {
      this.at = i;
      const next = this.open() as Opening;
      const end = next.word === "endraw" ? this.end(next) : undefined;
      if (!end) continue;
      return { kind: "raw", start: { left: opening.left, right }, end, text: this.text.slice(pos, i), pos };
    }
    return undefined;
  }

  private block(opening: Opening): Node | undefined {
    if (!this.blanks()) return undefined;
    const name = this.ident();
    const right = name === undefined ? undefined : this.close();
    if (right === undefined) return undefined;
    const body: Node[] = [];
    if (!this.body("block", body)) return undefined;
    const end = this.namedEnd("endblock");
    if (!end) return undefined;
    return { kind: "block", start: { left: opening.left, right }, end, name: name as string, body, pos: opening.pos };
  }

  private macro(opening: Opening): Node | undefined {
    if (!this.blanks()) return undefined;
    const name = this.ident();
    if (name === undefined || !this.take("(")) return undefined;
    const args = new Map<string, Expr | undefined>();
    if (!this.macroArguments(args)) return undefined;
    const right = this.close();
    if (right === undefined) return undefined;
    const body: Node[] = [];
    if (!this.body("macro", body)) return undefined;
    const end = this.namedEnd("endmacro");
    if (!end) return undefined;
    return { kind: "macro", start: { left: opening.left, right }, end, name, args, body, pos: opening.pos };
  }

  /** macro_def_args? ")" — no blanks around the `=` of a default. */
  private macroArguments(args: Map<string, Expr | undefined>): boolean {
    if (this.take(")")) return true;
    do {
      this.skip();
      const name = this.ident();
      if (name === undefined) return false;
      args.set(name, undefined);
      if (!this.literal("=")) continue;
      const pos = this.at;
      const text = this.string();
      const val = text === undefined ? (this.boolean() ?? this.number()) : ({ kind: "string", value: text } as const);
      if (!val) return false;
      args.set(name, { val, negated: false, filters: [], pos });
    } while (this.take(","));
    return this.take(")");
  }
}

/** Used by editors and the linter: whether a text holds any tag at all. */
export function isTemplate(text: string): boolean {
  return text.includes("{{") || text.includes("{%") || text.includes("{#");
}
