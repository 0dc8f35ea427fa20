import { RE2JS } from "re2js";

/** Tests whether a pattern is found in a text, or says what is wrong with the pattern. */
type Matcher = { readonly ok: true; test(text: string): boolean } | { readonly ok: false; readonly message: string };

const cache = new Map<string, Matcher>();

/**
 * Compiles a pattern of Rust's regex syntax. RE2 matches in linear time, as Rust's engine does, so no
 * pattern can hang a render. Where the two differ (classes know Unicode in Rust) the pattern is rewritten.
 */
export function compilePattern(pattern: string): Matcher {
  const known = cache.get(pattern);
  if (known) return known;
  if (cache.size >= 100) cache.clear();
  const matcher = compile(pattern);
  cache.set(pattern, matcher);
  return matcher;
}

function compile(pattern: string): Matcher {
  if (pattern.length > 2000) return { ok: false, message: "the pattern is too long" };
  try {
    const regex = RE2JS.compile(new Translator(pattern).run());
    return { ok: true, test: (text) => regex.matcher(text).find() };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

const digit = "\\p{Nd}";
const word = "\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}\\x{200C}\\x{200D}";
const space =
  "\\t\\n\\x{0B}\\f\\r \\x{85}\\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}";

/** The classes that know Unicode, inside and outside of brackets. */
function classFor(letter: string, inBrackets: boolean): string | undefined {
  const negated = letter >= "A" && letter <= "Z";
  const lower = letter.toLowerCase();
  const body = lower === "d" ? digit : lower === "w" ? word : lower === "s" ? space : undefined;
  if (body === undefined) return undefined;
  if (!negated) return inBrackets ? body : `[${body}]`;
  // A negated class cannot be spelled out inside a class; RE2's own, of ASCII, stands in.
  return inBrackets ? `\\${letter}` : `[^${body}]`;
}

/** Writes a pattern anew, piece by piece. */
class Translator {
  readonly pattern: string;
  out = "";
  at = 0;
  /** Where the last thing that can be repeated begins in the output, and whether it is repeated already. */
  atom = 0;
  repeated = false;
  readonly groups: number[] = [];

  constructor(pattern: string) {
    this.pattern = pattern;
  }

  run(): string {
    while (this.at < this.pattern.length) this.step();
    return this.out;
  }

  private step(): void {
    const c = this.pattern.charAt(this.at);
    const start = this.out.length;
    const repetition = this.repetition();
    if (repetition !== "") {
      this.repeat(repetition);
      return;
    }
    this.repeated = false;
    if (c === "(") {
      this.groups.push(start);
      this.copy(1);
      this.atom = this.out.length;
    } else if (c === ")") {
      this.copy(1);
      this.atom = this.groups.pop() ?? 0;
    } else {
      this.atom = start;
      if (c === "\\") this.out += this.escape(false);
      else if (c === "[") this.brackets();
      else this.copy(1);
    }
  }

  private copy(length: number): void {
    this.out += this.pattern.slice(this.at, this.at + length);
    this.at += length;
  }

  /** `*`, `+`, `?` or `{2,3}`, and the `?` that makes it lazy. */
  private repetition(): string {
    repetition.lastIndex = this.at;
    return repetition.exec(this.pattern)?.[0] ?? "";
  }

  /** Rust repeats what is repeated already; RE2 wants that in a group. */
  private repeat(text: string): void {
    if (this.repeated) this.out = `${this.out.slice(0, this.atom)}(?:${this.out.slice(this.atom)})`;
    this.out += text;
    this.at += text.length;
    this.repeated = true;
  }

  private escape(inBrackets: boolean): string {
    const letter = this.pattern.charAt(this.at + 1);
    this.at += 2;
    if (letter === "u" || letter === "U") {
      // \u{1F980} is \x{1F980} for RE2, and \u1234 is \x{1234}.
      if (this.pattern.charAt(this.at) === "{") return "\\x";
      const width = letter === "u" ? 4 : 8;
      this.at += width;
      return `\\x{${this.pattern.slice(this.at - width, this.at)}}`;
    }
    return classFor(letter, inBrackets) ?? `\\${letter}`;
  }

  private brackets(): void {
    let open = 0;
    do {
      const c = this.pattern.charAt(this.at);
      const named = c === "[" && open > 0 && this.pattern.charAt(this.at + 1) === ":";
      const end = named ? this.pattern.indexOf(":]", this.at) : -1;
      if (end >= 0) this.copy(end + 2 - this.at);
      else if (c === "\\") this.out += this.escape(true);
      else if (setOperations.has(this.pattern.slice(this.at, this.at + 2))) {
        throw new Error("operations on sets of characters are not supported");
      } else {
        if (c === "[") open++;
        else if (c === "]") open--;
        this.copy(1);
        if (c === "[") this.firstInBrackets();
      }
    } while (open > 0 && this.at < this.pattern.length);
  }

  /** A bracket that comes first is a character like any other. */
  private firstInBrackets(): void {
    if (this.pattern.charAt(this.at) === "^") this.copy(1);
    if (this.pattern.charAt(this.at) !== "]") return;
    this.out += "\\]";
    this.at++;
  }
}

const repetition = /(?:[*+?]|\{\d*,?\d*\})\??/y;
const setOperations: ReadonlySet<string> = new Set(["&&", "--", "~~"]);
