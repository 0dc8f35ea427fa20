import type { Meter } from "../../meter/index.ts";
import { Failed } from "../define.ts";
import { quote } from "../conv/quote.ts";
import { isList, isMap, isTrue, MISSING, typeName } from "./data.ts";
import type { MaybeValue, TemplateValue } from "./data.ts";
import { FUNCTIONS } from "./functions.ts";
import { argumentText, commandText, pipeText } from "./node.ts";
import type { Argument, Command, Pipe, Statement } from "./node.ts";
import type { Template } from "./parse.ts";
import { sortedEntries, valueText } from "./print.ts";

/** Renders a template over data. */
export function executeTemplate(t: Template, data: TemplateValue, meter: Meter): string | Failed {
  const run = new Execution(t, meter);
  try {
    run.body(t.body, { value: data === null ? MISSING : data, boxed: false }, "");
    return run.out.join("");
  } catch (e) {
    if (e instanceof ExecProblem) return new Failed(e.message);
    throw e;
  }
}

/** Thrown inside the execution only. */
class ExecProblem {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** A value and whether it came out of a container, where its static type is `interface {}`. */
interface Dot {
  readonly value: MaybeValue;
  readonly boxed: boolean;
}

interface Located {
  readonly pos: number;
  readonly text: string;
}

/** Templates that call each other, and nested statements. */
const MAX_DEPTH = 1000;

class Execution {
  readonly out: string[] = [];
  private readonly t: Template;
  private readonly meter: Meter;
  private vars: { name: string; value: MaybeValue }[] = [];
  private depth = 0;
  private at: Located = { pos: 0, text: "" };
  private name = "";

  constructor(t: Template, meter: Meter) {
    this.t = t;
    this.meter = meter;
  }

  private write(text: string): void {
    this.meter.bytes(text.length + 1);
    this.out.push(text);
  }

  private fail(message: string): never {
    const before = this.t.source.slice(0, this.at.pos);
    const lineStart = before.lastIndexOf("\n");
    const line = before.split("\n").length;
    const column = new TextEncoder().encode(lineStart < 0 ? before : before.slice(lineStart + 1)).length;
    throw new ExecProblem(
      `template: ${this.name}:${line}:${column}: executing ${quote(this.name)} at <${this.at.text}>: ${message}`,
    );
  }

  body(statements: readonly Statement[], dot: Dot, name: string): void {
    if (++this.depth > MAX_DEPTH) this.fail(`exceeded maximum template depth (${MAX_DEPTH})`);
    const [vars, held] = [this.vars, this.name];
    this.vars = [{ name: "$", value: dot.value }];
    this.name = name;
    this.walk(statements, dot);
    this.vars = vars;
    this.name = held;
    this.depth--;
  }

  /** Statements in turn; the result says whether a loop is left or taken up again. */
  private walk(statements: readonly Statement[], dot: Dot): "break" | "continue" | undefined {
    for (const s of statements) {
      this.meter.step();
      switch (s.kind) {
        case "text":
          this.write(s.text);
          break;
        case "action": {
          this.at = { pos: s.pos, text: pipeText(s.pipe) };
          const v = this.pipeline(dot, s.pipe);
          if (s.pipe.variables.length === 0) this.write(v === MISSING ? "<no value>" : valueText(v));
          break;
        }
        case "if":
        case "with": {
          const mark = this.vars.length;
          const v = this.pipeline(dot, s.pipe);
          let flow: "break" | "continue" | undefined;
          if (isTrue(v)) flow = this.walk(s.body, s.kind === "with" ? { value: v, boxed: false } : dot);
          else if (s.otherwise !== undefined) flow = this.walk(s.otherwise, dot);
          this.vars.length = mark;
          if (flow !== undefined) return flow;
          break;
        }
        case "range":
          this.range(s, dot);
          break;
        case "template": {
          this.at = {
            pos: s.pos,
            text: `{{template ${quote(s.name)}${s.pipe === undefined ? "" : " " + pipeText(s.pipe)}}}`,
          };
          const body = this.t.defined.get(s.name);
          if (body === undefined) this.fail(`template ${quote(s.name)} not defined`);
          const v = s.pipe === undefined ? MISSING : this.pipeline(dot, s.pipe);
          this.body(body, { value: v, boxed: false }, s.name);
          break;
        }
        default:
          return s.kind;
      }
    }
    return undefined;
  }

