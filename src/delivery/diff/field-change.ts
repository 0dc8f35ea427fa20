// Two manifests, field by field.
import { isSecret, sameSecret } from "../../secrets/index.ts";
import { listKey } from "./list-key.ts";

/** A step of a path: a field, or an element of a list by its key (as text) with its place in either list. */
export type Step = string | ElementStep;

interface ElementStep {
  /** `name=web`, or the index as text. */
  readonly key: string;
  readonly before?: number;
  readonly after?: number;
}

export interface FieldChange {
  readonly path: readonly Step[];
  /** `order`: the same elements in another order. */
  readonly kind: "added" | "removed" | "changed" | "order";
  /** Absent where there was nothing, and where it is secret. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** Only whether it changed may be told. */
  readonly secret?: true;
}

/** What differs, in the order of the first, then of the second. */
export function fieldChanges(
  before: unknown,
  after: unknown,
  hidden: (path: readonly Step[]) => boolean,
): FieldChange[] {
  const out: FieldChange[] = [];
  compare(before, after, []);
  return out;

  function compare(a: unknown, b: unknown, path: readonly Step[]): void {
    const isHidden = hidden(path);
    if (a === undefined || b === undefined) {
      if (a !== b) tell(a === undefined ? "added" : "removed", a, b, path, isHidden);
    } else if (isSecret(a) || isSecret(b)) {
      if (!(isSecret(a) && isSecret(b) && sameSecret(a, b))) tell("changed", a, b, path, true);
    } else if (Array.isArray(a) && Array.isArray(b)) lists(a as unknown[], b as unknown[], path);
    else if (isRecord(a) && isRecord(b)) {
      for (const name of names(a, b)) compare(a[name], b[name], [...path, name]);
    } else if (!sameScalar(a, b)) tell("changed", a, b, path, isHidden);
  }

  function lists(a: readonly unknown[], b: readonly unknown[], path: readonly Step[]): void {
    const key = listKey(a, b);
    if (key === undefined) return byPlace(a, b, path);
    const left = new Map(a.map((item, i) => [key(item), i]));
    const right = new Map(b.map((item, i) => [key(item), i]));
    for (const [name, i] of left) {
      const j = right.get(name);
      compare(a[i], j === undefined ? undefined : b[j], [
        ...path,
        { key: name, before: i, ...(j !== undefined && { after: j }) },
      ]);
    }
    for (const [name, j] of right) if (!left.has(name)) compare(undefined, b[j], [...path, { key: name, after: j }]);
    const kept = [...left.keys()].filter((name) => right.has(name));
    const then = [...right.keys()].filter((name) => left.has(name));
    if (kept.some((name, i) => name !== then[i])) tell("order", kept, then, path, hidden(path));
  }

  // What both begin and end with is the same; in between elements face each other.
  function byPlace(a: readonly unknown[], b: readonly unknown[], path: readonly Step[]): void {
    let start = 0;
    while (start < a.length && start < b.length && sameValue(a[start], b[start])) start++;
    let end = 0;
    while (end < a.length - start && end < b.length - start && sameValue(a[a.length - 1 - end], b[b.length - 1 - end]))
      end++;
    const most = Math.max(a.length, b.length) - end;
    for (let i = start; i < most; i++) {
      const inA = i < a.length - end;
      const inB = i < b.length - end;
      compare(inA ? a[i] : undefined, inB ? b[i] : undefined, [
        ...path,
        { key: String(i), ...(inA && { before: i }), ...(inB && { after: i }) },
      ]);
    }
  }

  function tell(kind: FieldChange["kind"], a: unknown, b: unknown, path: readonly Step[], isHidden: boolean): void {
    if (isHidden || holdsSecret(a) || holdsSecret(b)) out.push({ path, kind, secret: true });
    else out.push({ path, kind, ...(a !== undefined && { before: a }), ...(b !== undefined && { after: b }) });
  }
}

/** `spec.containers[name=web].image`, `metadata.labels["app.kubernetes.io/name"]`. */
export function pathText(path: readonly Step[]): string {
  let text = "";
  for (const step of path) {
    if (typeof step !== "string") text += `[${step.key}]`;
    else if (/^[A-Za-z_$][\w$-]*$/.test(step)) text += text === "" ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !isSecret(value) && !isNumberText(value)
  );
}

function sameValue(a: unknown, b: unknown): boolean {
  return fieldChanges(a, b, () => false).length === 0;
}

function names(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])];
}

/** 1 and 1n and a number's text are one value; 1 and "1" are not. */
function sameScalar(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || (isNumber(a) && isNumber(b) && numberText(a) === numberText(b));
}

interface NumberLike {
  readonly text: string;
  readonly isInt: boolean;
}

function isNumberText(value: unknown): value is NumberLike {
  return typeof value === "object" && value !== null && "isInt" in value && "text" in value;
}

function isNumber(value: unknown): value is number | bigint | NumberLike {
  return typeof value === "number" || typeof value === "bigint" || isNumberText(value);
}

function numberText(value: number | bigint | NumberLike): string {
  return isNumberText(value) ? value.text : String(value);
}

function holdsSecret(value: unknown): boolean {
  if (isSecret(value)) return true;
  if (Array.isArray(value)) return value.some(holdsSecret);
  return isRecord(value) && Object.values(value).some(holdsSecret);
}
