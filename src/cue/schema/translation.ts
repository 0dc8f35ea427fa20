import { makeAttribute, makeFile, makeIdent, makePackage } from "../syntax/index.ts";
import type { Decl, Expr, File, Ident } from "../syntax/index.ts";
import { sanitize } from "../export/index.ts";
import { DefinitionTree } from "./definition-tree.ts";
import type { Step } from "./cue-path.ts";
import { Kind, kindName } from "./json-node.ts";
import type { JsonNode } from "./json-node.ts";
import { KEYWORDS, PHASES } from "./keywords.ts";
import { addDefinitions } from "./keyword-generic.ts";
import { applyConditions } from "./keyword-combine.ts";
import { embedResource } from "./keyword-kubernetes.ts";
import { Definitions } from "./definitions.ts";
import { SchemaState } from "./schema-state.ts";
import { disallowed, top } from "./syntax.ts";
import { OPENAPI_LIKE, Version, from, versionName } from "./versions.ts";

interface SchemaOptions {
  readonly packageName: string;
  /** The dialect of a schema that does not say. */
  readonly version: number;
  /** Refuses keywords that are not known, or not in the dialect. */
  readonly strictKeywords: boolean;
  /** Refuses what cannot be translated instead of leaving it out. */
  readonly strictFeatures: boolean;
  /** Structs are open only where the schema says so. */
  readonly openOnlyIfSaid: boolean;
  /** The places of definitions by their JSON pointers; a string says why there is none. */
  readonly place: (tokens: readonly string[]) => readonly Step[] | string;
}

export interface SchemaFault {
  readonly message: string;
  readonly offset: number;
}

/** Schemas nest by their files' brackets; deeper ones are an attack on the stack. */
const DEEPEST = 500;
/** More passes than any references need. */
const MOST_PASSES = 10;

/** Turns a document of schemas into a CUE file. */
export class Translation {
  readonly document: JsonNode;
  readonly options: SchemaOptions;
  readonly definitions: Definitions;
  readonly faults: SchemaFault[] = [];
  /** What identifiers mean that need an import, or could be hidden. */
  links = new Map<Ident, object>();
  tree = new DefinitionTree(this.links);
  #depth = 0;

  constructor(document: JsonNode, options: SchemaOptions) {
    this.document = document;
    this.options = options;
    this.definitions = new Definitions(this);
  }

  fail(node: JsonNode, message: string): void {
    if (!this.faults.some((f) => f.message === message && f.offset === node.offset))
      this.faults.push({ message, offset: node.offset });
  }

