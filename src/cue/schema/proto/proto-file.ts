import {
  addComment,
  joinBinary,
  makeAttribute,
  makeBareStruct,
  makeBasicLit,
  makeComment,
  makeCommentGroup,
  makeEllipsis,
  makeEmbedDecl,
  makeField,
  makeFile,
  makeIdent,
  makeList,
  makePackage,
  makeSelector,
  makeStruct,
  parseExpr,
  quoteString,
  Rel,
} from "../../syntax/index.ts";
import type { Attribute, CommentGroup, Decl, Expr, Field, File, Ident, Node, StructLit } from "../../syntax/index.ts";
import { sanitize, setPlace, setRel } from "../../export/index.ts";
import { SourceFile } from "../../../source/index.ts";
import { imported } from "../syntax.ts";
import { scalarType, wellKnown } from "./proto-names.ts";
import type { NameMaker } from "./proto-names.ts";
import { ProtoFault } from "./proto-syntax.ts";
import type {
  ProtoComment,
  ProtoElement,
  ProtoEnum,
  ProtoField,
  ProtoMessage,
  ProtoOneof,
  ProtoOption,
  ProtoValue,
} from "./proto-syntax.ts";

/** What a file is called in CUE. */
interface ProtoPackage {
  /** Names of what it declares, inner ones with dots. */
  readonly symbols: ReadonlySet<string>;
  readonly protoName: string;
  readonly name: string;
  readonly importPath: string;
  /** With the name, where that is not the path's last word. */
  readonly qualifiedPath: string;
}

interface ProtoOptions {
  readonly packageName: string;
  readonly enumMode: string;
  /** The file that an import names; throws a `ProtoFault` where there is none. */
  readonly importFile: (path: string, offset: number) => ProtoPackage;
}

/** One .proto file as CUE. */
export class ProtoFile implements ProtoPackage {
  readonly symbols = new Set<string>();
  readonly protoName: string = "";
  readonly name: string = "";
  readonly importPath: string = "";
  readonly qualifiedPath: string;
  readonly file: File;
  readonly links = new Map<Ident, object>();
  readonly #options: ProtoOptions;
  readonly #scopes: Map<string, NameMaker>[] = [];
  #path: string[] = [];
  #current: StructLit | undefined;

  constructor(elements: readonly ProtoElement[], options: ProtoOptions) {
    this.#options = options;
    this.#declare(elements);
    let short = "";
    for (const x of elements) {
      if (x.kind === "package") this.protoName = x.text;
      if (x.kind !== "option" || x.name !== "go_package") continue;
      const [path = "", name, ...more] = x.text.split(";");
      if (more.length > 0 || (name !== undefined && !path.includes(".")))
        throw new ProtoFault(`malformed go_package clause ${x.source}`, x.offset);
      if (path.includes(".")) this.importPath = path;
      short = name ?? path.replace(/^.*\//, "");
    }
    if (short === "" && (options.packageName === "" || this.protoName === ""))
      short = this.protoName.replace(/^.*\./, "");
    if (this.importPath === "" && this.protoName !== "")
      this.importPath = `googleapis.com/${this.protoName.replaceAll(".", "/")}`;
    this.name = options.packageName === "" ? short : options.packageName;
    const isOdd = short !== "" && short !== this.importPath.replace(/^.*\//, "");
    this.qualifiedPath = this.importPath + (isOdd ? `:${short}` : "");
    this.file = makeFile(this.name === "" ? [] : [makePackage(makeIdent(this.name))]);
    for (const x of elements) if (x.kind === "import") this.#import(x.text, x.offset);
    for (const x of elements) this.#top(x);
    sanitize(this.file, this.links);
  }

  /** Names that can be referred to from here on. */
  #declare(elements: readonly ProtoElement[]): void {
    const scope = new Map<string, NameMaker>();
    this.#scopes.push(scope);
    for (const x of elements) {
      if (x.kind !== "message" && x.kind !== "enum" && x.kind !== "field" && x.kind !== "oneof") continue;
      if (x.kind === "message" && x.isExtension) continue;
      if (scope.has(x.name)) throw new ProtoFault(`entity ${JSON.stringify(x.name)} already defined`, x.offset);
      this.symbols.add([...this.#path, x.name].join("."));
      scope.set(x.name, () => makeIdent(`#${x.name}`));
    }
  }

  #import(path: string, offset: number): void {
    const top = this.#scopes[0]!;
    const known = wellKnown(this.links, path);
    if (known !== undefined) {
      for (const [name, make] of known) top.set(name, make);
      return;
    }
    const other = this.#options.importFile(path, offset);
    const isOwn = other.qualifiedPath === this.qualifiedPath;
    let theirs = other.protoName.split(".");
    let ours = this.protoName.split(".");
    for (;;) {
      for (const symbol of other.symbols) {
        const reference = [...theirs, symbol].join(".");
        const first = `#${symbol.split(".")[0]!}`;
        if (top.has(reference)) continue;
        top.set(reference, () =>
          isOwn
            ? makeIdent(first)
            : makeSelector(imported(this.links, other.qualifiedPath, other.name), makeIdent(first)),
        );
      }
      if (theirs.length === 0 || ours.length === 0 || theirs[0] !== ours[0]) return;
      [theirs, ours] = [theirs.slice(1), ours.slice(1)];
    }
  }

  #type(name: string, offset: number): Expr {
    const scalar = scalarType(this.links, name);
    const found =
      scalar ??
      (name.startsWith(".") ? this.#found(name.slice(1), this.#scopes.slice(0, 1)) : this.#found(name, this.#scopes));
    if (found === undefined) throw new ProtoFault(`name ${JSON.stringify(name)} not found`, offset);
    setPlace(found, offset, Rel.none);
    return found;
  }

  /** The first words of a name are looked for, in the innermost scope first; the others are inside of that. */
  #found(name: string, scopes: readonly Map<string, NameMaker>[]): Expr | undefined {
    const words = name.split(".");
    for (let count = 1; count <= words.length; count++) {
      const whole = words.slice(0, count).join(".");
      const prefix = `${this.protoName}.`;
      const local = whole.startsWith(prefix) ? whole.slice(prefix.length) : whole;
      const make = scopes.findLast((scope) => scope.has(local))?.get(local);
      if (make !== undefined)
        return words.slice(count).reduce<Expr>((x, word) => makeSelector(x, makeIdent(`#${word}`)), make());
    }
    return undefined;
  }

  #add(d: Decl): void {
    (this.#current?.elts ?? this.file.decls).push(d);
  }

  #top(x: ProtoElement): void {
    switch (x.kind) {
      case "comment":
        return addComments(this.file, 0, x.comment);
      case "package":
        return addComments(this.file, 0, x.doc);
      case "enum":
        return this.#enum(x);
      case "message":
        return this.#message(x);
    }
  }

