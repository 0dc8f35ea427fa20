import {
  joinBinary,
  makeAttribute,
  makeBareStruct,
  makeCall,
  makeEllipsis,
  makeEmbedDecl,
  makeIdent,
  makeNull,
} from "../syntax/index.ts";
import type { CommentGroup, Expr, ListLit, StructLit } from "../syntax/index.ts";
import { docComment } from "./comment.ts";
import type { Translation } from "./translation.ts";
import { ALL_KINDS, Kind, NUMBER } from "./json-node.ts";
import type { JsonNode } from "./json-node.ts";
import { disallowed, laidOut, placed, top, isTop, typeOf } from "./syntax.ts";
import type { Uri } from "./uri.ts";
import { uriText } from "./uri.ts";
import { Version } from "./versions.ts";

/** Kinds in the order in which their alternatives are written. */
const ORDER: readonly number[] = [Kind.null, Kind.bool, NUMBER, Kind.string, Kind.list, Kind.struct];
const WORDS = ["null", "bool", "number", "string", "array", "object"];

/** Whether an object may have fields that its schema does not name. */
type Openness = "" | "open" | "closed" | "covered";

/** What is known of one schema while its keywords are read, and the CUE that comes of it. */
export class SchemaState {
  readonly whole: Translation;
  readonly outer: SchemaState | null;
  readonly node: JsonNode;
  readonly isRoot: boolean;
  version: number;
  hasVersion = false;
  /** Kinds that are allowed. */
  allowed: number;
  /** Kinds that it is known to have by what `all` says: they need not be said again. */
  known = ALL_KINDS;
  title = "";
  description = "";
  isDeprecated = false;
  id: Uri | undefined;
  hasRef = false;

  /** Constraints by kind, in the order of `ORDER`, and those of all kinds. */
  readonly #byKind: Expr[][] = ORDER.map(() => []);
  readonly #all: Expr[] = [];
  /** Where it says that it may be null. */
  nullable: JsonNode | undefined;

  exclusiveMinimum = false;
  exclusiveMaximum = false;
  minContains: bigint | undefined;
  maxContains: bigint | undefined;
  /** The schemas of `if`, `then` and `else`. */
  readonly conditions: { if?: JsonNode; then?: JsonNode; else?: JsonNode } = {};

  #object: { readonly struct: StructLit; readonly node: JsonNode } | undefined;
  openness: Openness = "";
  /** Patterns of names that are not additional. */
  readonly patterns: Expr[] = [];
  hasProperties = false;
  hasAdditionalProperties = false;

  /** The elements that are given one by one. */
  list: ListLit | undefined;
  /** Whether the keyword `items` gave them. */
  isListOfItems = false;
  hasItems = false;
  isArray = false;

  /** Holds for all that is inside, up to the next properties. */
  keepsUnknown: boolean;
  /** What `x-kubernetes-group-version-kind` says. */
  resource: { readonly kind: string; readonly apiVersion: string } | undefined;

  constructor(
    whole: Translation,
    outer: SchemaState | null,
    node: JsonNode,
    { allowed = ALL_KINDS, isRoot = false, keepsUnknown = outer?.keepsUnknown ?? false } = {},
  ) {
    this.whole = whole;
    this.outer = outer;
    this.node = node;
    this.isRoot = isRoot;
    this.allowed = allowed;
    this.keepsUnknown = keepsUnknown;
    this.version = outer?.version ?? whole.options.version;
  }

  is(versions: number): boolean {
    return (this.version & versions) !== 0;
  }

  fail(node: JsonNode, message: string): void {
    this.whole.fail(node, message);
  }

  /** Constrains values of one kind. */
  add(kind: number, node: JsonNode, x: Expr): void {
    if (!isTop(x)) this.#byKind[ORDER.indexOf(kind)]!.push(placed(x, node));
  }

  /** Constrains values of every kind. */
  addToAll(node: JsonNode, x: Expr): void {
    if (!isTop(x)) this.#all.push(placed(x, node));
  }