  private range(s: Extract<Statement, { kind: "if" | "with" | "range" }>, dot: Dot): void {
    const mark = this.vars.length;
    this.at = { pos: s.pos, text: pipeText(s.pipe) };
    const v = this.pipeline(dot, s.pipe);
    const inner = this.vars.length;
    const entries = this.entries(v, s.pipe);
    for (const [key, element] of entries) {
      this.meter.step();
      const names = s.pipe.variables;
      if (names.length === 1) this.assign(names[0] as string, element);
      else if (names.length === 2) {
        this.assign(names[0] as string, key);
        this.assign(names[1] as string, element);
      }
      const flow = this.walk(s.body, { value: element, boxed: typeof v !== "bigint" });
      this.vars.length = inner;
      if (flow === "break") break;
    }
    if (entries.length === 0 && s.otherwise !== undefined) this.walk(s.otherwise, dot);
    this.vars.length = mark;
  }

  private entries(v: MaybeValue, pipe: Pipe): [MaybeValue, MaybeValue][] {
    if (v === MISSING || v === null) return [];
    if (isMap(v)) return sortedEntries(v);
    if (isList(v) || v instanceof Uint8Array) this.meter.steps(v.length);
    if (isList(v)) return v.map((x, i) => [BigInt(i), x]);
    if (v instanceof Uint8Array) return Array.from(v, (b, i) => [BigInt(i), BigInt(b)]);
    if (typeof v === "bigint") {
      if (pipe.variables.length > 1) this.fail(`can't use ${v} to iterate over more than one variable`);
      this.meter.values(Math.max(0, Number(v)));
      return Array.from({ length: Math.max(0, Number(v)) }, (_, i) => [MISSING, BigInt(i)]);
    }
    return this.fail(`range can't iterate over ${valueText(v)}`);
  }

  private assign(name: string, value: MaybeValue): void {
    for (let i = this.vars.length - 1; i >= 0; i--) {
      if (this.vars[i]!.name === name) {
        this.vars[i]!.value = value;
        return;
      }
    }
    this.fail(`undefined variable: ${name}`);
  }

  private variable(name: string): MaybeValue {
    for (let i = this.vars.length - 1; i >= 0; i--) if (this.vars[i]!.name === name) return this.vars[i]!.value;
    return this.fail(`undefined variable: ${name}`);
  }

  private pipeline(dot: Dot, pipe: Pipe): MaybeValue {
    this.at = { pos: pipe.pos, text: pipeText(pipe) };
    let value: MaybeValue | undefined;
    for (const command of pipe.commands) {
      this.meter.step();
      const v: MaybeValue = this.command(dot, command, value);
      value = v === null ? MISSING : v;
    }
    const result = value as MaybeValue;
    for (const name of pipe.variables) {
      if (pipe.assigns) this.assign(name, result);
      else this.vars.push({ name, value: result });
    }
    return result;
  }

