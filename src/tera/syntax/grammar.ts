import {
  any,
  atomic,
  choice,
  compound,
  endOfInput,
  literal,
  many,
  many1,
  nonAtomic,
  not,
  oneOf,
  optional,
  rule,
  sequence,
} from "./peg.ts";
import type { Mode, Pattern } from "./peg.ts";

/**
 * Tera's grammar, for reports on mistakes. Rules are numbered in the order in which they are named
 * here, which is the order in which a report lists them.
 */
const names: string[] = [];

/** What reports call a rule; several rules may share a name. */
export function ruleName(id: number): string {
  return names[id] as string;
}

function name(text: string): number {
  return names.push(text) - 1;
}

/** A reference to a rule that is defined further down. */
function lazy(get: () => Pattern): Pattern {
  return (m) => get()(m);
}

const seq = sequence;
const lit = literal;
const ws: Pattern = choice(lit(" "), lit("\t"), lit("\r"), lit("\n"));
const ws0 = many(ws);
const ws1 = many1(ws);

function define(text: string, mode: Mode | undefined, body: Pattern): Pattern {
  return rule(name(text), mode, body);
}

const digit = oneOf("09");
const digits = many(digit);
const int = define("an integer", atomic, seq(optional(lit("-")), choice(lit("0"), seq(oneOf("19"), digits))));
const float = define(
  "a float",
  atomic,
  seq(
    optional(lit("-")),
    choice(seq(lit("0"), lit("."), digit, digits), seq(oneOf("19"), digits, lit("."), digit, digits)),
  ),
);
const quoted = (q: string): Pattern => seq(lit(q), many(seq(not(lit(q)), any)), lit(q));
const string = define("a string", atomic, choice(quoted('"'), quoted("'"), quoted("`")));
const boolean = define("`true` or `false`", undefined, choice(lit("true"), lit("false"), lit("True"), lit("False")));

const opOr = define("`or`", atomic, seq(lit("or"), ws));
const opAnd = define("`and`", atomic, seq(lit("and"), ws));
const opNot = define("`not`", atomic, seq(lit("not"), ws));
const opLte = define("`<=`", undefined, lit("<="));
const opGte = define("`>=`", undefined, lit(">="));
const opLt = define("`<`", undefined, lit("<"));
const opGt = define("`>`", undefined, lit(">"));
const opEq = define("`==`", undefined, lit("=="));
const opIneq = define("`!=`", undefined, lit("!="));
const opPlus = define("`+`", undefined, lit("+"));
const opMinus = define("`-`", undefined, lit("-"));
const opTimes = define("`*`", undefined, lit("*"));
const opSlash = define("`/`", undefined, lit("/"));
const opModulo = define("`%`", undefined, lit("%"));

const part = oneOf("az", "AZ", "_", "09");
const letter = oneOf("az", "AZ", "_");
const ident = define("an identifier (must start with a-z)", atomic, seq(letter, many(part)));
const dottedIdent = seq(letter, many(part), many(seq(lit("."), many1(part))));
name("a dotted identifier (identifiers separated by `.`)");
const squareBrackets = define(
  "an identifier, string or integer inside `[]`s",
  atomic,
  seq(
    lit("["),
    choice(
      int,
      string,
      lazy(() => squareIdent),
    ),
    lit("]"),
  ),
);
const squareIdent: Pattern = define(
  "a square bracketed identifier (identifiers separated by `.` or `[]`s)",
  atomic,
  seq(dottedIdent, many(choice(seq(lit("."), many1(part)), squareBrackets))),
);
const concatPart = choice(
  lazy(() => fnCall),
  float,
  int,
  string,
  squareIdent,
);
const stringConcat = define("a concatenation of strings", undefined, seq(concatPart, many1(seq(lit("~"), concatPart))));

