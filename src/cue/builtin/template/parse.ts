import { parseFloat, parseBigInt } from "../conv/parse-number.ts";
import { quote } from "../conv/quote.ts";
import { Failed } from "../define.ts";
import { FUNCTION_NAMES } from "./function-names.ts";
import { argumentText } from "./node.ts";
import type { Argument, Command, Pipe, Statement } from "./node.ts";
import { tokenize } from "./token.ts";
import type { Token } from "./token.ts";
import { unquoteGo } from "./unquote-go.ts";

export interface Template {
  readonly source: string;
  readonly body: readonly Statement[];
  /** Templates that `define` and `block` made. */
  readonly defined: ReadonlyMap<string, readonly Statement[]>;
}

/** Thrown inside the parser only. */
class ParseProblem {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

export function parseTemplate(source: string): Template | Failed {
  const parser = new Parser(source);
  try {
    return parser.parse();
  } catch (e) {
    if (e instanceof ParseProblem) return new Failed(e.message);
    throw e;
  }
}

/** Control structures nest on the stack of the parser. */
const MAX_DEPTH = 1000;

class Parser {
  private readonly source: string;
  private readonly tokens: Token[];
  private at = 0;
  private vars: string[] = ["$"];
  private rangeDepth = 0;
  private depth = 0;
  private readonly defined = new Map<string, readonly Statement[]>();

  constructor(source: string) {
    this.source = source;
    this.tokens = tokenize(source);
  }

  parse(): Template {
    const body: Statement[] = [];
    while (this.peek().kind !== "eof") {
      if (this.peek().kind === "open" && this.peekNonSpace(1)?.text === "define") {
        this.define();
        continue;
      }
      const s = this.statement(this.next());
      if (s.kind === "stop") this.fail(`unexpected {{${s.word}}}`);
      else if (s.node !== undefined) body.push(s.node);
    }
    return { source: this.source, body, defined: this.defined };
  }

  private fail(message: string, line = this.tokens[Math.max(0, this.at - 1)]!.line): never {
    throw new ParseProblem(`template: :${line}: ${message}`);
  }

  private peek(): Token {
    const t = this.tokens[Math.min(this.at, this.tokens.length - 1)] as Token;
    if (t.kind === "error") {
      throw new ParseProblem(`template: :${t.line}: ${t.text}`);
    }
    return t;
  }

  private next(): Token {
    const t = this.peek();
    this.at++;
    return t;
  }

  private peekNonSpace(skip: number): Token | undefined {
    let i = this.at + skip;
    while (this.tokens[i]?.kind === "space") i++;
    return this.tokens[i];
  }

  private nextNonSpace(): Token {
    let t = this.next();
    while (t.kind === "space") t = this.next();
    return t;
  }

  private skipSpace(): Token {
    while (this.peek().kind === "space") this.at++;
    return this.peek();
  }

  private unexpected(t: Token, context: string): never {
    if (t.kind === "eof") this.fail(`unexpected EOF`, t.line);
    this.fail(`unexpected ${tokenText(t)} in ${context}`, t.line);
  }

  private define(): void {
    this.next();
    this.nextNonSpace();
    const name = this.templateName(this.nextNonSpace(), "define clause");
    const close = this.nextNonSpace();
    if (close.kind !== "close") this.unexpected(close, "define clause");
    const { body, end } = this.list();
    if (end !== "end") this.fail(`unexpected {{${end}}} in define clause`);
    this.defined.set(name, body);
  }

  private templateName(t: Token, context: string): string {
    if (t.kind !== "string" && t.kind !== "rawString") this.unexpected(t, context);
    const s = unquoteGo(t.text);
    if (s === undefined) this.fail("invalid syntax");
    return s;
  }

  /** Statements up to {{end}} or {{else…}}. */
  private list(): { body: Statement[]; end: string; pos: number } {
    if (++this.depth > MAX_DEPTH) this.fail("max depth exceeded");
    const body: Statement[] = [];
    while (this.peek().kind !== "eof") {
      const s = this.statement(this.next());
      if (s.kind === "stop") {
        this.depth--;
        return { body, end: s.word, pos: s.pos };
      }
      if (s.node !== undefined) body.push(s.node);
    }
    return this.fail("unexpected EOF", this.peek().line);
  }

