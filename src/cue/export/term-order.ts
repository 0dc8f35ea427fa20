import { comparePlaces } from "../message/index.ts";
import { Tag } from "../value/index.ts";
import type { Node, Src } from "../value/index.ts";

/** Order of the operands of `&` and `|`: types, references, scalars, bounds, other expressions, ranges, literals. */
export function compareTerms(a: Node, b: Node): number {
  const d = rank(a) - rank(b);
  if (d !== 0) return d;
  return a.src === null || b.src === null ? 0 : compareStarts(a.src, b.src);
}

function rank(x: Node): number {
  switch (x.tag) {
    case Tag.Top:
      return 0;
    case Tag.BasicType:
      return 1;
    case Tag.FieldReference:
      return 2;
    case Tag.Bool:
    case Tag.Null:
    case Tag.Num:
    case Tag.String:
    case Tag.Bytes:
      return 10;
    case Tag.BoundValue:
      return 20;
    // A range that has a name, such as `uint8`.
    case Tag.Conjunction:
      return 100;
    case Tag.StructLit:
    case Tag.ListLit:
      return 500;
    default:
      return x.tag >= Tag.Field ? 100 : 25;
  }
}

/** By the first character of each: messages may point elsewhere. */
function compareStarts(a: Src, b: Src): number {
  const x = start(a);
  const y = start(b);
  if (x < 0 || y < 0) return x === y ? 0 : x < 0 ? 1 : -1;
  if (a.file === b.file) return x - y;
  return comparePlaces(a, b);
}

const start = (s: Src): number => (s.node === null ? s.offset : s.node.pos);