const basicVal = choice(
  boolean,
  lazy(() => testNot),
  lazy(() => test),
  lazy(() => macroCall),
  lazy(() => fnCall),
  squareIdent,
  float,
  int,
);
const basicOp = choice(opPlus, opMinus, opTimes, opSlash, opModulo);
const basicOperand: Pattern = choice(
  seq(
    lit("("),
    lazy(() => basicExpr),
    lit(")"),
  ),
  basicVal,
);
const basicExpr: Pattern = define("an expression", undefined, seq(basicOperand, many(seq(basicOp, basicOperand))));
const basicExprFilter = define(
  "an expression with an optional filter",
  nonAtomic,
  seq(basicExpr, many(lazy(() => filter))),
);
const stringExprFilter = define(
  "a string or a concatenation of strings",
  nonAtomic,
  seq(choice(stringConcat, string), many(lazy(() => filter))),
);
const comparisonVal = define(
  "a comparison value",
  undefined,
  seq(basicExprFilter, many(seq(basicOp, basicExprFilter))),
);
const comparisonOp = choice(opLte, opGte, opGt, opLt, opEq, opIneq);
const comparisonOperand = choice(stringExprFilter, comparisonVal);
const comparisonExpr = define(
  "an expression",
  undefined,
  seq(comparisonOperand, optional(seq(comparisonOp, comparisonOperand))),
);
const inContainer = define(
  "a `in` condition container: a string, an array or an ident",
  undefined,
  choice(
    stringExprFilter,
    lazy(() => arrayFilter),
    squareIdent,
  ),
);
const inCond = define(
  "a `in` condition",
  nonAtomic,
  seq(choice(stringExprFilter, basicExprFilter), optional(opNot), lit("in"), inContainer),
);
const logicVal: Pattern = define(
  "a value that can be negated",
  nonAtomic,
  choice(
    seq(optional(opNot), choice(inCond, comparisonExpr)),
    seq(
      lit("("),
      lazy(() => logicExpr),
      lit(")"),
    ),
  ),
);
const logicExpr: Pattern = define(
  "any expressions",
  nonAtomic,
  seq(logicVal, many(seq(choice(opOr, opAnd), logicVal))),
);
const array = define(
  "an array of values",
  nonAtomic,
  seq(lit("["), many(seq(logicVal, lit(","))), optional(logicVal), lit("]")),
);
const arrayFilter: Pattern = define(
  "an array of values with an optional filter",
  nonAtomic,
  seq(array, many(lazy(() => filter))),
);
const stringArray = define(
  "an array of strings",
  nonAtomic,
  seq(lit("["), many(seq(string, lit(","))), optional(string), lit("]")),
);

const anyExpression = choice(logicExpr, arrayFilter);
const kwarg = define(
  "a keyword argument: `key=value` where `value` can be any expressions",
  undefined,
  seq(ident, lit("="), anyExpression),
);
const kwargs = seq(kwarg, many(seq(lit(","), kwarg)), optional(lit(",")));
const fnCall: Pattern = define("a function call", nonAtomic, seq(ident, lit("("), optional(kwargs), lit(")")));
const filter: Pattern = define("a filter", undefined, seq(lit("|"), choice(fnCall, ident)));

const macroArg = define(
  "an argument name with an optional default literal value: `id`, `key=1`",
  compound,
  seq(ident, optional(seq(lit("="), choice(boolean, string, float, int)))),
);
const macroArgs = seq(macroArg, many(seq(lit(","), macroArg)));
const macroFn = define("a macro function", nonAtomic, seq(ident, lit("("), optional(macroArgs), lit(")")));
const macroCall = define(
  "a macro function call",
  undefined,
  seq(ident, lit("::"), ident, lit("("), optional(kwargs), lit(")")),
);

const testArg = define("a test argument (any expressions including arrays)", undefined, anyExpression);
const testArgs = seq(testArg, many(seq(lit(","), testArg)));
const testCall = define("a test call", nonAtomic, seq(ident, optional(seq(lit("("), testArgs, lit(")")))));
const testNot = define("a negated test", undefined, seq(squareIdent, lit("is"), lit("not"), testCall));
const test = define("a test", undefined, seq(squareIdent, lit("is"), testCall));

const variableStart = define("a variable start (`{{`)", undefined, choice(lit("{{-"), lit("{{")));
const variableEnd = define("a variable end (`}}`)", undefined, choice(lit("-}}"), lit("}}")));
const tagStart = define("tag", undefined, choice(lit("{%-"), lit("{%")));
const tagEnd = define("`%}` or `-%}`", undefined, choice(lit("-%}"), lit("%}")));
const commentStart = define("a comment start (`{#`)", undefined, choice(lit("{#-"), lit("{#")));
const commentEnd = define("a comment end (`#}`)", undefined, choice(lit("-#}"), lit("#}")));
const blockStart = choice(variableStart, tagStart, commentStart);
const commentText = define("the context of a comment (`{# ... #}`)", compound, many1(seq(not(commentEnd), any)));
const ignoreMissing = define("ignore missing mark for include tag", undefined, seq(lit("ignore"), ws0, lit("missing")));

/** A tag whose blanks are spelled out, as most are. */
function tag(text: string, word: string, ...parts: readonly Pattern[]): Pattern {
  return define(text, compound, seq(tagStart, ws0, lit(word), ...parts, ws0, tagEnd));
}

/** A tag of words alone. */
function bareTag(text: string, word: string, ...parts: readonly Pattern[]): Pattern {
  return define(text, nonAtomic, seq(tagStart, lit(word), ...parts, tagEnd));
}

