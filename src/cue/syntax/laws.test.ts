import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SourceFile } from "../../source/index.ts";
import type { BinaryOp, Decl, Expr, Label, UnaryOp } from "./ast.ts";
import { equalNodes } from "./equal.ts";
import { format } from "./format.ts";
import {
  makeBasicLit,
  makeBinary,
  makeBottom,
  makeBool,
  makeCall,
  makeComprehension,
  makeEllipsis,
  makeEmbedDecl,
  makeField,
  makeFile,
  makeForClause,
  makeIdent,
  makeIfClause,
  makeIndex,
  makeInterpolation,
  makeLetClause,
  makeList,
  makeNull,
  makeParen,
  makeSelector,
  makeSlice,
  makeStruct,
  makeUnary,
} from "./make.ts";
import { parseFile } from "./parse.ts";
import { quoteString } from "./quote.ts";

const parse = (text: string): ReturnType<typeof parseFile> => parseFile(new SourceFile("x.cue", text));

// ---------------------------------------------------------------- trees

const name = fc.constantFrom("a", "b", "foo", "#D", "_h", "_#p", "日本", "$x");
const ident = name.map(makeIdent);
const text = fc.string({ maxLength: 6 }).map((s) => makeBasicLit("STRING", quoteString(s)));
const number = fc.constantFrom("0", "42", "0x1F", "1_000", "1.5", "1e3", "10Ki");
const leaf: fc.Arbitrary<Expr> = fc.oneof(
  ident,
  text,
  number.map((n) => makeBasicLit(/^0x|^[\d_]+(Ki)?$/.test(n) ? "INT" : "FLOAT", n)),
  fc.boolean().map(makeBool),
  fc.constant(null).map(makeNull),
  fc.constant(null).map(makeBottom),
);
const binaryOps: BinaryOp[] = ["|", "&", "||", "&&", "==", "!=", "<", ">=", "=~", "+", "-", "*", "/"];
const unaryOps: UnaryOp[] = ["-", "+", "!", "*", ">", "<=", "!=", "=~"];

/** Operands of selectors and calls: other expressions would get parentheses that are not in the tree. */
function primary(expr: fc.Arbitrary<Expr>): fc.Arbitrary<Expr> {
  return fc.oneof(
    ident as fc.Arbitrary<Expr>,
    expr.map((x) => makeParen(x.kind === "ParenExpr" ? x.x : x)),
  );
}

const { decl } = fc.letrec<{ expr: Expr; decl: Decl; label: Label }>((tie) => ({
  expr: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.tuple(fc.constantFrom(...unaryOps), primary(tie("expr"))).map(([op, x]) => makeUnary(op, x)),
    fc
      .tuple(fc.constantFrom(...binaryOps), primary(tie("expr")), primary(tie("expr")))
      .map(([op, x, y]) => makeBinary(op, x, y)),
    fc.array(tie("expr"), { maxLength: 3 }).map(makeList),
    fc.array(tie("decl"), { maxLength: 3 }).map(makeStruct),
    fc.tuple(primary(tie("expr")), ident).map(([x, sel]) => makeSelector(x, sel)),
    fc.tuple(primary(tie("expr")), tie("expr")).map(([x, i]) => makeIndex(x, i)),
    fc
      .tuple(primary(tie("expr")), fc.option(tie("expr")), fc.option(tie("expr")))
      .map(([x, l, h]) => makeSlice(x, l, h)),
    fc.tuple(ident, fc.array(tie("expr"), { maxLength: 3 })).map(([f, args]) => makeCall(f, args)),
    tie("expr").map((x) => makeInterpolation([makeBasicLit("STRING", '"a\\('), x, makeBasicLit("STRING", ')b"')])),
  ),
  label: fc.oneof(
    ident as fc.Arbitrary<Label>,
    text as fc.Arbitrary<Label>,
    tie("expr").map((x) => makeList([x]) as Label),
    tie("expr").map((x) => makeParen(x.kind === "ParenExpr" ? x.x : x) as Label),
  ),
  decl: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc
      .tuple(tie("label"), tie("expr"), fc.constantFrom("" as const, "?" as const, "!" as const))
      .map(([label, value, constraint]) => makeField(label, value, constraint)),
    tie("expr").map(makeEmbedDecl),
    fc.tuple(fc.constantFrom("l", "m").map(makeIdent), tie("expr")).map(([id, x]) => makeLetClause(id, x)),
    fc
      .tuple(tie("expr"), fc.array(tie("decl"), { maxLength: 2 }))
      .map(([x, body]) =>
        makeComprehension([makeIfClause(x), makeForClause(null, makeIdent("v"), makeIdent("w"))], makeStruct(body)),
      ),
    fc.constant(null).map(() => makeEllipsis()),
  ),
}));

describe("laws", () => {
  test("parse(print(tree)) = tree", () => {
    fc.assert(
      fc.property(fc.array(decl, { maxLength: 4 }), (decls) => {
        const tree = makeFile(decls);
        const printed = format(tree);
        const { file, errors } = parse(printed);
        expect({ printed, errors }).toEqual({ printed, errors: [] });
        expect(equalNodes(file, tree) ? "" : printed).toBe("");
      }),
      { numRuns: 300 },
    );
  });

  test("printing what was printed changes nothing", () => {
    fc.assert(
      fc.property(fc.array(decl, { maxLength: 4 }), (decls) => {
        const once = format(parse(format(makeFile(decls))).file);
        expect(format(parse(once).file)).toBe(once);
      }),
      { numRuns: 200 },
    );
  });

  test("any text ends in a tree or in diagnostics", () => {
    const token = fc.constantFrom(
      ...'{ } [ ] ( ) , : . ... ? ! = ~ & | + == =~ a #D _ _|_ null if for in let try else @a( // " \' """ #" \\( \\ 1 0x 1K'.split(
        " ",
      ),
      "\n",
      " ",
      "\t",
      "\r\n",
      "\0",
      "\ufeff",
      "\udcff",
      "é",
    );
    fc.assert(
      fc.property(
        fc.array(token, { maxLength: 40 }).map((tokens) => tokens.join("")),
        (source) => {
          const { file, errors } = parse(source);
          format(file, { simplify: true });
          for (const { offset } of errors) expect(offset).toBeLessThanOrEqual(source.length);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("any bytes do too", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const source = SourceFile.fromBytes("x", bytes);
        const { file, errors } = parseFile(source);
        format(file);
        for (const { offset } of errors) expect(source.at(offset).line).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });
});
