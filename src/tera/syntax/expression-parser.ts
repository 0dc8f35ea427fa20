import type { MathOperator } from "../value/number.ts";
import type { Call, Expr, ExprVal, Ident, LogicOperator, MacroCall, TestCall } from "./ast.ts";
import { isIdentStart } from "./char.ts";
import { TokenReader } from "./token-reader.ts";

/**
 * Reads expressions. Every method takes what the grammar's rule of that name takes, choices in the
 * grammar's order, and returns undefined with the position restored where the rule does not match.
 * Where the rules would read a call again and again (the grammar tries up to four rules on one
 * operand) this parser reads it once; calls are remembered by position, so that no input makes it
 * slower than quadratic.
 */
export class ExpressionParser extends TokenReader {
  readonly #calls = new Map<number, { readonly call: Call | undefined; readonly end: number }>();
  /** Where a parenthesis turned out not to hold plain arithmetic. */
  readonly #notArithmetic = new Set<number>();

  /** logic_expr | array_filter */
  expression(): Expr | undefined {
    return this.text.charCodeAt(this.at) === 91 ? this.arrayFilter() : this.logicExpr();
  }

  logicExpr(): Expr | undefined {
    if (!this.enter()) return undefined;
    const result = this.logicOperands();
    this.depth--;
    return result;
  }

  private logicOperands(): Expr | undefined {
    const first = this.logicVal();
    if (!first) return undefined;
    let or: Expr | undefined;
    let and: Expr = first;
    for (;;) {
      const before = this.at;
      this.skip();
      const word = this.word("or") ? "or" : this.word("and") ? "and" : undefined;
      let next: Expr | undefined;
      if (word) {
        this.skip();
        next = this.logicVal();
      }
      if (!word || !next) {
        this.at = before;
        return or ? logic("or", or, and) : and;
      }
      if (word === "and") and = logic("and", and, next);
      else {
        or = or ? logic("or", or, and) : and;
        and = next;
      }
    }
  }

  logicVal(): Expr | undefined {
    const start = this.at;
    const negated = this.word("not");
    if (negated) this.skip();
    const expr = this.inOrComparison();
    if (expr) {
      if (negated) expr.negated = true;
      return expr;
    }
    this.at = start;
    if (this.text.charCodeAt(start) !== 40) return undefined;
    this.at++;
    this.skip();
    const inner = this.logicExpr();
    if (inner && this.take(")")) {
      // `negated` is set on the inner expression itself by the original, and so it is lost here.
      inner.negated = false;
      return inner;
    }
    this.at = start;
    return undefined;
  }

  /** in_cond | comparison_expr */
  private inOrComparison(): Expr | undefined {
    const start = this.at;
    let left = this.stringExprFilter();
    const textual = left !== undefined;
    if (!left) left = this.basicExprFilter();
    if (!left) return undefined;
    const inside = this.inTail(left, start);
    if (inside) return inside;
    if (!textual) left = this.comparisonVal(left);
    const before = this.at;
    this.skip();
    const operator = this.comparisonOperator();
    if (operator) {
      this.skip();
      let right = this.stringExprFilter();
      if (!right) {
        right = this.basicExprFilter();
        if (right) right = this.comparisonVal(right);
      }
      if (right) return logic(operator, left, right);
    }
    this.at = before;
    return left;
  }

  private inTail(left: Expr, pos: number): Expr | undefined {
    const before = this.at;
    this.skip();
    const negated = this.word("not");
    if (negated) this.skip();
    if (this.text.startsWith("in", this.at)) {
      this.at += 2;
      this.skip();
      const right = this.inContainer();
      if (right) return plain({ kind: "in", left, right, negated }, pos);
    }
    this.at = before;
    return undefined;
  }

  private inContainer(): Expr | undefined {
    const text = this.stringExprFilter();
    if (text) return text;
    if (this.text.charCodeAt(this.at) === 91) return this.arrayFilter();
    const ident = this.squareIdent();
    return ident && plain(ident, ident.pos);
  }

  private comparisonOperator(): LogicOperator | undefined {
    const c = this.text.charCodeAt(this.at);
    const equals = this.text.charCodeAt(this.at + 1) === 61;
    let operator: LogicOperator | undefined;
    if (c === 60) operator = equals ? "<=" : "<";
    else if (c === 62) operator = equals ? ">=" : ">";
    else if (c === 61 && equals) operator = "==";
    else if (c === 33 && equals) operator = "!=";
    if (operator) this.at += operator.length;
    return operator;
  }