const includeTag = tag(
  'an include tag (`{% include "..." %}`)',
  "include",
  ws1,
  choice(string, stringArray),
  ws0,
  optional(ignoreMissing),
);
const commentTag = define("a comment tag (`{#...#}`)", compound, seq(commentStart, commentText, commentEnd));
const blockTag = tag("a block tag (`{% block block_name %}`", "block", ws1, ident);
const macroTag = tag("a macro definition tag (`{% macro my_macro() %}`", "macro", ws1, macroFn);
const ifTag = tag("an `if` tag", "if", ws1, logicExpr);
const elifTag = tag("an `elif` tag", "elif", ws1, logicExpr);
const elseTag = bareTag("an `else` tag", "else");
const forTag = tag(
  "a forloop (`{% for i in something %}...{% endfor %}",
  "for",
  ws1,
  ident,
  optional(seq(lit(","), ws0, ident)),
  ws1,
  lit("in"),
  ws1,
  choice(basicExprFilter, arrayFilter),
);
const filterTag = tag(
  "a filter section (`{% filter something %}...{% endfilter %}`)",
  "filter",
  ws1,
  choice(fnCall, ident),
);
const assignment = [ws1, ident, ws0, lit("="), ws0, anyExpression] as const;
const setTag = tag("a `set` tag`", "set", ...assignment);
const setGlobalTag = tag("a `set_global` tag`", "set_global", ...assignment);
const endblockTag = bareTag("an endblock tag (`{% endblock block_name %}`", "endblock", optional(ident));
const endmacroTag = bareTag("`{% endmacro %}`", "endmacro", optional(ident));
const endifTag = bareTag("an endif tag (`{% endif %}`)", "endif");
const endforTag = bareTag("an endfor tag (`{% endfor %}`)", "endfor");
const endfilterTag = bareTag("an endfilter tag (`{% endfilter %}`)", "endfilter");
const breakTag = bareTag("a break tag", "break");
const continueTag = bareTag("a continue tag", "continue");
const variableTag = define("a variable tag (`{{ ... }}`)", nonAtomic, seq(variableStart, anyExpression, variableEnd));
const superTag = define("`{{ super() }}`", nonAtomic, seq(variableStart, lit("super()"), variableEnd));
const text = define("some text", compound, many1(seq(not(blockStart), any)));
const rawTag = bareTag("`{% raw %}`", "raw");
const endrawTag = bareTag("`{% endraw %}`", "endraw");
const rawText = define("some raw text", compound, many(seq(not(endrawTag), any)));
const raw = define("a raw block (`{% raw %}...{% endraw %}`", compound, seq(rawTag, rawText, endrawTag));

const filterSection: Pattern = define(
  "a filter section (`{% filter something %}...{% endfilter %}`)",
  compound,
  seq(filterTag, many(lazy(() => filterContent)), endfilterTag),
);
const forLoop: Pattern = define(
  "a forloop (`{% for i in something %}...{% endfor %}",
  compound,
  seq(forTag, many(lazy(() => forContent)), many(seq(elseTag, many(lazy(() => forContent)))), endforTag),
);

function ifWith(content: () => Pattern): Pattern {
  const body = many(lazy(content));
  return define(
    "an `if` tag",
    compound,
    seq(ifTag, body, many(seq(elifTag, body)), optional(seq(elseTag, body)), endifTag),
  );
}

const macroIf = ifWith(() => macroContent);
const blockIf = ifWith(() => blockContent);
const forIf = ifWith(() => forContent);
const filterIf = ifWith(() => filterContent);
const contentIf = ifWith(() => content);
const block: Pattern = define(
  "a block tag (`{% block block_name %}`",
  compound,
  seq(blockTag, many(lazy(() => blockContent)), endblockTag),
);
const macroDefinition = define(
  "a macro definition tag (`{% macro my_macro() %}`",
  compound,
  seq(macroTag, many(lazy(() => macroContent)), endmacroTag),
);

const common = [includeTag, variableTag, commentTag, setTag, setGlobalTag] as const;
const filterContent: Pattern = define(
  "the filter section content",
  atomic,
  choice(...common, block, forLoop, filterIf, raw, filterSection, text),
);
const macroContent: Pattern = define(
  "the macro content",
  atomic,
  choice(...common, macroIf, forLoop, filterSection, raw, text),
);
const blockContent: Pattern = define(
  "some content",
  atomic,
  choice(
    includeTag,
    superTag,
    variableTag,
    commentTag,
    setTag,
    setGlobalTag,
    block,
    blockIf,
    forLoop,
    filterSection,
    raw,
    text,
  ),
);
const forContent: Pattern = define(
  "some content",
  atomic,
  choice(...common, forIf, forLoop, breakTag, continueTag, filterSection, raw, text),
);
const content: Pattern = define(
  "some content",
  atomic,
  choice(...common, block, contentIf, forLoop, filterSection, raw, text),
);
const extendsTag = define(
  'an extends tag (`{% extends "myfile" %}`',
  compound,
  seq(ws0, tagStart, ws0, lit("extends"), ws1, string, ws0, tagEnd, ws0),
);
const importTag = define(
  'an import macro tag (`{% import "filename" as namespace %}`',
  compound,
  seq(ws0, tagStart, ws0, lit("import"), ws1, string, ws1, lit("as"), ws1, ident, ws0, tagEnd, ws0),
);
const topImports = choice(seq(extendsTag, many(importTag)), seq(many1(importTag), optional(extendsTag)));

export const template = define(
  "a template",
  compound,
  seq(
    many(commentTag),
    optional(topImports),
    many(choice(content, macroDefinition)),
    // pest gives the end of input the number before all others.
    rule(-1, undefined, endOfInput),
  ),
);
