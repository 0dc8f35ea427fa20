import { ArcType, ErrorCode, isStringLabel, isRegularLabel } from "../value/index.ts";
import type { BuiltinPackage, Vertex } from "../value/index.ts";
import { BOOL, definePackage, fn, I, ST } from "./define.ts";

export function structPackage(): BuiltinPackage {
  return definePackage("struct", {
    MinFields: fn([ST, I], BOOL, (c) => {
      const v = c.struct(0);
      const n = c.int(1);
      if (c.failed) return null;
      const count = countFields(v);
      if (count >= n) return true;
      const message = `len(fields) < MinFields(${n}) (${count} < ${n})`;
      // A struct that may still gain fields is not wrong yet.
      const open = isOpen(v) || count + countConstraints(v) >= n;
      return open && c.isValidator ? c.fail(message, ErrorCode.Incomplete) : c.invalid(message);
    }),
    MaxFields: fn([ST, I], BOOL, (c) => {
      const v = c.struct(0);
      const n = c.int(1);
      if (c.failed) return null;
      const count = countFields(v);
      return count <= n || c.invalid(`len(fields) > MaxFields(${n}) (${count} > ${n})`);
    }),
  });
}

/** Regular fields that exist. */
function countFields(v: Vertex): number {
  let n = 0;
  for (const arc of v.arcs) if (isStringLabel(arc.label) && arc.arcType === ArcType.Member) n++;
  return n;
}

/** Fields that are only announced: optional and required ones. */
function countConstraints(v: Vertex): number {
  let n = 0;
  for (const arc of v.arcs) if (isRegularLabel(arc.label) && arc.arcType !== ArcType.Member) n++;
  return n;
}

function isOpen(v: Vertex): boolean {
  if (v.patterns !== null && v.patterns.length > 0) return true;
  return v.hasEllipsis || !(v.closedRecursive || v.closedNonRecursive);
}