  #message(x: ProtoMessage): void {
    if (x.isExtension) return;
    const [path, current] = [this.#path, this.#current];
    this.#path = [...path, x.name];
    this.#declare(x.elements);
    const struct = makeBareStruct([]);
    struct.lbrace = x.offset;
    struct.rbraceRel = Rel.newline;
    const label = placedIdent(`#${x.name}`, x.offset);
    if (x.doc === undefined) label.rel = Rel.newSection;
    const field = makeField(label, struct);
    addComments(field, 1, x.doc);
    this.#add(field);
    this.#current = struct;
    for (const [i, inner] of x.elements.entries()) this.#member(struct, i, inner);
    this.#scopes.pop();
    [this.#path, this.#current] = [path, current];
  }

  #member(struct: StructLit, i: number, x: ProtoElement): void {
    switch (x.kind) {
      case "comment":
        return void struct.elts.push(commentGroup(x.comment, true));
      case "field":
        return void this.#field(struct, i, x);
      case "enum":
        return this.#enum(x);
      case "message":
        return this.#message(x);
      case "oneof":
        return this.#oneof(x);
      case "option": {
        const tag = makeAttribute(`@protobuf(option ${x.name}=${x.text})`);
        tag.pos = x.offset;
        addComments(tag, i, x.doc, x.inline);
        return void struct.elts.push(tag);
      }
      case "group":
        throw new ProtoFault("groups are not supported", x.offset);
    }
  }