  /** The rest of `a | f + b | g`: filtered operands joined by arithmetic. */
  private comparisonVal(first: Expr): Expr {
    return this.arithmetic(
      first,
      () => this.basicExprFilter(),
      (operator, left, right) => plain({ kind: "math", operator, left, right }, left.pos),
    );
  }

  /** Operands joined by `+ - * / %` with the usual precedence. */
  private arithmetic<T>(
    first: T,
    operand: () => T | undefined,
    join: (operator: MathOperator, left: T, right: T) => T,
  ): T {
    let sum: T | undefined;
    let sign: MathOperator = "+";
    let product = first;
    for (;;) {
      const before = this.at;
      this.skip();
      const operator = mathOperator(this.text.charCodeAt(this.at));
      let next: T | undefined;
      if (operator) {
        this.at++;
        this.skip();
        next = operand();
      }
      if (!operator || next === undefined) {
        this.at = before;
        return sum === undefined ? product : join(sign, sum, product);
      }
      if (operator === "+" || operator === "-") {
        sum = sum === undefined ? product : join(sign, sum, product);
        sign = operator;
        product = next;
      } else product = join(operator, product, next);
    }
  }

  basicExprFilter(): Expr | undefined {
    const pos = this.at;
    const val = this.basicExpr();
    if (!val) return undefined;
    return { val, negated: false, filters: this.filters(), pos };
  }

  private basicExpr(): ExprVal | undefined {
    const first = this.basicOperand();
    if (!first) return undefined;
    return this.arithmetic(
      first,
      () => this.basicOperand(),
      (operator, left, right): ExprVal => ({
        kind: "math",
        operator,
        left: plain(left, this.at),
        right: plain(right, this.at),
      }),
    );
  }

