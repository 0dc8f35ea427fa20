// Random small CUE programs: a few top-level declarations that refer to each other in many ways.
import type { Random } from "./random.ts";

const names = ["a", "b", "c", "d", "e", "#A", "#B", "_h"] as const;
const inner = ["x", "y", "z", "a", "b"] as const;

/** One program: its declarations, each on a line of its own. */
export function randomProgram(r: Random): string[] {
  const lines: string[] = [];
  const count = 3 + r.below(8);
  for (let i = 0; i < count; i++) lines.push(declaration(r, 0));
  // A name that nothing declares would only be refused.
  for (const name of names) {
    const isDeclared = lines.some((line) => line.startsWith(`${name}:`) || line.startsWith(`${name}?:`));
    if (!isDeclared && lines.some((line) => line.includes(name))) lines.push(`${name}: ${expr(r, 2)}`);
  }
  return lines;
}

function declaration(r: Random, depth: number): string {
  const name = depth === 0 ? r.pick(names) : r.pick(inner);
  switch (r.below(depth === 0 ? 14 : 12)) {
    case 0:
      return `${name}?: ${expr(r, depth + 1)}`;
    case 1:
      return depth === 0 ? `${name}: ${expr(r, depth + 1)}` : `${name}!: ${expr(r, depth + 1)}`;
    case 2:
      return `if ${condition(r, depth)} {${name}: ${expr(r, depth + 1)}}`;
    case 3:
      return depth === 0
        ? `${name}: ${struct(r, depth)}`
        : `[${r.pick(["string", '=~"^x"', '"y"'])}]: ${expr(r, depth + 1)}`;
    case 4:
      return depth === 0
        ? `${name}: ${expr(r, depth)} & ${expr(r, depth)}`
        : r.pick([reference(r), "...", struct(r, depth + 1)]);
    case 5:
      return `for k, v in ${r.pick([reference(r), list(r, depth + 1), struct(r, depth + 1)])} {"\\(k)": v}`;
    default:
      return `${name}: ${expr(r, depth)}`;
  }
}

function reference(r: Random): string {
  const top = r.pick(names);
  if (r.chance(0.35)) return `${top}.${r.pick(inner)}`;
  return r.chance(0.1) ? `${top}[${r.pick(["0", "1", '"x"'])}]` : top;
}

function condition(r: Random, depth: number): string {
  switch (r.below(5)) {
    case 0:
      return `${reference(r)} != _|_`;
    case 1:
      return `${reference(r)} == _|_`;
    case 2:
      return r.pick(["true", "false"]);
    default:
      return `${operand(r, depth + 2)} ${r.pick(["==", "!=", "<", ">"])} ${operand(r, depth + 2)}`;
  }
}

function struct(r: Random, depth: number): string {
  const n = r.below(4);
  const parts: string[] = [];
  for (let i = 0; i < n; i++) parts.push(declaration(r, depth + 1));
  return `{${parts.join(", ")}}`;
}

function list(r: Random, depth: number): string {
  const parts: string[] = [];
  for (let i = r.below(4); i > 0; i--) parts.push(expr(r, depth + 1));
  if (r.chance(0.2)) parts.push(r.pick(["...", "...int", `...${reference(r)}`]));
  else if (r.chance(0.15)) parts.push(`for x in ${reference(r)} {x}`);
  return `[${parts.join(", ")}]`;
}

const scalars = [
  "1",
  "2",
  "3",
  "1.5",
  '"s"',
  '"t"',
  "true",
  "null",
  "int",
  "string",
  "bool",
  "number",
  "_",
  ">1",
  "<3",
  ">=1 & <=3",
  "!=2",
  '=~"^s"',
];

function expr(r: Random, depth: number): string {
  const n = depth > 3 ? 3 : 14;
  switch (r.below(n)) {
    case 0:
    case 1:
      return r.pick(scalars);
    case 2:
      return reference(r);
    case 3:
      return reference(r);
    case 4:
      return struct(r, depth);
    case 5:
      return list(r, depth);
    case 6:
      return `${r.chance(0.4) ? "*" : ""}${term(r, depth)} | ${term(r, depth)}`;
    case 7:
      return `${term(r, depth)} & ${term(r, depth)}`;
    case 8:
      return `${operand(r, depth)} ${r.pick(["+", "-", "*"])} ${operand(r, depth)}`;
    case 9:
      return `"v\\(${reference(r)})"`;
    case 10:
      return `close(${struct(r, depth)})`;
    case 11:
      return `len(${r.pick([reference(r), list(r, depth + 1)])})`;
    case 12:
      return `(${term(r, depth)} & ${struct(r, depth)}).${r.pick(inner)}`;
    default:
      return `${reference(r)} & ${struct(r, depth)}`;
  }
}

/** What may be concrete: the compiler refuses the rest as an operand. */
function operand(r: Random, depth: number): string {
  if (r.chance(0.3)) return r.pick(["1", "2", "3", "1.5", '"s"']);
  return r.chance(0.7) ? reference(r) : `(${term(r, depth)} & ${reference(r)})`;
}

function term(r: Random, depth: number): string {
  const e = expr(r, depth + 1);
  return /^[\w#."]+$/.test(e) || /^[{[(]/.test(e) ? e : `(${e})`;
}
