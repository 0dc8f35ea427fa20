import { add, compare, divide, fromInt, hashKey, isFailure, multiply, ONE, ZERO } from "../number/index.ts";
import type { ArithmeticFailure, Decimal } from "../number/index.ts";
import { ErrorCode, IntKind, ListKind, Num, Tag, Vertex } from "../value/index.ts";
import type { Bottom, BuiltinPackage, Call, CallResult, Value } from "../value/index.ts";
import { BOOL, decimal, definePackage, fn, I, L, N, placeOf, schemaFn, T, wrongKind } from "./define.ts";
import { isSortedBy, sortBy } from "./list-sort.ts";
import { MAX_REPEAT } from "./strings.ts";
import { compareBytes } from "../codec/index.ts";
import { isFinal } from "./is-final.ts";
import { follow, kindOf, unwrap } from "./value-kind.ts";

const COMPARERS = `{
	Comparer: {
		T:    _
		x:    T
		y:    T
		less: bool
	}
	Ascending: {
		Comparer
		T:    number | string
		x:    T
		y:    T
		less: x < y
	}
	Descending: {
		Comparer
		T:    number | string
		x:    T
		y:    T
		less: x > y
	}
}`;

export function listPackage(): BuiltinPackage {
  return definePackage(
    "list",
    {
      Drop: fn([L, I], L, (c) => {
        const n = c.int(1);
        return n < 0 ? c.fail("negative index") : c.list(0).slice(n);
      }),
      FlattenN: fn([T, I], L, (c) => {
        const out: Value[] = [];
        return flatten(c, c.value(0), c.int(1), out) ?? out;
      }),
      Repeat: fn([L, I], L, (c) => {
        const n = c.int(1);
        if (n < 0) return c.fail("negative count");
        if (n > MAX_REPEAT) return c.fail(`count ${n} exceeds limit of ${MAX_REPEAT}`);
        const list = c.list(0);
        c.meter.values(list.length * n);
        const out: Value[] = [];
        for (let i = 0; i < n; i++) for (const v of list) out.push(v);
        return out;
      }),
      Concat: fn([L], L, (c) => {
        const out: Value[] = [];
        for (const v of c.list(0)) {
          const inner = c.engine.finalize(v);
          if (!isList(inner)) return notList(c, inner);
          const elements = c.engine.elements(inner);
          c.meter.values(elements.length);
          for (const e of elements) out.push(e);
        }
        return out;
      }),
      Take: fn([L, I], L, (c) => {
        const n = c.int(1);
        return n < 0 ? c.fail("negative index") : c.list(0).slice(0, n);
      }),
      Slice: fn([L, I, I], L, (c) => {
        const list = c.list(0);
        const [i, j] = [c.int(1), c.int(2)];
        if (i < 0) return c.fail("negative index");
        if (i > j) return c.fail(`invalid index: ${i} > ${j}`);
        if (j > list.length) return c.fail("slice bounds out of range");
        return list.slice(i, j);
      }),
      Reverse: fn([L], L, (c) => c.list(0).slice().reverse()),
      MinItems: fn([L, I], BOOL, (c) => {
        const count = c.list(0).length;
        const n = c.int(1);
        if (count >= n) return true;
        const message = `len(list) < MinItems(${n}) (${count} < ${n})`;
        // More elements may come as long as the list is open.
        return isOpenList(c.value(0)) && c.isValidator ? c.fail(message, ErrorCode.Incomplete) : c.invalid(message);
      }),
      MaxItems: fn([L, I], BOOL, (c) => {
        const count = c.list(0).length;
        const n = c.int(1);
        return count <= n || c.invalid(`len(list) > MaxItems(${n}) (${count} > ${n})`);
      }),
      UniqueItems: fn([L], BOOL, uniqueItems),
      Contains: fn([L, T], BOOL, (c) => {
        const wanted = c.engine.finalize(c.value(1));
        return c.list(0).some((v) => (c.meter.step(), sameValue(c, wanted, v)));
      }),
      MatchN: schemaFn([L, T, T], BOOL, matchN),
      Avg: fn([L], N, (c) => {
        const xs = c.numList(0);
        if (xs.length === 0) return c.fail("empty list");
        const sum = fold(xs, ZERO, add);
        return decimal(c, isFailure(sum) ? sum : divide(sum, fromInt(xs.length)));
      }),
      Max: fn([L], N, (c) => extreme(c, 1)),
      Min: fn([L], N, (c) => extreme(c, -1)),
      Product: fn([L], N, (c) => decimal(c, fold(c.numList(0), ONE, multiply))),
      Range: fn([N, N, N], L, range),
      Sum: fn([L], N, (c) => decimal(c, fold(c.numList(0), ZERO, add))),
      Sort: fn([L, T], L, sortBy),
      SortStable: fn([L, T], L, sortBy),
      SortStrings: fn([L], L, (c) => c.stringList(0).slice().sort(compareBytes)),
      IsSorted: fn([L, T], BOOL, isSortedBy),
      IsSortedStrings: fn([L], BOOL, (c) => {
        const list = c.stringList(0);
        for (let i = 1; i < list.length; i++) {
          if (compareBytes(list[i - 1] as string, list[i] as string) > 0) return false;
        }
        return true;
      }),
    },
    COMPARERS,
  );
}

function isList(v: Value): boolean {
  return kindOf(v) === ListKind;
}

/** The list is open-ended (`[1, ...]`). */
function isOpenList(value: Value): boolean {
  const v = follow(value);
  return v instanceof Vertex && v.base !== null && v.base.tag === Tag.ListMarker && v.base.isOpen;
}

