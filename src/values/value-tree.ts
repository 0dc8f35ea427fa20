// The tree of values. Every node knows where it was written and everything it shadows, so that a value can always be
// explained. Nodes are never changed: merging builds new ones and shares what did not change.
import type { SourceTree } from "../cue/index.ts";
import { decodeNumber } from "../cue/syntax/index.ts";
import type { Place, SourceText, Span } from "../source/index.ts";
import type { Evaluation } from "./derived.ts";
import type { Tier } from "./tier.ts";

export interface Origin {
  readonly tier: Tier;
  readonly file: SourceText;
  readonly span: Span;
  /** What within the tier: the name of an environment, of a catalog entry. */
  readonly source?: string;
  /** Written for many modules, of which each takes what it knows: by the platform, or in a package with releases. */
  readonly shared?: "platform" | "package";
  /** What it was computed in, if it was more than read. */
  readonly evaluation?: Evaluation;
}

interface NodeBase {
  readonly origin: Origin;
  /** Where its name is written, in the same file. */
  readonly key?: Span;
  /** What lower tiers had in this place, nearest first. */
  readonly shadowed: readonly ValueNode[];
  /** Constraints of the platform that hold for whatever ends up here. */
  readonly bounds: readonly ExprNode[];
}

interface ScalarNode extends NodeBase {
  readonly kind: "null" | "bool" | "number" | "string" | "bytes";
  /** `true`, the number as CUE writes it (`1_000`, `0x1F` included), the characters of a string, bytes as a CUE literal. */
  readonly text: string;
}

/** A secret that this room carries and cannot open: src/secrets makes them. */
export interface Opaque {
  /** Where it came from; never the value. */
  readonly origin: string;
}

/** A value that came from a secret source. */
interface SecretNode extends NodeBase {
  readonly kind: "secret";
  readonly secret: Opaque;
  /** What its text is of; default: a string. */
  readonly as?: ScalarNode["kind"];
}

/** A secret that is still to be fetched: the field's attribute, such as `@env(DB_PASSWORD)`. */
export interface TagNode extends NodeBase {
  readonly kind: "tag";
  readonly attribute: string;
  /** What the field asks for: `_` becomes `{value: …}`, a type becomes a value of that type. */
  readonly wants: "secret" | "string" | "number" | "bool";
  /** What holds where a runtime value is not set: the default of `*3 | int`. */
  readonly fallback?: ValueNode;
  /** A runtime value that need not be set: without it, whatever is below holds. */
  readonly optional?: boolean;
  /** The variable that stands in for a query of the cluster. */
  readonly variable?: string;
  /** What the cluster answers is base64. */
  readonly decode?: boolean;
}

/** A CUE expression that refers to nothing outside itself: `*3 | int`, `>=1 & <=10`. */
export interface ExprNode extends NodeBase {
  readonly kind: "expr";
  readonly text: string;
  /** The expression without default marks: what it allows. */
  readonly bare: string;
  /** What enters an evaluation for each of them; default: what the text says. */
  readonly tree?: SourceTree | undefined;
  readonly bareTree?: SourceTree | undefined;
  /** The marked default, if it is data: such a value may be overridden. */
  readonly preset?: ValueNode;
}

interface ListNode extends NodeBase {
  readonly kind: "list";
  readonly items: readonly ValueNode[];
}

export interface StructNode extends NodeBase {
  readonly kind: "struct";
  readonly fields: ReadonlyMap<string, ValueNode>;
  /** It replaced a value of another kind: what lies below must not merge into it. This keeps merging associative. */
  readonly cut: boolean;
  /** What it takes away from what lies below, by name. */
  readonly dropped?: ReadonlyMap<string, Dropped>;
  /** It stands for all of the struct: fields that it does not have are taken away too. */
  readonly whole?: boolean;
}

/** A field that was taken away, and by whom. */
export interface Dropped {
  readonly origin: Origin;
  /** What was there. */
  readonly below: readonly ValueNode[];
}

export type ValueNode = ScalarNode | SecretNode | TagNode | ExprNode | ListNode | StructNode;

const NONE: readonly never[] = [];

export function scalarNode(kind: ScalarNode["kind"], text: string, origin: Origin): ScalarNode {
  return { kind, text, origin, shadowed: NONE, bounds: NONE };
}

export function secretNode(secret: Opaque, origin: Origin): SecretNode {
  return { kind: "secret", secret, origin, shadowed: NONE, bounds: NONE };
}

export function tagNode(attribute: string, wants: TagNode["wants"], origin: Origin): TagNode {
  return { kind: "tag", attribute, wants, origin, shadowed: NONE, bounds: NONE };
}