  private command(dot: Dot, c: Command, final: MaybeValue | undefined): MaybeValue {
    const first = c.args[0] as Argument;
    const plain = c.args.length === 1 && final === undefined;
    const noArguments = (): void => {
      if (!plain) this.fail(`can't give argument to non-function ${argumentText(first)}`);
    };
    switch (first.kind) {
      case "field":
        this.at = { pos: first.pos, text: argumentText(first) };
        return this.fields(dot, first.path, plain);
      case "chain": {
        this.at = { pos: first.pos, text: argumentText(first) };
        if (first.of.kind === "nil") this.fail("indirection through explicit nil in " + argumentText(first));
        const of = this.argument(dot, first.of);
        return this.fields({ value: of, boxed: false }, first.path, plain);
      }
      case "identifier":
        this.at = { pos: first.pos, text: first.name };
        return this.function(dot, c, first.name, final);
      case "pipe":
        noArguments();
        return this.pipeline(dot, first);
      case "variable": {
        this.at = { pos: first.pos, text: argumentText(first) };
        const v = this.variable(first.path[0] as string);
        if (first.path.length > 1) return this.fields({ value: v, boxed: false }, first.path.slice(1), plain);
        noArguments();
        return v;
      }
      default:
        this.at = { pos: first.pos, text: argumentText(first) };
        noArguments();
        if (first.kind === "nil") this.fail("nil is not a command");
        return this.argument(dot, first);
    }
  }

  private fields(from: Dot, path: readonly string[], plain: boolean): MaybeValue {
    let { value, boxed } = from;
    path.forEach((name, i) => {
      if (value === MISSING) return;
      if (value === null) this.fail(`nil pointer evaluating interface {}.${name}`);
      if (!isMap(value)) this.fail(`can't evaluate field ${name} in type ${boxed ? "interface {}" : typeName(value)}`);
      if (!plain && i === path.length - 1) this.fail(`${name} is not a method but has arguments`);
      const next: TemplateValue | undefined = value.get(name);
      value = next === undefined ? MISSING : next;
      boxed = true;
    });
    return value;
  }

  private argument(dot: Dot, a: Argument): MaybeValue {
    switch (a.kind) {
      case "dot":
        return dot.value;
      case "nil":
        return null;
      case "bool":
        return a.value;
      case "number":
        if (typeof a.value === "bigint" && (a.value > 0x7fffffffffffffffn || a.value < -0x8000000000000000n)) {
          this.at = { pos: a.pos, text: a.text };
          this.fail(`${a.text} overflows int`);
        }
        return a.value as bigint | number;
      case "string":
        return a.value;
      case "pipe":
        return this.pipeline(dot, a);
      case "identifier":
        return this.function(dot, { args: [a], pos: a.pos }, a.name, undefined);
      default:
        return this.command(dot, { args: [a], pos: a.pos }, undefined);
    }
  }

  private function(dot: Dot, c: Command, name: string, final: MaybeValue | undefined): MaybeValue {
    const f = FUNCTIONS.get(name)!;
    const given = c.args.length - 1 + (final === undefined ? 0 : 1);
    if (f.variadic ? given < f.fixed : given !== f.fixed) {
      this.at = { pos: c.args[0]!.pos, text: name };
      this.fail(
        f.variadic
          ? `wrong number of args for ${name}: want at least ${f.fixed} got ${c.args.length - 1}`
          : `wrong number of args for ${name}: want ${f.fixed} got ${given}`,
      );
    }
    const args = c.args.slice(1);
    if (name === "and" || name === "or") {
      let v: MaybeValue = MISSING;
      for (const a of args) {
        v = this.argument(dot, a);
        if (isTrue(v) === (name === "or")) return v;
      }
      return final === undefined ? v : final;
    }
    const values = args.map((a) => this.argument(dot, a));
    if (final !== undefined) values.push(final);
    this.at = { pos: c.args[0]!.pos, text: commandText(c) };
    if (name === "printf" && typeof values[0] !== "string") {
      const first = args[0];
      if (first !== undefined) this.at = { pos: first.pos, text: argumentText(first) };
      const v = values[0] as MaybeValue;
      this.fail(
        v === MISSING || v === null
          ? "invalid value; expected string"
          : `wrong type for value; expected string; got ${typeName(v)}`,
      );
    }
    for (const v of values) if (typeof v === "string") this.meter.bytes(v.length);
    const r = f.call(values);
    if (typeof r === "string") this.meter.bytes(r.length);
    if (r instanceof Failed) {
      this.at = { pos: c.pos, text: commandText(c) };
      this.fail(`error calling ${name}: ${r.reason}`);
    }
    return r;
  }
}