  #field(struct: StructLit, i: number, x: ProtoField): Field {
    const name = camelCase(x.name);
    const label = placedIdent(name, x.offset);
    let value = this.#type(x.type, x.offset);
    if (x.keyType !== undefined) value = makeStruct([makeField(makeList([makeIdent("string")]), value)]);
    else if (x.isRepeated) {
      value = makeList([makeEllipsis(value)]);
      value.pos = x.offset;
    }
    const field = makeField(label, value);
    addComments(field, i, x.doc, x.inline);
    struct.elts.push(field);
    const type = x.keyType === undefined ? x.type : `map[${x.keyType}]${x.type}`;
    const alias = name === x.name ? "" : x.keyType === undefined ? `,name=${x.name}` : `,${x.name}`;
    const { tags, isRequired } = this.#fieldOptions(struct, label, x.options);
    field.attrs = [tagOf(`${x.number},${type}${alias}${tags}`)];
    if (!isRequired) field.constraint = "?";
    return field;
  }

  #fieldOptions(
    struct: StructLit,
    label: Ident,
    options: readonly ProtoOption[],
  ): { tags: string; isRequired: boolean } {
    let tags = "";
    let isRequired = false;
    for (const x of options) {
      if (x.name === "(cue.opt).required") isRequired = true;
      else if (x.name === "(google.api.field_behavior)") isRequired ||= x.text === "REQUIRED";
      else if (x.name === "(cue.val)") {
        const { expr, errors } = parseExpr(new SourceFile("", x.text));
        if (errors.length > 0) throw new ProtoFault(`invalid cue.val value: ${errors[0]!.message}`, x.offset);
        const constraint = makeField(placedIdent(label.name, label.pos), expr, isRequired ? "" : "?");
        addComments(constraint, 1, x.doc, x.inline);
        struct.elts.push(constraint);
      } else tags += `,${quotedTag(x.source === "true" ? x.name : `${x.name}=${x.source}`)}`;
    }
    return { tags, isRequired };
  }

  /** A disjunction of its names, each with its number, and a struct of numbers by name. */
  #enum(x: ProtoEnum): void {
    if (x.elements.length === 0) throw new ProtoFault("empty enum", x.offset);
    // What follows sees a scope too many; names are found all the same.
    this.#scopes.push(new Map());
    const label = placedIdent(`#${x.name}`, x.offset);
    const field = makeField(label, makeIdent("_"));
    addComments(field, 1, x.doc);
    if ((this.#current?.elts.length ?? 0) > 0) label.rel = Rel.newSection;
    const numbersLabel = makeIdent(`#${x.name}_value`);
    numbersLabel.rel = Rel.newSection;
    const numbers = makeBareStruct([]);
    this.#add(field);
    const choices: Expr[] = [];
    let isLastShort = false;
    let isFirst = true;
    for (const [i, value] of x.elements.entries()) {
      if (value.kind !== "value") continue;
      numbers.elts.push(makeField(placedText(value.name, value.offset), makeBasicLit("INT", value.number)));
      if (this.#options.enumMode === "int") {
        choices.push(this.#numberedChoice(value, isFirst));
        isFirst = false;
        continue;
      }
      const isShort = value.doc === undefined && value.inline === undefined;
      choices.push(namedChoice(value, isShort, isShort && i > 0 && isLastShort));
      isLastShort = isShort;
    }
    if (choices.length > 0) field.value = joinBinary("|", choices);
    this.#add(makeField(numbersLabel, numbers));
  }

  #numberedChoice(value: ProtoValue, isFirst: boolean): Expr {
    const label = makeIdent(`#${value.name}`);
    label.rel = isFirst ? Rel.newSection : Rel.newline;
    const field = makeField(label, makeBasicLit("INT", value.number));
    addComments(field, 0, value.doc, value.inline);
    this.#add(field);
    const choice = makeIdent(`#${value.name}`);
    choice.rel = Rel.newline;
    return choice;
  }

  /** At most one of its fields: nothing, or one of them. */
  #oneof(x: ProtoOneof): void {
    let struct = makeStruct([]);
    struct.rel = Rel.newline;
    const embedded = makeEmbedDecl(struct);
    if (x.doc !== undefined) addComment(embedded, commentGroup(x.doc, true));
    this.#add(embedded);
    const another = (): void => {
      struct = makeBareStruct([]);
      struct.rbraceRel = Rel.newline;
      embedded.expr = joinBinary("|", [embedded.expr, struct]);
    };
    for (const inner of x.elements) {
      if (inner.kind === "comment") {
        const group = commentGroup(inner.comment, false);
        if (group.list[0] !== undefined) group.list[0].rel = Rel.newSection;
        struct.elts.push(group);
        continue;
      }
      another();
      if (inner.kind === "field") this.#field(struct, 0, inner).constraint = "";
      else this.#member(struct, 1, inner);
    }
  }
}

/** `{"NAME", #enumValue: 1}` */
function namedChoice(value: ProtoValue, isShort: boolean, isOnNewLine: boolean): StructLit {
  const embedded = makeEmbedDecl(placedText(value.name, value.offset));
  setRel(embedded, Rel.blank);
  addComments(embedded, 0, value.doc, value.inline);
  const label = makeIdent("#enumValue");
  const struct = makeStruct([embedded, makeField(label, makeBasicLit("INT", value.number))]);
  struct.rel = isOnNewLine ? Rel.newline : Rel.blank;
  if (isShort) {
    label.rel = Rel.blank;
    struct.rbraceRel = Rel.blank;
  }
  return struct;
}

const placedIdent = (name: string, offset: number): Ident => Object.assign(makeIdent(name), { pos: offset });
const placedText = (text: string, offset: number): ReturnType<typeof makeBasicLit> =>
  Object.assign(makeBasicLit("STRING", quoteString(text)), { pos: offset });
const tagOf = (body: string): Attribute => makeAttribute(`@protobuf(${body})`);

/** `foo_bar` is `fooBar`. */
const camelCase = (name: string): string =>
  name
    .split("_")
    .map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");

function quotedTag(text: string): string {
  if (!/[^\p{L}\p{N}]/u.test(text)) return text;
  if (!/["\\]/.test(text)) return quoteString(text);
  let hashes = "#";
  while (text.includes(`\\${hashes}`)) hashes += "#";
  return `${hashes}"${text}"${hashes}`;
}

function commentGroup({ lines }: ProtoComment, isDoc: boolean): CommentGroup {
  const list = lines.map((line) => makeComment(`//${line.replace(/ +$/, "")}`));
  return makeCommentGroup(list, isDoc, !isDoc, isDoc ? 0 : 10);
}

/** Behind something else, words above begin a section. */
function addComments(node: Node, i: number, doc: ProtoComment | undefined, inline?: ProtoComment): void {
  if (doc !== undefined) {
    const group = commentGroup(doc, true);
    if (i > 0 && group.list[0] !== undefined) group.list[0].rel = Rel.newSection;
    addComment(node, group);
  }
  if (inline !== undefined) addComment(node, commentGroup(inline, false));
}
