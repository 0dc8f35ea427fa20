// Colours for CUE in the editor: words, strings with their interpolations, numbers, attributes, comments.
import { StreamLanguage } from "@codemirror/language";
import type { StreamParser } from "@codemirror/language";

interface State {
  /** The end of the string we are in, such as `"` or `'''`, with its hashes. */
  readonly strings: string[];
  /** Parentheses open inside of each interpolation. */
  readonly depths: number[];
}

const WORDS = new Set(["package", "import", "for", "in", "if", "let", "true", "false", "null", "try", "else", "func"]);
const TYPES = new Set([
  "string",
  "bytes",
  "bool",
  "int",
  "float",
  "number",
  "uint",
  "uint8",
  "uint16",
  "uint32",
  "uint64",
  "int8",
  "int16",
  "int32",
  "int64",
  "float32",
  "float64",
  "rune",
]);

const parser: StreamParser<State> = {
  startState: () => ({ strings: [], depths: [] }),
  copyState: ({ strings, depths }) => ({ strings: [...strings], depths: [...depths] }),
  token(stream, state) {
    const end = state.strings.at(-1);
    if (end !== undefined && state.strings.length > state.depths.length) return inString(stream, state, end);
    if (stream.eatSpace()) return null;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    const string = stream.match(/^#*(?:"""|'''|"|')/);
    if (Array.isArray(string)) {
      const text = string[0]!;
      const hashes = /^#*/.exec(text)![0];
      state.strings.push(text.slice(hashes.length) + hashes);
      return "string";
    }
    if (stream.match(/^@[\w$]+\([^)]*\)/)) return "meta";
    if (stream.match(/^(?:0[xX][\da-fA-F_]+|0b[01_]+|0o[0-7_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?(?:[KMGTP]i?)?)/))
      return "number";
    const word = stream.match(/^(?:_?#)?[\p{L}_$][\p{L}\p{N}_$]*/u);
    if (Array.isArray(word)) {
      const text = word[0]!;
      if (stream.match(/^[?!]?:(?!:)/, false)) return "propertyName";
      if (WORDS.has(text)) return "keyword";
      if (TYPES.has(text)) return "typeName";
      return /^_?#/.test(text) ? "className" : "variableName";
    }
    const c = stream.next();
    if (state.depths.length > 0) {
      if (c === "(") state.depths[state.depths.length - 1]!++;
      if (c === ")" && --state.depths[state.depths.length - 1]! === 0) state.depths.pop();
    }
    return "operator";
  },
  languageData: { commentTokens: { line: "//" } },
};

function inString(stream: Parameters<StreamParser<State>["token"]>[0], state: State, end: string): string {
  const hashes = /#*$/.exec(end)![0];
  while (!stream.eol()) {
    if (stream.match(end)) {
      state.strings.pop();
      return "string";
    }
    if (stream.match(`\\${hashes}(`)) {
      state.depths.push(1);
      return "string";
    }
    if (stream.match(`\\${hashes}`)) stream.next();
    else stream.next();
  }
  // Strings of one line end with it, right or wrong.
  if (end.replace(/#+$/, "").length === 1) state.strings.pop();
  return "string";
}

export const cueLanguage = StreamLanguage.define(parser);