  private basicOperand(): ExprVal | undefined {
    const start = this.at;
    if (this.text.charCodeAt(start) !== 40) return this.basicVal();
    if (this.#notArithmetic.has(start) || !this.enter()) return undefined;
    this.at++;
    this.skip();
    const inner = this.basicExpr();
    this.depth--;
    if (inner && this.take(")")) return inner;
    this.#notArithmetic.add(start);
    this.at = start;
    return undefined;
  }

  private basicVal(): ExprVal | undefined {
    const c = this.text.charCodeAt(this.at);
    if (!isIdentStart(c)) return this.number();
    return this.boolean() ?? this.test() ?? this.macroCall() ?? this.call() ?? this.squareIdent();
  }

  /** (string_concat | string) filter* */
  stringExprFilter(): Expr | undefined {
    const pos = this.at;
    const first = this.concatPart();
    if (!first) return undefined;
    const end = this.at;
    const values = [first];
    for (;;) {
      const before = this.at;
      if (!this.take("~")) break;
      this.skip();
      const next = this.concatPart();
      if (!next) {
        this.at = before;
        break;
      }
      values.push(next);
    }
    if (values.length === 1) {
      this.at = end;
      if (first.kind !== "string") {
        this.at = pos;
        return undefined;
      }
      return { val: first, negated: false, filters: this.filters(), pos };
    }
    const val = joinStrings(values, this.text.slice(pos, this.at));
    return { val, negated: false, filters: this.filters(), pos };
  }

  private concatPart(): ExprVal | undefined {
    const c = this.text.charCodeAt(this.at);
    if (isIdentStart(c)) return this.call() ?? this.squareIdent();
    if (c === 34 || c === 39 || c === 96) {
      const value = this.string();
      return value === undefined ? undefined : { kind: "string", value };
    }
    return this.number();
  }

  filters(): readonly Call[] {
    let filters: Call[] | undefined;
    for (;;) {
      const before = this.at;
      if (!this.take("|")) return filters ?? noFilters;
      this.skip();
      const filter = this.filterName();
      if (!filter) {
        this.at = before;
        return filters ?? noFilters;
      }
      (filters ??= []).push(filter);
    }
  }

  /** fn_call | ident, as filters are written */
  filterName(): Call | undefined {
    const pos = this.at;
    const call = this.call();
    if (call) return call;
    const name = this.ident();
    return name === undefined ? undefined : { kind: "call", name, args: noArgs, pos };
  }

  call(): Call | undefined {
    const start = this.at;
    const known = this.#calls.get(start);
    if (known) {
      if (known.call) this.at = known.end;
      return known.call;
    }
    const name = this.ident();
    if (name === undefined) return undefined;
    if (!this.take("(")) {
      this.at = start;
      return undefined;
    }
    const args = this.callArguments();
    const call: Call | undefined = args && { kind: "call", name, args, pos: start };
    this.#calls.set(start, { call, end: this.at });
    if (!call) this.at = start;
    return call;
  }

  /** kwargs? ")" */
  private callArguments(): ReadonlyMap<string, Expr> | undefined {
    if (this.take(")")) return noArgs;
    if (!this.enter()) return undefined;
    const args = new Map<string, Expr>();
    let closed = false;
    for (;;) {
      this.skip();
      const name = this.ident();
      if (name === undefined || !this.take("=")) break;
      this.skip();
      const value = this.expression();
      if (!value) break;
      args.set(name, value);
      const comma = this.take(",");
      closed = this.take(")");
      if (closed || !comma) break;
    }
    this.depth--;
    return closed ? args : undefined;
  }

  macroCall(): MacroCall | undefined {
    const pos = this.at;
    const namespace = this.ident();
    if (namespace !== undefined && this.take("::")) {
      this.skip();
      const name = this.ident();
      if (name !== undefined && this.take("(")) {
        const args = this.callArguments();
        if (args) return { kind: "macro", namespace, name, args, pos };
      }
    }
    this.at = pos;
    return undefined;
  }

  /** test_not | test */
  test(): TestCall | undefined {
    const pos = this.at;
    const ident = this.squareIdent();
    if (!ident || !this.take("is")) {
      this.at = pos;
      return undefined;
    }
    const after = this.at;
    if (this.take("not")) {
      this.skip();
      const negated = this.testCall(ident, true, pos);
      if (negated) return negated;
      this.at = after;
    }
    this.skip();
    const test = this.testCall(ident, false, pos);
    if (!test) this.at = pos;
    return test;
  }

  private testCall(ident: Ident, negated: boolean, pos: number): TestCall | undefined {
    const name = this.ident();
    if (name === undefined) return undefined;
    const before = this.at;
    const args: Expr[] = [];
    if (this.take("(") && this.enter()) {
      let closed = false;
      do {
        this.skip();
        const arg = this.expression();
        if (!arg) break;
        args.push(arg);
        closed = this.take(")");
      } while (!closed && this.take(","));
      this.depth--;
      if (!closed) {
        this.at = before;
        args.length = 0;
      }
    }
    return { kind: "test", ident, name, negated, args, pos };
  }

  arrayFilter(): Expr | undefined {
    const pos = this.at;
    const items = this.array();
    if (!items) return undefined;
    return { val: { kind: "array", items }, negated: false, filters: this.filters(), pos };
  }

  private array(): Expr[] | undefined {
    const start = this.at;
    if (this.text.charCodeAt(start) !== 91 || !this.enter()) return undefined;
    this.at++;
    const items: Expr[] = [];
    let closed = this.take("]");
    while (!closed) {
      this.skip();
      const item = this.logicVal();
      if (!item) break;
      items.push(item);
      const comma = this.take(",");
      closed = this.take("]");
      if (!comma) break;
    }
    this.depth--;
    if (closed) return items;
    this.at = start;
    return undefined;
  }
}

const noFilters: readonly Call[] = [];
const noArgs: ReadonlyMap<string, Expr> = new Map();

function plain(val: ExprVal, pos: number): Expr {
  return { val, negated: false, filters: noFilters, pos };
}

function logic(operator: LogicOperator, left: Expr, right: Expr): Expr {
  return plain({ kind: "logic", operator, left, right }, left.pos);
}

function mathOperator(c: number): MathOperator | undefined {
  switch (c) {
    case 43:
      return "+";
    case 45:
      return "-";
    case 42:
      return "*";
    case 47:
      return "/";
    case 37:
      return "%";
    default:
      return undefined;
  }
}

/** Neighbouring literals become one; nothing but literals become a plain string. */
function joinStrings(parts: readonly ExprVal[], source: string): ExprVal {
  const values: ExprVal[] = [];
  let text = "";
  for (const part of parts) {
    if (part.kind === "string") {
      text += part.value;
      continue;
    }
    if (text !== "") values.push({ kind: "string", value: text });
    text = "";
    values.push(part);
  }
  if (values.length === 0) return { kind: "string", value: text };
  if (text !== "") values.push({ kind: "string", value: text });
  return { kind: "concat", values, source };
}
