import type { BasicLit, CommentGroup, Expr, Field, Node } from "./ast.ts";
import { Spine } from "./binary-layout.ts";
import { Printer, blank, newSection, newline } from "./printer.ts";
import * as t from "./token.ts";

/** Steps of printing. Their arguments are a node or walk and two numbers. */
export const OP_AFTER = 0;
export const OP_EXPR = 1;
export const OP_RAW = 2;
export const OP_DECL = 3;
export const OP_DECLS = 4;
export const OP_DECL_DONE = 5;
export const OP_FIELD_COLON = 6;
export const OP_FIELD_END = 7;
export const OP_DEDENT = 8;
export const OP_POP_INDENT = 9;
export const OP_SPACE = 10;
export const OP_TOKEN = 11;
export const OP_BINARY_RIGHT = 12;
export const OP_PARTS = 13;
export const OP_SELECT = 14;
export const OP_CALL_ARGS = 15;
export const OP_ARGUMENTS = 16;
export const OP_CALL_END = 17;
export const OP_STRUCT_END = 18;
export const OP_ELEMENTS = 19;
export const OP_ELEMENT_DONE = 20;
export const OP_LIST_END = 21;
export const OP_CLAUSES = 22;
export const OP_BODY = 23;
export const OP_FALLBACK = 24;
export const OP_SLICE_HIGH = 25;
export const OP_ALIAS_EXPR = 26;
export const OP_END_FILE = 27;

export interface FormatSettings {
  readonly simplify: boolean;
  /** Labels to print without quotes. */
  readonly labels: ReadonlyMap<BasicLit, string> | null;
  readonly tabWidth: number;
  readonly prefix: number;
}

/** Comments of a node that is being printed, and how its parts are separated. */
class CommentFrame {
  groups: readonly CommentGroup[] | null = null;
  /** The next group to print. */
  index = 0;
  /** Tokens and children printed so far. */
  pos = 0;
  /** Separator inside the node: a line break, or a blank in a struct on one line. */
  nodeSep = newline;
  /** Separator around it. */
  parentSep = newline;
}

/**
 * The state of a formatter: a stack of steps still to do, so that no tree is too deep, and the
 * frames of comments. A step prints what comes first and pushes the rest in reverse order.
 */
export class FormatMachine {
  readonly printer: Printer;
  readonly simplify: boolean;
  readonly labels: ReadonlyMap<BasicLit, string> | null;
  readonly spine = new Spine();
  /** Depths of fields in long chains. */
  readonly fieldDepths = new Map<Field, number>();
  private steps = 0;
  private readonly targets: unknown[] = [];
  /** Three numbers for each step: what to do and its arguments. */
  private numbers = new Int32Array(3 * 256);
  private readonly frames: CommentFrame[] = [new CommentFrame()];
  private depth = 0;
  current: CommentFrame;

  constructor(settings: FormatSettings) {
    this.printer = new Printer({ tabWidth: settings.tabWidth, prefix: settings.prefix });
    this.simplify = settings.simplify;
    this.labels = settings.labels;
    this.current = this.frames[0] as CommentFrame;
  }

  // ---------------------------------------------------------------- steps

  push(op: number, target: unknown, first = 0, second = 0): void {
    const i = this.steps++;
    if (i < this.targets.length) this.targets[i] = target;
    else this.targets.push(target);
    let numbers = this.numbers;
    const at = 3 * i;
    if (at >= numbers.length) {
      numbers = new Int32Array(2 * at);
      numbers.set(this.numbers);
      this.numbers = numbers;
    }
    numbers[at] = op;
    numbers[at + 1] = first;
    numbers[at + 2] = second;
  }

  /** Does all steps. */
  run(step: (m: FormatMachine, op: number, target: unknown, first: number, second: number) => void): void {
    while (this.steps > 0) {
      const i = --this.steps;
      const at = 3 * i;
      const numbers = this.numbers;
      step(this, numbers[at] as number, this.targets[i], numbers[at + 1] as number, numbers[at + 2] as number);
    }
  }

  /** Prints an expression: at once if it is a leaf, else as the next step. Must come last. */
  expr(x: Expr, precedence = 0, depth = 1): void {
    switch (x.kind) {
      case "Ident":
        if (x.comments !== null) this.before(x);
        this.printer.place(x.rel);
        this.printer.ident(x.name);
        this.afterLeaf(x.comments !== null);
        return;
      case "BasicLit":
        if (x.comments !== null) this.before(x);
        this.printer.place(x.rel);
        this.printer.literal(x);
        this.afterLeaf(x.comments !== null);
        return;
    }
    this.push(OP_EXPR, x, precedence, depth);
  }

  // ---------------------------------------------------------------- printing

  space(request: number): void {
    this.printer.space(request);
  }

  token(token: number): void {
    this.printer.token(token);
    this.current.pos++;
  }

  /** A token that stood in the source as `rel` says. */
  placed(rel: number, token: number): void {
    this.printer.place(rel);
    this.token(token);
  }

  word(text: string): void {
    this.printer.raw(text, t.STRING);
    this.current.pos++;
  }

  // ---------------------------------------------------------------- comments

  /** Begins a node: prints the comments before it. Null begins a sequence. */
  before(node: Node | null): void {
    const outer = this.current;
    const depth = ++this.depth;
    let frame = this.frames[depth];
    if (frame === undefined) this.frames.push((frame = new CommentFrame()));
    frame.index = 0;
    frame.pos = 0;
    frame.nodeSep = frame.parentSep = outer.nodeSep;
    this.current = frame;
    if (node === null) {
      frame.groups = null;
      return;
    }
    if (node.kind === "StructLit" && node.oneLine && node.elts.length <= 1) frame.nodeSep = blank;
    frame.groups = node.comments;
    if (frame.groups !== null) this.visitComments(0);
  }

  /** Ends a node: prints the comments that are left, and it counts in what surrounds it. */
  after(): void {
    if (this.current.groups !== null) this.visitComments(127);
    const outer = this.frames[--this.depth] as CommentFrame;
    this.current = outer;
    outer.pos++;
    if (outer.groups !== null) this.visitComments(outer.pos);
  }

  /** Like after, for a node that was begun only if it has comments. */
  private afterLeaf(begun: boolean): void {
    if (begun) this.after();
    else this.skipChild();
  }

  visitComments(until: number): void {
    const frame = this.current;
    const groups = frame.groups;
    if (groups === null) return;
    let printed = false;
    while (frame.index < groups.length && (groups[frame.index] as CommentGroup).position <= until) {
      if (printed) this.printer.space(newSection);
      printed = true;
      this.printer.commentGroup(groups[frame.index++] as CommentGroup);
    }
  }

  /** A child that is missing still counts. */
  skipChild(): void {
    const frame = this.current;
    frame.pos++;
    if (frame.groups !== null) this.visitComments(frame.pos);
  }

  /** The name that a quoted label gets by simplification, or null. */
  plainName(label: Node): string | null {
    if (this.labels === null) return null;
    return label.kind === "BasicLit" ? (this.labels.get(label) ?? null) : null;
  }
}