function notList(c: Call, v: Value): Bottom {
  if (v.tag === Tag.Bottom) return v;
  return wrongKind(c, v, "list");
}

/** Adds the elements to `out`; lists among them are opened while depth lasts (never ends if negative). */
function flatten(c: Call, list: Value, depth: number, out: Value[]): Bottom | undefined {
  if (!isList(list)) return notList(c, list);
  const stack = [{ items: c.engine.elements(list), next: 0, depth }];
  while (stack.length > 0) {
    c.meter.step();
    const top = stack[stack.length - 1]!;
    if (top.next === top.items.length) {
      stack.pop();
      continue;
    }
    const v = c.engine.finalize(top.items[top.next++] as Value);
    if (isList(v) && top.depth !== 0) stack.push({ items: c.engine.elements(v), next: 0, depth: top.depth - 1 });
    else {
      c.meter.values(1);
      out.push(v);
    }
  }
  return undefined;
}

/** Equality of elements: 1 and 1.0 differ, for they are of different kinds. */
function sameValue(c: Call, a: Value, b: Value): boolean {
  const [x, y] = [c.engine.finalize(a), c.engine.finalize(b)];
  return kindOf(x) === kindOf(y) && c.engine.equal(x, y);
}

interface Pair {
  readonly first: number;
  readonly second: number;
  /** They cannot become different any more. */
  readonly final: boolean;
}

/** Equal elements are an error for good only if they cannot become different. */
function uniqueItems(c: Call): CallResult {
  const list = c.list(0);
  const scalars = scalarKeys(c, list);
  const pair = scalars === undefined ? equalPair(c, list) : equalKeys(scalars);
  if (pair === undefined) return true;
  const x = unwrap(c.engine.finalize(list[pair.first] as Value));
  const message =
    x.tag >= Tag.Null && x.tag <= Tag.Bytes
      ? `equal value (${c.engine.text(x)}) at position ${pair.first} and ${pair.second}`
      : `equal values at position ${pair.first} and ${pair.second}`;
  return !pair.final && c.isValidator ? c.fail(message, ErrorCode.Incomplete) : c.invalid(message);
}

/** The first pair that is equal for good, else the last that is equal for now. */
function equalPair(c: Call, list: readonly Value[]): Pair | undefined {
  let found: Pair | undefined;
  for (let i = 0; i < list.length; i++) {
    for (let j = i + 1; j < list.length; j++) {
      c.meter.step();
      if (!sameValue(c, list[i] as Value, list[j] as Value)) continue;
      found = { first: i, second: j, final: isFinal(c.engine, list[j] as Value) };
      if (found.final) return found;
    }
  }
  return found;
}

/** A text for each element that equal ones share, if all are scalars: then no pair need be compared. */
function scalarKeys(c: Call, list: readonly Value[]): string[] | undefined {
  const keys: string[] = [];
  for (const v of list) {
    const x = unwrap(c.engine.finalize(v));
    if (x.tag === Tag.String) keys.push("s" + x.s);
    else if (x.tag === Tag.Num) keys.push(`${x.kind}n${hashKey(x.x)}`);
    else if (x.tag === Tag.Bool) keys.push(x.b ? "true" : "false");
    else if (x.tag === Tag.Null) keys.push("null");
    else return undefined;
  }
  return keys;
}

function equalKeys(keys: readonly string[]): Pair | undefined {
  const seen = new Map<string, number>();
  let best: Pair | undefined;
  keys.forEach((key, second) => {
    const first = seen.get(key);
    if (first === undefined) seen.set(key, second);
    else if (best === undefined || first < best.first) best = { first, second, final: true };
  });
  return best;
}

function matchN(c: Call): CallResult {
  const schema = c.schema(2);
  let matches = 0;
  for (const v of c.list(0)) {
    const u = c.engine.unify(v, schema);
    if (c.engine.validate(u, { final: true }) === null) matches++;
  }
  const wanted = c.value(1);
  const count = c.engine.unify(wanted, new Num(null, IntKind, fromInt(matches)));
  if (c.engine.validate(count, {}) === null) return true;
  const message = `${c.engine.text(schema)} matches ${matches} list items, want ${c.engine.text(wanted)}`;
  return c.isValidator ? c.failHere(message, placeOf(schema)) : false;
}

function fold(
  xs: readonly Decimal[],
  start: Decimal,
  op: (a: Decimal, b: Decimal) => Decimal | ArithmeticFailure,
): Decimal | ArithmeticFailure {
  let d = start;
  for (const x of xs) {
    const r = op(x, d);
    if (isFailure(r)) return r;
    d = r;
  }
  return d;
}

function extreme(c: Call, sign: 1 | -1): CallResult {
  const xs = c.numList(0);
  if (xs.length === 0) return c.fail("empty list");
  let best = xs[0] as Decimal;
  for (const x of xs) if (compare(x, best) === sign) best = x;
  return decimal(c, best);
}

function range(c: Call): CallResult {
  const [start, limit, step] = [c.num(0), c.num(1), c.num(2)];
  if (c.failed) return null;
  if (step.isZero) return c.fail("step must be non zero");
  const order = compare(start, limit);
  if (!step.neg && order > 0) return c.fail("end must be greater than start when step is positive");
  if (step.neg && order < 0) return c.fail("end must be less than start when step is negative");
  const out: CallResult[] = [];
  const done = step.neg ? 1 : -1;
  for (let at = start; compare(at, limit) === done;) {
    c.meter.values(1);
    out.push(decimal(c, at));
    const next = add(step, at);
    if (isFailure(next)) return c.fail(next.reason);
    at = next;
  }
  return out;
}
