// Random CUE programs that nest: definitions in definitions, comprehensions, dynamic fields, calls, and references that
// lead back to where they stand. Most of them mean nothing; each must be answered, or ended by the meter.
import type { Random } from "./random.ts";

const fields = ["a", "b", "c", "d", "e", "f", "_h", "#D", "#E", "#F"] as const;
const regular = ["a", "b", "c", "d", "e", "f"] as const;

/** One program: its declarations, each on a line of its own. */
export function deepProgram(r: Random): string[] {
  const program = new Program(r, 3 + r.below(4));
  const lines: string[] = [];
  for (let i = 2 + r.below(6); i > 0; i--) lines.push(program.declaration(0));
  // Every name is declared somewhere around a reference to it.
  for (const name of fields)
    if (!lines.some((line) => line.startsWith(`${name}:`) || line.startsWith(`${name}?:`)))
      lines.push(program.field(name));
  const body = lines.filter((line) => line !== "...");
  const used = program.imports.filter((p) => body.some((line) => line.includes(`${p.split("/").at(-1)}.`)));
  return [...used.map((p) => `import "${p}"`), ...body];
}

class Program {
  readonly imports: readonly string[];
  readonly #r: Random;
  readonly #depth: number;

  constructor(r: Random, depth: number) {
    this.#r = r;
    this.#depth = depth;
    this.imports = ["list", "strings", "struct", "encoding/json"].filter(() => r.chance(0.4));
  }

  field(name: string): string {
    return `${name}${this.#r.pick([":", ":", ":", "?:"])} ${this.#expr(this.#r.below(3))}`;
  }

  declaration(depth: number): string {
    const r = this.#r;
    const name = r.pick(fields);
    switch (r.below(16)) {
      case 0:
        return `${name}?: ${this.#expr(depth)}`;
      case 1:
        return `${name}!: ${this.#expr(depth)}`;
      case 2:
        return `if ${this.#condition(depth)} {${this.#declarations(depth, 2)}}`;
      case 3:
        return `for k, v in ${this.#source(depth)} {${this.#bodyOfFor(depth)}}`;
      case 4:
        return `"\\(${this.#reference()})x": ${this.#expr(depth)}`;
      case 5:
        return `(${this.#reference()}): ${this.#expr(depth)}`;
      case 6:
        return depth === 0 ? `#D: ${this.#struct(depth)}` : `[${this.#pattern()}]: ${this.#expr(depth)}`;
      case 7:
        return depth === 0
          ? `#E: ${this.#expr(depth)}`
          : r.pick([this.#reference(), "...", `{${this.#reference()}, ${this.declaration(depth + 1)}}`]);
      case 8:
        return this.#let(name, depth);
      case 9:
      case 10:
        return `${r.pick(["#D", "#E", "#F"])}: ${this.#struct(depth)}`;
      default:
        return `${name}: ${this.#expr(depth)}`;
    }
  }

  #lets = 0;

  #let(name: string, depth: number): string {
    const x = `L${this.#lets++}`;
    return `let ${x} = ${this.#expr(depth + 1)}, ${name}: ${x}`;
  }

  #declarations(depth: number, most: number): string {
    const parts: string[] = [];
    for (let i = 1 + this.#r.below(most); i > 0; i--) parts.push(this.declaration(depth + 1));
    return parts.join(", ");
  }

  #bodyOfFor(depth: number): string {
    const r = this.#r;
    return r.pick([
      `"\\(k)": v`,
      `"\\(k)\\(k)": v`,
      `(v): k`,
      `${r.pick(regular)}: v`,
      `"x\\(k)": ${this.#expr(depth + 1)}`,
      `if v == ${this.#operand(depth + 2)} {"\\(k)": v}`,
      `for i, w in ${r.pick(["v", this.#reference()])} {"\\(k)\\(i)": w}`,
    ]);
  }

  #source(depth: number): string {
    const r = this.#r;
    return r.pick([this.#reference(), this.#struct(depth + 1), this.#list(depth + 1), this.#call(depth + 1)]);
  }

  #pattern(): string {
    return this.#r.pick(["string", '=~"^a"', "_", "#F", "f.a"]);
  }

