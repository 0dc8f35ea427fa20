/** A flag of the original tool. `array` flags may be given several times. */
export interface FlagSpec {
  readonly name: string;
  readonly short?: string;
  readonly type: "bool" | "string" | "array";
  readonly summary: string;
  /** What stands for the value in help. */
  readonly value?: string;
  /** It is only allowed as the first word, where somebody else reads it. */
  readonly leading?: true;
}

interface ParsedFlags {
  /** In order; everything that is no flag. */
  readonly args: readonly string[];
  readonly flags: FlagValues;
}

/** What was given. */
export class FlagValues {
  readonly #values: ReadonlyMap<string, readonly string[]>;

  constructor(values: ReadonlyMap<string, readonly string[]>) {
    this.#values = values;
  }

  isSet(name: string): boolean {
    return this.#values.has(name);
  }

  bool(name: string, otherwise = false): boolean {
    const last = this.#values.get(name)?.at(-1);
    return last === undefined ? otherwise : last === "true";
  }

  string(name: string): string {
    return this.#values.get(name)?.at(-1) ?? "";
  }

  array(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }
}

const truths = new Set(["1", "t", "T", "TRUE", "true", "True"]);
const falsehoods = new Set(["0", "f", "F", "FALSE", "false", "False"]);

/**
 * Reads a command line as the original does: flags and arguments in any order, `--name=value` and `--name value`,
 * clusters of short flags with the value of the last one attached or behind it, `--` before arguments alone.
 * @returns the flags, or the text of the mistake
 */
export function parseFlags(words: readonly string[], specs: readonly FlagSpec[]): ParsedFlags | string {
  const values = new Map<string, string[]>();
  const args: string[] = [];
  const set = (spec: FlagSpec, value: string): string | undefined => {
    if (spec.leading === true) {
      const name = spec.short === undefined ? `--${spec.name}` : `-${spec.short}, --${spec.name}`;
      return `invalid argument ${JSON.stringify(value)} for ${JSON.stringify(name)} flag: must be the first argument`;
    }
    if (spec.type === "bool" && !truths.has(value) && !falsehoods.has(value)) {
      const name = spec.short === undefined ? `--${spec.name}` : `-${spec.short}, --${spec.name}`;
      return `invalid argument ${JSON.stringify(value)} for ${JSON.stringify(name)} flag: strconv.ParseBool: parsing ${JSON.stringify(value)}: invalid syntax`;
    }
    const list = values.get(spec.name) ?? [];
    list.push(spec.type === "bool" ? String(truths.has(value)) : value);
    values.set(spec.name, list);
    return undefined;
  };
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    if (word === "--") {
      args.push(...words.slice(i + 1));
      break;
    }
    if (!word.startsWith("-") || word === "-") {
      args.push(word);
      continue;
    }
    let mistake: string | undefined;
    if (word.startsWith("--")) {
      const equals = word.indexOf("=");
      const name = equals < 0 ? word.slice(2) : word.slice(2, equals);
      const spec = specs.find((s) => s.name === name);
      if (spec === undefined)
        return name === "" || name.startsWith("-") ? `bad flag syntax: ${word}` : `unknown flag: --${name}`;
      if (equals >= 0) mistake = set(spec, word.slice(equals + 1));
      else if (spec.type === "bool") mistake = set(spec, "true");
      else if (i + 1 < words.length) mistake = set(spec, words[++i] as string);
      else return `flag needs an argument: --${name}`;
    } else {
      const result = shortFlags(word, words[i + 1], specs, set);
      if (typeof result === "string") mistake = result;
      else if (result) i++;
    }
    if (mistake !== undefined) return mistake;
  }
  return { args, flags: new FlagValues(values) };
}

/** True if the next word was used as a value. */
function shortFlags(
  word: string,
  next: string | undefined,
  specs: readonly FlagSpec[],
  set: (spec: FlagSpec, value: string) => string | undefined,
): boolean | string {
  for (let rest = word.slice(1); rest !== ""; rest = rest.slice(1)) {
    const letter = rest.slice(0, 1);
    const spec = specs.find((s) => s.short === letter);
    if (spec === undefined) return `unknown shorthand flag: '${letter}' in -${rest}`;
    if (rest[1] === "=") return set(spec, rest.slice(2)) ?? false;
    if (spec.type === "bool") {
      const mistake = set(spec, "true");
      if (mistake !== undefined) return mistake;
      continue;
    }
    if (rest.length > 1) return set(spec, rest.slice(1)) ?? false;
    if (next === undefined) return `flag needs an argument: '${letter}' in -${rest}`;
    return set(spec, next) ?? true;
  }
  return false;
}
