import { isValidIdent } from "../syntax/index.ts";
import type { Expr } from "../syntax/index.ts";
import { selectPath } from "./cue-path.ts";
import type { Step } from "./cue-path.ts";
import { pointerTokens } from "./json-node.ts";
import type { JsonNode } from "./json-node.ts";
import type { SchemaState } from "./schema-state.ts";
import { imported } from "./syntax.ts";
import type { Translation } from "./translation.ts";
import { isSameDocument, parseUri, resolveUri, uriText } from "./uri.ts";
import type { Uri } from "./uri.ts";

/** Where a schema is defined: in this file, or in a package. */
interface Place {
  readonly importPath: string;
  readonly path: readonly Step[];
}

/** The document's own URI if it names none: nobody else has this host. */
const NOWHERE = "cue.jsonschema.invalid";

/** Schemas that others refer to, and where they go. */
export class Definitions {
  readonly root: Uri = parseUri(`https://${NOWHERE}`)!;
  readonly #whole: Translation;
  /** Of values that are schemas with a name; null for those that are referred to and were not met yet. */
  readonly #ofNode = new Map<JsonNode, Place | null>();
  readonly #ofUri = new Map<string, Place>();
  #isAnotherNeeded = false;

  constructor(whole: Translation) {
    this.#whole = whole;
  }

  /** Whether what was made so far may refer to wrong places. */
  get isOpen(): boolean {
    return this.#isAnotherNeeded || this.dangling().length > 0;
  }

  dangling(): JsonNode[] {
    return [...this.#ofNode].flatMap(([node, place]) => (place === null ? [node] : []));
  }

  again(): void {
    this.#isAnotherNeeded = false;
  }

  /** The schema at this value gets a name. */
  ensure(node: JsonNode): void {
    if (!this.#ofNode.has(node)) this.#ofNode.set(node, null);
  }

  /** Puts a schema to its place if it has one; what stands instead of it. */
  define(s: SchemaState, expr: Expr): Expr {
    const place = this.#placeOf(s);
    if (place === undefined || place.path.length === 0) return expr;
    if (place.importPath === "" && !this.#whole.tree.put(place.path, expr, s.comment())) {
      s.fail(s.node, `redefinition of schema CUE path ${place.path.map(({ text }) => text).join(".")}`);
      return expr;
    }
    return this.#expression(s, s.node, place) ?? expr;
  }

  #placeOf(s: SchemaState): Place | undefined {
    const known = this.#ofNode.get(s.node);
    if (known !== null) return known;
    this.#isAnotherNeeded = true;
    const base = baseOf(s);
    const key = uriText({ ...base.id!, fragment: relative(s.node, base.node) });
    const place = this.#ofUri.get(key) ?? this.#localPlace(s, s.node);
    if (place === undefined) return undefined;
    this.#ofUri.set(key, place);
    this.#ofNode.set(s.node, place);
    return place;
  }

  #localPlace(s: SchemaState, node: JsonNode): Place | undefined {
    const path = this.#whole.options.place(node.path);
    if (typeof path !== "string") return { importPath: "", path };
    s.fail(node, path);
    return undefined;
  }

  /** The URI that a value names, in the schema that it stands in. */
  resolve(s: SchemaState, node: JsonNode): Uri | undefined {
    const { text } = node;
    if (text === undefined) return void s.fail(node, "invalid string");
    const uri = parseUri(text);
    if (uri === undefined) return void s.fail(node, `invalid JSON reference: ${JSON.stringify(text)}`);
    if (uri.scheme !== "" && uri.host === NOWHERE)
      return void s.fail(node, `invalid use of default root ID host (${NOWHERE}) in URI`);
    return uri.scheme === "" ? resolveUri(baseOf(s).id!, uri) : uri;
  }

  /** An expression for the schema that a URI names. */
  refer(s: SchemaState, node: JsonNode, uri: Uri): Expr | undefined {
    const base = baseOf(s);
    // The root stays where it is.
    if (uri.fragment === "" && base.isRoot && isSameDocument(uri, base.id!)) return this.#whole.tree.reference([]);
    const place = this.#ofUri.get(uriText(uri)) ?? this.#placeFor(s, node, uri, base);
    return place && this.#expression(s, node, place);
  }

  #placeFor(s: SchemaState, node: JsonNode, uri: Uri, base: SchemaState): Place | undefined {
    const isAnchor = uri.fragment !== "" && !uri.fragment.startsWith("/");
    if (isAnchor) {
      s.fail(
        node,
        `cannot determine CUE location for JSON Schema location id=${uriText(uri)}: anchors (${uri.fragment}) not supported`,
      );
      return undefined;
    }
    if (isSameDocument(uri, this.root) || isSameDocument(uri, base.id!)) {
      const target = base.node.find(uri.fragment);
      if (target === undefined) return void s.fail(node, "reference to non-existent schema");
      const known = this.#ofNode.get(target);
      if (known !== undefined && known !== null) return known;
      this.ensure(target);
      return this.#localPlace(s, target);
    }
    const path = uri.fragment === "" ? [] : this.#whole.options.place(pointerTokens(uri.fragment));
    if (typeof path === "string") return void s.fail(node, path);
    return { importPath: packageOf(uri), path };
  }

  #expression(s: SchemaState, node: JsonNode, { importPath, path }: Place): Expr | undefined {
    if (importPath === "") return this.#whole.tree.reference(path);
    const name = /:([^:/]*)$/.exec(importPath)?.[1] ?? importPath.replace(/^.*\//, "").replace(/@.*$/, "");
    if (isValidIdent(name)) return selectPath(imported(this.#whole.links, importPath, name), path);
    return void s.fail(node, `cannot determine package name from import path ${JSON.stringify(importPath)}`);
  }
}

/** The innermost schema around that has an id. */
function baseOf(s: SchemaState): SchemaState {
  let at = s;
  while (at.id === undefined && at.outer !== null) at = at.outer;
  return at;
}

function relative(node: JsonNode, base: JsonNode): string {
  const whole = node.pointer;
  return whole.startsWith(base.pointer) ? whole.slice(base.pointer.length) : whole;
}

/** The package that a schema elsewhere is expected to be in. */
function packageOf({ host, path, opaque }: Uri): string {
  if (opaque !== "")
    return btoa(unescape(encodeURIComponent(opaque)))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
  const base = path.replace(/\/+$/, "").replace(/^.*\//, "");
  if (isValidIdent(base)) return host + path;
  const short = base.replace(/\.json$/, "");
  return `${host}${path}:${isValidIdent(short) ? short : "schema"}`;
}
