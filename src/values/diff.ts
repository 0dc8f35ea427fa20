// Two trees, field by field. A changed secret shows that it changed and nothing else, not even its length.
import { pathText } from "./path.ts";
import type { Path, Step } from "./path.ts";
import { showValue } from "./show-value.ts";
import { effective, sameValue } from "./value-tree.ts";
import type { ValueNode } from "./value-tree.ts";

export interface ValueChange {
  readonly path: string;
  readonly change: "added" | "removed" | "changed";
  readonly before?: ValueNode;
  readonly after?: ValueNode;
  /** One line each; `***` for a secret. */
  readonly beforeText: string;
  readonly afterText: string;
}

export function diffValues(
  before: ValueNode | undefined,
  after: ValueNode | undefined,
  isSecret: (path: Path) => boolean = () => false,
): ValueChange[] {
  const changes: ValueChange[] = [];
  const stack: { path: Step[]; a?: ValueNode; b?: ValueNode }[] = [{ path: [], a: before, b: after }];
  while (stack.length > 0) {
    const { path, a, b } = stack.pop()!;
    const left = a && effective(a);
    const right = b && effective(b);
    if (left === undefined && right === undefined) continue;
    const bothStructs =
      (left === undefined || left.kind === "struct") && (right === undefined || right.kind === "struct");
    const bothLists = left?.kind === "list" && right?.kind === "list";
    const names = bothStructs ? new Set([...fieldsOf(left).keys(), ...fieldsOf(right).keys()]) : undefined;
    if (names !== undefined && names.size > 0) {
      for (const name of [...names].reverse())
        stack.push({ path: [...path, name], a: fieldsOf(left).get(name), b: fieldsOf(right).get(name) });
    } else if (bothLists) {
      for (let i = Math.max(left.items.length, right.items.length) - 1; i >= 0; i--)
        stack.push({ path: [...path, i], a: left.items[i], b: right.items[i] });
    } else if (left === undefined || right === undefined || !sameValue(left, right)) {
      const hidden = isSecret(path);
      const text = (node: ValueNode | undefined) => (node === undefined ? "" : hidden ? "***" : showValue(node));
      changes.push({
        path: pathText(path),
        change: left === undefined ? "added" : right === undefined ? "removed" : "changed",
        ...(a && { before: a }),
        ...(b && { after: b }),
        beforeText: text(a),
        afterText: text(b),
      });
    }
  }
  return changes;
}

const EMPTY: ReadonlyMap<string, ValueNode> = new Map();

function fieldsOf(node: ValueNode | undefined): ReadonlyMap<string, ValueNode> {
  return node?.kind === "struct" ? node.fields : EMPTY;
}