  /** A file with one schema at its root. */
  schema(root: JsonNode): File | undefined {
    let info: SchemaState | undefined;
    this.#passes((start) => {
      info = this.#translate(start, root, { isRoot: true });
      const { expr } = info as SchemaState & { expr: Expr };
      if (this.faults.length > 0) return;
      if (info.allowed === 0) this.fail(root, "constraints are not possible to satisfy");
      else if (!this.tree.put([], expr, info.comment())) this.fail(root, "duplicate definition at root");
    });
    return this.#file(info);
  }

  /** A file with a definition for each field of a struct. */
  definitionsOf(schemas: JsonNode | undefined): File | undefined {
    this.#passes((start) => {
      if (schemas !== undefined) addDefinitions(start, schemas, "schemas");
    });
    return this.#file(undefined);
  }

  /** References may be seen before what they refer to is known to be a schema: then all is done again. */
  #passes(translate: (start: SchemaState) => void): void {
    const extra: JsonNode[] = [];
    let since = 0;
    for (let pass = 0; ; pass++) {
      const start = new SchemaState(this, null, this.document, { isRoot: true });
      start.id = this.definitions.root;
      translate(start);
      if (this.faults.length > 0) return;
      const dangling = this.definitions.dangling();
      if (dangling.length > 0 && pass === since + 1) {
        // They refer to what no keyword leads to: to schemas nevertheless.
        extra.push(...dangling);
        since = pass;
      }
      for (const node of extra) this.sub(start, node);
      if (!this.definitions.isOpen || this.faults.length > 0) return;
      if (pass > MOST_PASSES) return this.fail(this.document, "references lead to ever more schemas");
      this.links = new Map();
      this.tree = new DefinitionTree(this.links);
      this.definitions.again();
    }
  }

  #file(info: SchemaState | undefined): File | undefined {
    if (this.faults.length > 0) return undefined;
    const body = this.tree.file();
    const head: Decl[] = [];
    if (this.options.packageName !== "") head.push(makePackage(makeIdent(this.options.packageName)));
    if (info?.hasVersion === true)
      head.push(makeAttribute(`@jsonschema(schema=${JSON.stringify(versionName(info.version))})`));
    if (info?.isDeprecated === true) head.push(makeAttribute("@deprecated()"));
    const file = makeFile([...head, ...body.decls]);
    file.comments = body.comments;
    sanitize(file, this.links);
    return file;
  }

  /** A schema inside of another, as an expression. */
  sub(outer: SchemaState, node: JsonNode, options: { allowed?: number; keepsUnknown?: boolean } = {}): Expr {
    return this.read(outer, node, options).expr;
  }

  /** The same, and what is known of it. */
  read(
    outer: SchemaState,
    node: JsonNode,
    options: { allowed?: number; keepsUnknown?: boolean } = {},
  ): SchemaState & { readonly expr: Expr } {
    return this.#translate(outer, node, options);
  }

  #translate(
    outer: SchemaState,
    node: JsonNode,
    options: { allowed?: number; keepsUnknown?: boolean; isRoot?: boolean },
  ): SchemaState & { readonly expr: Expr } {
    const s = new SchemaState(this, outer, node, options);
    if (++this.#depth > DEEPEST) this.fail(node, `schemas are nested deeper than ${DEEPEST} levels`);
    else if (this.faults.length < 100) {
      const expr = this.#expression(s, node);
      this.#depth--;
      return Object.assign(s, { expr: this.definitions.define(s, expr) });
    }
    this.#depth--;
    return Object.assign(s, { expr: top() });
  }

  #expression(s: SchemaState, node: JsonNode): Expr {
    if (node.kind === Kind.bool) {
      if (s.is(from(Version.draft6))) return node.bool === true ? top() : disallowed();
      this.fail(node, `boolean schemas not supported in ${versionName(s.version)}`);
      return top();
    }
    if (node.kind !== Kind.struct) {
      this.fail(node, `schema expects mapping node, found ${kindName(node.kind)}`);
      return top();
    }
    for (let phase = 0; phase < PHASES; phase++) this.#phase(s, node, phase);
    // What has an id can be referred to.
    if (s.id !== undefined) this.definitions.ensure(node);
    applyConditions(s);
    if (s.version === Version.kubernetesCrd && s.hasProperties && s.hasAdditionalProperties)
      this.fail(node, `additionalProperties may not be combined with properties in ${versionName(s.version)}`);
    if (s.is(OPENAPI_LIKE) && s.isArray && !s.hasItems)
      this.fail(node, `"items" must be present when the "type" is "array" in ${versionName(s.version)}`);
    return s.finish();
  }

  #phase(s: SchemaState, node: JsonNode, phase: number): void {
    for (const [key, value] of node.fields()) {
      if (phase === 0 && key === "$ref") s.hasRef = true;
      const keyword = KEYWORDS.get(key);
      if (keyword === undefined) {
        if (phase === 0 && !key.startsWith("x-"))
          this.#unknown(s, key, value, `unknown keyword ${JSON.stringify(key)}`);
      } else if (keyword.phase !== phase) continue;
      else if (!s.is(keyword.versions))
        this.#unknown(
          s,
          key,
          value,
          `keyword ${JSON.stringify(key)} is not supported in JSON schema version ${versionName(s.version)}`,
        );
      else if (phase > 0 && s.hasRef && key !== "$ref" && !s.is(from(Version.draft2019)))
        this.#unknown(s, key, value, `ignoring keyword ${JSON.stringify(key)} alongside $ref`);
      else keyword.apply(s, value, key);
    }
    // The root of a custom resource is a resource.
    if (phase === 1 && s.version === Version.kubernetesCrd && s.isRoot) embedResource(s, node);
  }

  #unknown(s: SchemaState, key: string, value: JsonNode, message: string): void {
    if (!this.options.strictKeywords) return;
    if (s.is(OPENAPI_LIKE) && key.startsWith("x-")) return;
    this.fail(value, message);
  }
}