  private statement(
    t: Token,
  ): { kind: "node"; node: Statement | undefined } | { kind: "stop"; word: string; pos: number } {
    if (t.kind === "text") return { kind: "node", node: { kind: "text", text: t.text, pos: t.pos } };
    if (t.kind !== "open") this.unexpected(t, "input");
    const first = this.skipSpace();
    if (first.kind !== "keyword") return { kind: "node", node: this.action() };
    this.at++;
    const pos = first.pos;
    switch (first.text) {
      case "end":
        this.closing("end");
        return { kind: "stop", word: "end", pos };
      case "else": {
        const following = this.skipSpace();
        if (following.kind === "keyword" && (following.text === "if" || following.text === "with")) {
          return { kind: "stop", word: "else " + following.text, pos };
        }
        this.closing("else");
        return { kind: "stop", word: "else", pos };
      }
      case "if":
      case "with":
      case "range":
        return { kind: "node", node: this.control(first.text, pos) };
      case "template": {
        const token = this.nextNonSpace();
        const name = this.templateName(token, "template clause");
        const pipe = this.optionalPipe("template clause");
        return { kind: "node", node: { kind: "template", name, pipe, pos: token.pos } };
      }
      case "block": {
        const name = this.templateName(this.nextNonSpace(), "block clause");
        const pipe = this.pipe("block clause", "close");
        const vars = this.vars;
        this.vars = ["$"];
        const { body, end } = this.list();
        this.vars = vars;
        if (end !== "end") this.fail(`unexpected {{${end}}} in block clause`);
        this.defined.set(name, body);
        return { kind: "node", node: { kind: "template", name, pipe, pos } };
      }
      case "break":
      case "continue":
        this.closing(first.text);
        if (this.rangeDepth === 0) this.fail(`{{${first.text}}} outside {{range}}`);
        return { kind: "node", node: { kind: first.text, pos } };
      default:
        return this.fail(`unexpected <${first.text}> in command`);
    }
  }

  private closing(context: string): void {
    const t = this.nextNonSpace();
    if (t.kind !== "close")
      this.unexpected(t, context === "break" || context === "continue" ? `{{${context}}}` : context);
  }

  private optionalPipe(context: string): Pipe | undefined {
    if (this.skipSpace().kind === "close") {
      this.at++;
      return undefined;
    }
    return this.pipe(context, "close");
  }

  private action(): Statement {
    const pos = this.peek().pos;
    return { kind: "action", pipe: this.pipe("command", "close"), pos };
  }

  private control(kind: "if" | "with" | "range", pos: number): Statement {
    const held = this.vars.length;
    const pipe = this.pipe(kind, "close");
    if (kind === "range") this.rangeDepth++;
    const { body, end } = this.list();
    if (kind === "range") this.rangeDepth--;
    let otherwise: readonly Statement[] | undefined;
    if (end !== "end") {
      if (end === "else if" || end === "else with") {
        const nested = end.slice(5) as "if" | "with";
        if (nested !== kind) this.fail(`unexpected <${nested}> in ${"else"}`);
        const t = this.next();
        otherwise = [this.control(nested, t.pos)];
      } else {
        const rest = this.list();
        if (rest.end !== "end") this.fail(`expected end; found {{${rest.end}}}`);
        otherwise = rest.body;
      }
    }
    this.vars.length = held;
    return { kind, pipe, body, otherwise, pos };
  }

  private pipe(context: string, end: "close" | "closeParen"): Pipe {
    const first = this.skipSpace();
    const variables: string[] = [];
    let assigns = false;
    const save = this.at;
    while (this.skipSpace().kind === "variable") {
      const v = this.next();
      const after = this.skipSpace();
      if (after.kind === "declare" || after.kind === "assign") {
        assigns = after.kind === "assign";
        this.at++;
        variables.push(v.text);
        this.vars.push(...(assigns ? [] : [v.text]));
        break;
      }
      if (after.kind === "comma" && context === "range" && variables.length < 2) {
        this.at++;
        variables.push(v.text);
        this.vars.push(v.text);
        continue;
      }
      variables.length = 0;
      this.at = save;
      break;
    }
    const commands: Command[] = [];
    for (;;) {
      const t = this.skipSpace();
      if (t.kind === end) {
        this.at++;
        if (commands.length === 0) this.fail(`missing value for ${context}`, t.line);
        for (let i = 1; i < commands.length; i++) {
          const a = commands[i]!.args[0]!;
          if (["bool", "dot", "nil", "number", "string"].includes(a.kind)) {
            this.fail(`non executable command in pipeline stage ${i + 1}`, t.line);
          }
        }
        return { pos: first.pos, line: first.line, assigns, variables, commands };
      }
      if (
        ![
          "bool",
          "char",
          "dot",
          "field",
          "identifier",
          "number",
          "nil",
          "rawString",
          "string",
          "variable",
          "paren",
        ].includes(t.kind)
      ) {
        this.at++;
        this.unexpected(t, context);
      }
      commands.push(this.command());
    }
  }