  #condition(depth: number): string {
    const r = this.#r;
    const op = r.pick(["==", "!="]);
    return r.chance(0.5)
      ? `${this.#reference()} ${op} _|_`
      : `${this.#operand(depth + 2)} ${r.pick(["==", "!=", "<"])} ${this.#operand(depth + 2)}`;
  }

  #reference(): string {
    const r = this.#r;
    let path: string = r.pick(fields);
    while (r.chance(0.35)) path += r.chance(0.9) ? `.${r.pick(fields)}` : `[${r.pick(["0", "1", '"a"'])}]`;
    return path;
  }

  #struct(depth: number): string {
    if (depth >= this.#depth) return this.#r.pick(["{}", `{${this.#r.pick(regular)}: ${this.#reference()}}`, "{...}"]);
    return `{${this.#declarations(depth, 4)}}`;
  }

  #list(depth: number): string {
    const r = this.#r;
    const parts: string[] = [];
    for (let i = r.below(4); i > 0; i--) parts.push(this.#expr(depth + 1));
    if (r.chance(0.25)) parts.push(`for x in ${this.#reference()} {${r.pick(["x", `a: x`, this.#reference()])}}`);
    if (r.chance(0.25)) parts.push(r.pick(["...", `...${this.#reference()}`]));
    return `[${parts.join(", ")}]`;
  }

  #call(depth: number): string {
    const r = this.#r;
    const calls = [
      () => `len(${this.#expr(depth)})`,
      () => `close(${this.#struct(depth)})`,
      () => `or(${this.#list(depth)})`,
      () => `and(${this.#list(depth)})`,
      () => `matchN(1, [${this.#expr(depth)}, ${this.#expr(depth)}])`,
      () => `matchIf(${this.#expr(depth)}, ${this.#expr(depth)}, ${this.#expr(depth)})`,
    ];
    for (const p of this.imports) {
      if (p === "list")
        calls.push(
          () => `list.Concat([${this.#list(depth)}, ${this.#expr(depth)}])`,
          () => `list.Sort(${this.#expr(depth)}, {x: _, y: _, less: ${this.#expr(depth)}})`,
          () => `list.Repeat(${this.#expr(depth)}, ${r.below(5)})`,
          () => `list.FlattenN(${this.#expr(depth)}, -1)`,
        );
      if (p === "strings") calls.push(() => `strings.Join(${this.#list(depth)}, ${this.#expr(depth)})`);
      if (p === "struct") calls.push(() => `struct.MaxFields(${r.below(4)})`);
      if (p === "encoding/json")
        calls.push(
          () => `json.Marshal(${this.#expr(depth)})`,
          () => `json.Validate(${this.#expr(depth)}, ${this.#expr(depth)})`,
        );
    }
    return r.pick(calls)();
  }

  #scalar(): string {
    return this.#r.pick([
      "1",
      "2",
      '"s"',
      '"a"',
      "true",
      "null",
      "int",
      "string",
      "_",
      ">1",
      '=~"s"',
      '"x" | "y"',
      "bool",
    ]);
  }

  /** Something that could be concrete: the compiler refuses the rest. */
  #operand(depth: number): string {
    const r = this.#r;
    if (r.chance(0.5)) return this.#reference();
    return r.chance(0.5) ? r.pick(["1", "2", '"s"', "1.5"]) : this.#call(depth);
  }

  #expr(depth: number): string {
    const r = this.#r;
    if (depth >= this.#depth) return r.chance(0.6) ? this.#reference() : `(${this.#scalar()})`;
    switch (r.below(15)) {
      case 0:
      case 1:
        return `(${this.#scalar()})`;
      case 2:
      case 3:
        return this.#reference();
      case 4:
      case 5:
        return this.#struct(depth + 1);
      case 6:
        return this.#list(depth + 1);
      case 7:
        return `(${r.chance(0.4) ? "*" : ""}${this.#expr(depth + 1)} | ${this.#expr(depth + 1)})`;
      case 8:
        return `(${this.#expr(depth + 1)} & ${this.#expr(depth + 1)})`;
      case 9:
        return `(${this.#operand(depth + 1)} ${r.pick(["+", "-", "*"])} ${this.#operand(depth + 1)})`;
      case 10:
        return `"\\(${this.#reference()})-z"`;
      case 11:
        return this.#call(depth + 1);
      case 12:
        return `(${this.#expr(depth + 1)} & ${this.#struct(depth + 1)}).${r.pick(fields)}`;
      case 13:
        return `({${this.#reference()}, ${this.declaration(depth + 1)}}).${r.pick(regular)}`;
      default:
        return `(${this.#reference()} & ${this.#struct(depth + 1)})`;
    }
  }
}
