import type { Expr, Field, ListLit, StructLit } from "../syntax/index.ts";
import { makeField, makeImpliedStruct, makeList, makeStruct, quoteLabel, quoteString } from "../syntax/index.ts";
import type { Decoded } from "./decoded.ts";
import { literalAt } from "./make-data.ts";
import { TomlProblem, TomlScanner } from "./toml-scan.ts";
import type { TomlKey } from "./toml-scan.ts";

/** Decodes a TOML file. Tables become fields in their order of appearance; unification joins what belongs together. */
export function decodeToml(text: string): Decoded {
  const decoder = new TomlDecoder(text);
  try {
    return { documents: [decoder.decode()] };
  } catch (e) {
    if (!(e instanceof TomlProblem)) throw e;
    return { documents: [], error: { message: e.message, offset: e.offset, line: 0 } };
  }
}

interface OpenArray {
  readonly key: string;
  readonly level: number;
  readonly list: ListLit;
  last: StructLit;
}

class TomlDecoder {
  private readonly scan: TomlScanner;
  private readonly root: StructLit;
  private readonly seen = new Set<string>();
  private arrays: OpenArray[] = [];
  private table: StructLit;
  private tableKey = "";

  constructor(src: string) {
    this.scan = new TomlScanner(src, (path, keys, value) => this.field(path, keys, value));
    this.root = makeStruct([]);
    this.root.pos = 0;
    this.root.end = src.length;
    this.table = this.root;
  }

  decode(): Expr {
    const { scan } = this;
    for (;;) {
      scan.skipLines();
      const c = scan.src[scan.pos];
      if (c === undefined) return this.root;
      if (c === "[") {
        if (scan.src[scan.pos + 1] === "[") this.arrayHeader();
        else this.tableHeader();
      } else {
        const keys = scan.key();
        if (scan.pos >= scan.src.length) scan.fail("expected = after a key, but the document ends there", keys[0]!.pos);
        scan.expect("=");
        scan.skipBlanks();
        this.table.elts.push(this.field(this.tableKey, keys, (path) => scan.value(path)));
      }
      scan.endLine();
    }
  }

  private field(path: string, keys: readonly TomlKey[], value: (path: string) => Expr): Field {
    const key = joinKey(path, keys);
    if (this.arrays.some((a) => a.key === key)) {
      this.scan.fail(`cannot redeclare table array "${key}" as a table`, keys[0]!.pos);
    }
    if (this.seen.has(key)) this.scan.fail(`duplicate key: ${key}`, keys[0]!.pos);
    this.seen.add(key);
    return chain(keys, value(key));
  }

  private tableHeader(): void {
    const { scan } = this;
    scan.pos++;
    const keys = scan.key();
    scan.expect("]");
    const key = joinKey("", keys);
    if (this.seen.has(key)) scan.fail(`duplicate key: ${key}`, keys[0]!.pos);
    this.seen.add(key);
    const array = this.arrayAbove(key);
    if (array?.key === key) scan.fail(`cannot redeclare table array "${key}" as a table`, keys[0]!.pos);
    this.table = makeStruct([]);
    const into = array === undefined ? this.root : array.last;
    into.elts.push(chain(keys.slice(array?.level ?? 0), this.table));
    this.tableKey = key;
  }

  private arrayHeader(): void {
    const { scan } = this;
    scan.pos += 2;
    const keys = scan.key();
    scan.expect("]");
    scan.expect("]");
    const key = joinKey("", keys);
    if (this.seen.has(key)) scan.fail(`cannot redeclare key "${key}" as a table array`, keys[0]!.pos);
    this.table = makeStruct([]);
    const array = this.arrayAbove(key);
    if (array !== undefined && array.level === keys.length) {
      this.tableKey = `${key}.${array.list.elts.length}`;
      array.last = this.table;
      array.list.elts.push(this.table);
      return;
    }
    const list = makeList([this.table]);
    const into = array === undefined ? this.root : array.last;
    into.elts.push(chain(keys.slice(array?.level ?? 0), list));
    this.tableKey = `${key}.0`;
    this.arrays.push({ key, level: keys.length, list, last: this.table });
  }

  /** The table array that a key names or lies under, the innermost one first. */
  private arrayAbove(key: string): OpenArray | undefined {
    const exact = this.arrays.find((a) => a.key === key);
    if (exact !== undefined) {
      // A new element forgets what the one before it declared.
      this.arrays = this.arrays.filter((a) => !a.key.startsWith(key + "."));
      for (const s of this.seen) if (s.startsWith(key + ".")) this.seen.delete(s);
      return exact;
    }
    let best: OpenArray | undefined;
    for (const a of this.arrays) {
      if (key.startsWith(a.key + ".") && a.level > (best?.level ?? 0)) best = a;
    }
    return best;
  }
}

function joinKey(path: string, keys: readonly TomlKey[]): string {
  let out = path;
  for (const k of keys) out += (out === "" ? "" : ".") + quoteLabel(k.name);
  return out;
}

/** `a: b: c: value` for a dotted key. */
function chain(keys: readonly TomlKey[], value: Expr): Field {
  let x = value;
  for (let i = keys.length - 1; ; i--) {
    const k = keys[i]!;
    const f = makeField(literalAt("STRING", quoteString(k.name), k.pos, k.end), x);
    f.pos = k.pos;
    f.end = value.end;
    if (i === 0) return f;
    x = makeImpliedStruct(f);
  }
}