  private command(): Command {
    const args: Argument[] = [];
    const pos = this.skipSpace().pos;
    for (;;) {
      this.skipSpace();
      const operand = this.operand();
      if (operand !== undefined) args.push(operand);
      const t = this.next();
      if (t.kind === "space") continue;
      if (t.kind === "close" || t.kind === "closeParen") {
        this.at--;
      } else if (t.kind !== "pipe") this.unexpected(t, "operand");
      break;
    }
    if (args.length === 0) this.fail("empty command");
    return { args, pos };
  }

  private operand(): Argument | undefined {
    const of = this.term();
    if (of === undefined) return undefined;
    if (this.peek().kind !== "field") return of;
    const pos = this.peek().pos;
    const path: string[] = [];
    while (this.peek().kind === "field") path.push(this.next().text.slice(1));
    switch (of.kind) {
      case "field":
        return { kind: "field", path: [...of.path, ...path], pos };
      case "variable":
        return { kind: "variable", path: [...of.path, ...path], pos };
      case "bool":
      case "string":
      case "number":
      case "nil":
      case "dot":
        return this.fail(`unexpected . after term ${quote(argumentText(of))}`);
      default:
        return { kind: "chain", of, path, pos };
    }
  }

  private term(): Argument | undefined {
    const t = this.next();
    const { pos } = t;
    switch (t.kind) {
      case "identifier":
        if (!FUNCTION_NAMES.has(t.text)) this.fail(`function ${quote(t.text)} not defined`, t.line);
        return { kind: "identifier", name: t.text, pos };
      case "dot":
        return { kind: "dot", pos };
      case "nil":
        return { kind: "nil", pos };
      case "variable": {
        if (!this.vars.includes(t.text)) this.fail(`undefined variable ${quote(t.text)}`, t.line);
        return { kind: "variable", path: [t.text], pos };
      }
      case "field":
        return { kind: "field", path: [t.text.slice(1)], pos };
      case "bool":
        return { kind: "bool", value: t.text === "true", pos };
      case "char":
      case "number":
        return { kind: "number", text: t.text, value: this.numberValue(t), pos };
      case "paren":
        return { kind: "pipe", ...this.pipe("parenthesized pipeline", "closeParen") };
      case "string":
      case "rawString": {
        const s = unquoteGo(t.text);
        if (s === undefined) this.fail("invalid syntax", t.line);
        return { kind: "string", quoted: t.text, value: s, pos };
      }
      default:
        this.at--;
        return undefined;
    }
  }

  private numberValue(t: Token): bigint | number {
    if (t.kind === "char") {
      const s = unquoteGo(t.text.replace(/^'|'$/g, '"').replace(/^"\\'"$/, '"\'"'));
      if (s === undefined || Array.from(s).length !== 1) this.fail(`malformed character constant: ${t.text}`, t.line);
      return BigInt(s.codePointAt(0) as number);
    }
    const isFloat = /[.eEpP]/.test(t.text) && !/^[+-]?0[xX]/.test(t.text);
    const n = isFloat ? undefined : parseBigInt(t.text, 0);
    if (n !== undefined) {
      if (n > 0xffffffffffffffffn || n < -0x8000000000000000n) this.fail(`integer overflow: ${quote(t.text)}`, t.line);
      return n;
    }
    const f = parseFloat(t.text, 64);
    return f instanceof Failed ? this.fail(`illegal number syntax: ${quote(t.text)}`, t.line) : f;
  }
}

/** A token as messages show it: keywords in angle brackets, long texts cut. */
function tokenText(t: Token): string {
  if (t.kind === "keyword") return `<${t.text}>`;
  if (t.text.length > 10) return `${quote(t.text.slice(0, 10))}...`;
  return quote(t.text);
}
