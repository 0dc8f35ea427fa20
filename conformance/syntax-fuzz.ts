// Throws broken CUE at parser and formatter: the files of the corpus (or those under the folders
// named) with bytes and tokens changed. Every input must end in a tree or in errors, within two
// seconds, without an exception.
//
//   node tool/run.mjs conformance/syntax-fuzz.ts [--count 1000000] [--seed 1] [FOLDER…]
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { format, parseFile, walk } from "../src/cue/syntax/index.ts";
import { SourceFile } from "../src/source/index.ts";
import { filesUnder } from "./files-under.ts";
import { isAnswer, parseArchive } from "./txtar.ts";

const limit = 2000;

/** A small generator of numbers, so that a seed names a run. */
class Dice {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** A number from 0 to below n. */
  roll(n: number): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * n);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.roll(items.length)] as T;
  }
}

/** Tokens to put anywhere, most of them where they do not belong. */
const tokens = `{ } [ ] ( ) , : ; . ... ? ! = ~ & | + - * / == != =~ !~ < <= > >= && || <- .. _ _|_ # $ @
  a #D _x __y null true false if for in let try else otherwise fallback func import package
  0 1 0x 1e 1__0 1.5K 08 "x" 'y' """ ''' #" "# \\ \\( \\#( // @a( @experiment(try) @experiment(aliasv2) \u00e9 \u{1f600} \u0000 \ufeff`.split(
  /\s+/,
);
const blanks = [" ", "\n", "\t", "\r\n", "\n\n", "// c\n", "\n// d\n", ",", ", "];

const encoder = new TextEncoder();

function mutate(dice: Dice, original: Uint8Array, other: Uint8Array): Uint8Array {
  let bytes = original;
  for (let n = 1 + dice.roll(6); n > 0; n--) {
    const at = dice.roll(bytes.length + 1);
    const cut = dice.roll(4) === 0 ? dice.roll(40) : dice.roll(3);
    bytes = splice(bytes, at, cut, replacement(dice, bytes, other));
  }
  return bytes;
}

function replacement(dice: Dice, bytes: Uint8Array, other: Uint8Array): Uint8Array {
  switch (dice.roll(6)) {
    case 0:
      return Uint8Array.of(dice.roll(256));
    case 1:
      return encoder.encode(dice.pick(blanks));
    case 2:
      return slice(dice, bytes);
    case 3:
      return slice(dice, other);
    default:
      return encoder.encode(dice.pick(tokens));
  }
}

function slice(dice: Dice, bytes: Uint8Array): Uint8Array {
  const at = dice.roll(bytes.length + 1);
  return bytes.subarray(at, at + dice.roll(60));
}

function splice(bytes: Uint8Array, at: number, cut: number, insert: Uint8Array): Uint8Array {
  const rest = bytes.subarray(Math.min(at + cut, bytes.length));
  const result = new Uint8Array(at + insert.length + rest.length);
  result.set(bytes.subarray(0, at));
  result.set(insert, at);
  result.set(rest, at + insert.length);
  return result;
}

/** CUE files as they are and in archives; long ones would make the run long without telling more. */
function inputs(folders: readonly string[]): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (const folder of folders) {
    for (const path of filesUnder(folder, ".cue")) found.push(readFileSync(path));
    for (const path of filesUnder(folder, ".txtar")) {
      for (const { name, data } of parseArchive(readFileSync(path)).files) {
        if (name.endsWith(".cue") && !isAnswer(name)) found.push(data);
      }
    }
  }
  return found.filter((data) => data.length < 4000);
}

const versions = [undefined, "v0.17.1", "v0.16.0", "v0.14.0", "v0.11.0"];

/** Everything that can be done with a text. Returns whether it parsed. */
function exercise(dice: Dice, bytes: Uint8Array): boolean {
  const source = SourceFile.fromBytes("fuzz.cue", bytes);
  const { file, errors } = parseFile(source, { languageVersion: dice.pick(versions) });
  for (const { offset } of errors) source.at(offset);
  let nodes = 0;
  walk(file, () => void nodes++);
  // Broken trees are printed too: an editor does so.
  format(file, { simplify: dice.roll(4) === 0 });
  return errors.length === 0;
}

const args = process.argv.slice(2);
const option = (name: string, otherwise: number): number => {
  const i = args.indexOf(name);
  return i < 0 ? otherwise : Number(args.splice(i, 2)[1]);
};
const count = option("--count", 1_000_000);
const seed = option("--seed", 1);
const corpus = join(resolve(process.env["OPM_CORPUS"] ?? "../shared/conformance"), "cue");
const folders = args.length > 0 ? args : existsSync(corpus) ? [corpus] : ["catalog", "examples"];
const files = inputs(folders);
const dice = new Dice(seed);
let parsed = 0;
let crashes = 0;
let slow = 0;
let slowest = 0;
for (let i = 0; i < count; i++) {
  const bytes = mutate(dice, dice.pick(files), dice.pick(files));
  const start = performance.now();
  try {
    if (exercise(dice, bytes)) parsed++;
  } catch (error) {
    crashes++;
    console.log(`input ${i} of seed ${seed} threw:`, error, JSON.stringify(SourceFile.fromBytes("", bytes).text));
  }
  const time = performance.now() - start;
  slowest = Math.max(slowest, time);
  if (time > limit) {
    slow++;
    console.log(
      `input ${i} of seed ${seed} took ${time.toFixed(0)} ms:`,
      JSON.stringify(SourceFile.fromBytes("", bytes).text),
    );
  }
}
console.log(
  `${count} inputs from ${files.length} files, seed ${seed}: ${parsed} parsed, ${crashes} threw, ${slow} over ${limit} ms, slowest ${slowest.toFixed(0)} ms`,
);
process.exitCode = crashes + slow > 0 ? 1 : 0;
