import type {
  Alias,
  BinaryExpr,
  CallExpr,
  Comprehension,
  Decl,
  Expr,
  Field,
  File,
  Interpolation,
  ListLit,
  SelectorExpr,
  SliceExpr,
  StructLit,
} from "./ast.ts";
import { continueClauses, printBody, printFallback } from "./format-comprehension.ts";
import type { ClauseWalk } from "./format-comprehension.ts";
import { continueDecls, finishDecl, finishField, printDecls, printFieldValue, startDecl } from "./format-decl.ts";
import type { DeclWalk } from "./format-decl.ts";
import {
  continueParts,
  finishCall,
  finishStruct,
  printArguments,
  printHigh,
  printRaw,
  printRight,
  printSel,
} from "./format-expr.ts";
import { continueArguments, continueElements, finishElement, finishList, printAliasExpr } from "./format-list.ts";
import type { ArgumentWalk, ListWalk } from "./format-list.ts";
import * as op from "./format-machine.ts";
import { FormatMachine } from "./format-machine.ts";
import type { FormatSettings } from "./format-machine.ts";
import type { Printer } from "./printer.ts";

/** Prints trees: knows which step does what. */
export class Formatter {
  private readonly machine: FormatMachine;

  constructor(settings: FormatSettings) {
    this.machine = new FormatMachine(settings);
  }

  get printer(): Printer {
    return this.machine.printer;
  }

  printFile(file: File): void {
    const m = this.machine;
    m.before(file);
    m.push(op.OP_END_FILE, null);
    m.push(op.OP_AFTER, null);
    printDecls(m, file.decls);
    m.run(step);
  }

  printDecls(decls: readonly Decl[]): void {
    printDecls(this.machine, decls);
    this.machine.run(step);
  }

  printDecl(decl: Decl): void {
    startDecl(this.machine, decl);
    this.machine.run(step);
  }

  printExpr(x: Expr): void {
    this.machine.push(op.OP_EXPR, x, 0, 1);
    this.machine.run(step);
  }
}

function step(m: FormatMachine, code: number, target: unknown, a: number, b: number): void {
  switch (code) {
    case op.OP_AFTER:
      m.after();
      return;
    case op.OP_EXPR:
      m.push(op.OP_AFTER, null);
      m.before(target as Expr);
      printRaw(m, target as Expr, a, b);
      return;
    case op.OP_RAW:
      printRaw(m, target as Expr, a, b);
      return;
    case op.OP_DECL:
      startDecl(m, target as Decl);
      return;
    case op.OP_DECLS:
      continueDecls(m, target as DeclWalk);
      return;
    case op.OP_DECL_DONE:
      finishDecl(m, target as DeclWalk);
      return;
    case op.OP_FIELD_COLON:
      printFieldValue(m, target as Field);
      return;
    case op.OP_FIELD_END:
      finishField(m, target as Field, a, b === 1);
      return;
    case op.OP_DEDENT:
      m.printer.indentation--;
      return;
    case op.OP_POP_INDENT:
      m.printer.popIndent();
      return;
    case op.OP_SPACE:
      m.space(a);
      return;
    case op.OP_TOKEN:
      m.placed(b, a);
      return;
    case op.OP_BINARY_RIGHT:
      printRight(m, target as BinaryExpr, a === 1, b);
      return;
    case op.OP_PARTS:
      continueParts(m, target as Interpolation, a, b);
      return;
    case op.OP_SELECT:
      printSel(m, target as SelectorExpr);
      return;
    case op.OP_CALL_ARGS:
      printArguments(m, target as CallExpr, a);
      return;
    case op.OP_ARGUMENTS:
      continueArguments(m, target as ArgumentWalk);
      return;
    case op.OP_CALL_END:
      finishCall(m, target as CallExpr);
      return;
    case op.OP_STRUCT_END:
      finishStruct(m, target as StructLit, a);
      return;
    case op.OP_ELEMENTS:
      continueElements(m, target as ListWalk);
      return;
    case op.OP_ELEMENT_DONE:
      finishElement(m, target as ListWalk);
      return;
    case op.OP_LIST_END:
      finishList(m, target as ListLit);
      return;
    case op.OP_CLAUSES:
      continueClauses(m, target as ClauseWalk);
      return;
    case op.OP_BODY:
      printBody(m, target as Comprehension);
      return;
    case op.OP_FALLBACK:
      printFallback(m, target as Comprehension);
      return;
    case op.OP_SLICE_HIGH:
      printHigh(m, target as SliceExpr, a);
      return;
    case op.OP_ALIAS_EXPR:
      printAliasExpr(m, target as Alias);
      return;
    case op.OP_END_FILE:
      m.printer.end();
      return;
  }
}