export function exprNode(
  text: string,
  bare: string,
  preset: ValueNode | undefined,
  origin: Origin,
  trees: Pick<ExprNode, "tree" | "bareTree"> = {},
): ExprNode {
  return { kind: "expr", text, bare, preset, origin, ...trees, shadowed: NONE, bounds: NONE };
}

export function listNode(items: readonly ValueNode[], origin: Origin): ListNode {
  return { kind: "list", items, origin, shadowed: NONE, bounds: NONE };
}

export function structNode(fields: ReadonlyMap<string, ValueNode>, origin: Origin): StructNode {
  return { kind: "struct", fields, cut: false, origin, shadowed: NONE, bounds: NONE };
}

/** A struct that replaces the one below it whole, however deep. */
export function wholeStruct(node: ValueNode): ValueNode {
  if (node.kind !== "struct") return node;
  return {
    ...node,
    whole: true,
    fields: new Map([...node.fields].map(([name, inner]) => [name, wholeStruct(inner)])),
  };
}

/** An overlay that takes away one field. */
export function dropAt(path: readonly string[], origin: Origin): ValueNode {
  const name = path.at(-1)!;
  const last: StructNode = {
    ...structNode(new Map(), origin),
    dropped: new Map([[name, { origin, below: [] }]]),
  };
  return path.slice(0, -1).reduceRight<ValueNode>((inner, step) => structNode(new Map([[step, inner]]), origin), last);
}

export function placeOf(origin: Origin, label?: string): Place {
  return { file: origin.file, span: origin.span, ...(label !== undefined && { label }) };
}

/** The value that counts: the default of an open expression, the node itself otherwise. */
export function effective(node: ValueNode): ValueNode {
  return node.kind === "expr" && node.preset !== undefined ? node.preset : node;
}

export function nodeAt(root: ValueNode, path: readonly (string | number)[]): ValueNode | undefined {
  let node: ValueNode | undefined = root;
  for (const step of path) {
    if (node === undefined) return undefined;
    const value: ValueNode = effective(node);
    if (value.kind === "struct" && typeof step === "string") node = value.fields.get(step);
    else if (value.kind === "list" && typeof step === "number") node = value.items[step];
    else return undefined;
  }
  return node;
}

/** Every leaf with its path, in order; empty structs and lists are leaves. */
export function* leavesOf(root: ValueNode): Generator<{ path: (string | number)[]; node: ValueNode }> {
  const stack: { path: (string | number)[]; node: ValueNode }[] = [{ path: [], node: root }];
  while (stack.length > 0) {
    const { path, node } = stack.pop()!;
    const value = effective(node);
    if (value.kind === "struct" && value.fields.size > 0)
      for (const [name, inner] of [...value.fields].reverse()) stack.push({ path: [...path, name], node: inner });
    else if (value.kind === "list" && value.items.length > 0)
      for (let i = value.items.length - 1; i >= 0; i--) stack.push({ path: [...path, i], node: value.items[i]! });
    else yield { path, node };
  }
}

/** Whether two values are the same data, wherever they come from. Expressions and open tags are never known to be. */
export function sameValue(a: ValueNode, b: ValueNode): boolean {
  if (a.kind !== b.kind) return false;
  switch (a.kind) {
    case "struct": {
      const other = (b as StructNode).fields;
      if (other.size !== a.fields.size) return false;
      for (const [name, inner] of a.fields) {
        const peer = other.get(name);
        if (peer === undefined || !sameValue(inner, peer)) return false;
      }
      return true;
    }
    case "list": {
      const other = (b as ListNode).items;
      return other.length === a.items.length && a.items.every((item, i) => sameValue(item, other[i]!));
    }
    case "secret":
      return a.secret === (b as SecretNode).secret;
    case "expr":
      return a.text === (b as ExprNode).text;
    case "tag":
      return a.attribute === (b as TagNode).attribute;
    case "number":
      return a.text === (b as ScalarNode).text || sameFloat(a.text, (b as ScalarNode).text);
    default:
      return a.text === (b as ScalarNode).text;
  }
}

// 1.5 and 1.50 are one number; 1 and 1.0 are two, because CUE tells integers and floats apart.
function sameFloat(a: string, b: string): boolean {
  if (!/[.eE]/.test(a) || !/[.eE]/.test(b)) return false;
  const [x, y] = [decodeNumber(a), decodeNumber(b)];
  if (!x.ok || !y.ok) return false;
  const bare = (digits: string): string => digits.replace(/0+$/, "");
  const size = (v: typeof x): number => v.exponent + v.digits.length - bare(v.digits).length;
  if (bare(x.digits) === "" && bare(y.digits) === "") return true;
  return x.negative === y.negative && bare(x.digits) === bare(y.digits) && size(x) === size(y);
}
