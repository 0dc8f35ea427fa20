import { Bottom, Tag } from "../value/index.ts";
import type { Call, CallResult, Value } from "../value/index.ts";
import { isSorted, stableSort } from "./stable-sort.ts";
import { unwrap } from "./value-kind.ts";

/** Sorts by a struct with the fields x, y and less. The first error of a comparison ends it. */
export function sortBy(c: Call): CallResult {
  const comparer = makeComparer(c);
  if (comparer instanceof Bottom) return comparer;
  const list = c.list(0).slice();
  stableSort(list, comparer.less);
  return comparer.error ?? list;
}

export function isSortedBy(c: Call): CallResult {
  const comparer = makeComparer(c);
  if (comparer instanceof Bottom) return comparer;
  return isSorted(c.list(0), comparer.less);
}

interface Comparer {
  error: Bottom | undefined;
  less(x: Value, y: Value): boolean;
}

function makeComparer(c: Call): Comparer | Bottom {
  const schema = c.value(1);
  if (c.engine.lookup(schema, "less") === null) return c.fail("field not found: less");
  const comparer: Comparer = {
    error: undefined,
    less(x, y) {
      c.meter.step();
      if (comparer.error !== undefined) return false;
      const pair = c.engine.unify(
        schema,
        c.engine.struct([
          ["x", x],
          ["y", y],
        ]),
      );
      const less = c.engine.lookup(pair, "less");
      if (less === null) return false;
      const v = unwrap(c.engine.finalize(less));
      if (v.tag === Tag.Bottom) {
        comparer.error = v;
        return true;
      }
      return v.tag === Tag.Bool && v.b;
    },
  };
  return comparer;
}