  /** The struct that properties are put into. */
  object(node: JsonNode): StructLit {
    this.#object ??= { struct: makeBareStruct([]), node };
    return this.#object.struct;
  }

  comment(): CommentGroup | null {
    const title = this.title.trim();
    const text = this.description === "" ? title : `${title === "" ? "" : `${title}\n\n`}${this.description}`.trim();
    return docComment(text);
  }

  get hasConstraints(): boolean {
    return (
      this.#all.length > 0 ||
      this.#byKind.some((all) => all.length > 0) ||
      this.patterns.length > 0 ||
      this.title !== "" ||
      this.description !== "" ||
      this.#object !== undefined ||
      this.id !== undefined
    );
  }

  /** The schema as an expression: `all & (kind | kind | …)`. */
  finish(): Expr {
    if (this.allowed === 0) return disallowed();
    this.#finishObject();
    sortLast(this.#byKind[ORDER.indexOf(Kind.list)]!, "ListLit");
    sortLast(this.#byKind[ORDER.indexOf(Kind.struct)]!, "StructLit");
    const conjuncts = [...this.#all];
    const kinds = this.#alternatives();
    if (kinds.length > 0) conjuncts.push(joinBinary("|", kinds));
    let x = conjuncts.length === 0 ? top() : joinBinary("&", conjuncts);
    if (this.nullable !== undefined) x = joinBinary("|", [laidOut(makeNull(), this.nullable), x]);
    if (this.id !== undefined) {
      const tag = makeAttribute(`@jsonschema(id=${JSON.stringify(uriText(this.id))})`);
      if (x.kind === "StructLit") x.elts.unshift(tag);
      else x = makeBareStruct([tag, makeEmbedDecl(x)]);
    }
    this.known = this.allowed;
    return x;
  }

  #finishObject(): void {
    if (this.version === Version.kubernetesCrd && (this.allowed & Kind.struct) !== 0 && this.keepsUnknown)
      this.object(this.node);
    if (this.#object === undefined) return;
    const { struct, node } = this.#object;
    if (this.keepsUnknown) this.openness = "open";
    if (this.openness === "closed") return this.add(Kind.struct, node, makeCall(makeIdent("close"), [struct]));
    const staysAsItIs = this.openness === "covered" || (this.openness === "" && this.whole.options.openOnlyIfSaid);
    if (!staysAsItIs) struct.elts.push(makeEllipsis());
    this.add(Kind.struct, node, struct);
  }

  /** One for each kind that is allowed, if they say more than `all` does. */
  #alternatives(): Expr[] {
    const isSaid =
      this.allowed === this.known &&
      !ORDER.some((kind, i) => this.#byKind[i]!.length > 0 && (this.allowed & kind) !== 0);
    if (isSaid) return [];
    const out: Expr[] = [];
    const excluded: number[] = [];
    let possible = 0;
    for (const [i, kind] of ORDER.entries()) {
      const constraints = this.#byKind[i]!;
      const isAllowed = (this.allowed & kind) !== 0;
      if (constraints.length > 0 || isAllowed) possible++;
      if (constraints.length > 0) {
        if (isAllowed) out.push(joinBinary("&", constraints));
        else excluded.push(i);
      } else if (isAllowed && (this.known & kind) !== 0) out.push(typeOf(kind, this.whole.options.openOnlyIfSaid));
    }
    if (excluded.length === possible)
      for (const i of excluded)
        for (const _ of this.#byKind[i]!)
          this.fail(this.node, `constraint not allowed because type ${WORDS[i]} is excluded`);
    return out;
  }
}

/** What is written in brackets goes behind the rest, which stays in order. */
function sortLast(all: Expr[], kind: Expr["kind"]): void {
  const last = all.filter((x) => x.kind === kind);
  all.splice(0, all.length, ...all.filter((x) => x.kind !== kind), ...last);
}
