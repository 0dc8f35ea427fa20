// CueView over values of the CUE library.
import type { SourceTree, Value } from "../cue/index.ts";
import type { Place } from "../source/index.ts";
import type { Path } from "./path.ts";
import type { CueField, CueTag, CueView } from "./cue-view.ts";
import { overlayAct } from "./overlay-attribute.ts";
import type { OverlayAct } from "./overlay-attribute.ts";
import { isStated } from "./stated-syntax.ts";
import { tagOfField } from "./tag-attribute.ts";

export function viewOf(value: Value): CueView {
  return new ValueView(value);
}

class ValueView implements CueView {
  readonly #value: Value;
  readonly kind: CueView["kind"];
  readonly text: string;

  constructor(value: Value) {
    this.#value = value;
    const { scalar } = value;
    this.text = scalar?.text ?? "";
    this.kind = scalar?.kind ?? containerKind(value);
  }

  get hasDefault(): boolean {
    return this.#value.hasDefault;
  }

  get isMarked(): boolean {
    return this.#value.marks().length > 0;
  }

  get source(): string {
    return this.#value.toString();
  }

  get bare(): string {
    return this.#value.allowed();
  }

  get tree(): SourceTree {
    return this.#value;
  }

  get bareTree(): SourceTree {
    return { kind: "any", of: this.#value.alternatives() };
  }

  get places(): readonly Place[] {
    return this.#value.places();
  }

  get isComputed(): boolean {
    return this.#value
      .declarations()
      .some(({ syntax }) => syntax === undefined || !(isStated(syntax) || isSchemaSyntax(syntax)));
  }

  get marks(): readonly string[] {
    return this.#value.marks();
  }

  marking(paths: readonly Path[], name: string | ((path: Path) => string)): CueView | undefined {
    const marked = this.#value.marking(paths, typeof name === "string" ? name : (path) => name(path as Path));
    return marked && viewOf(marked);
  }

  get doc(): string {
    return this.#value
      .docs()
      .map(({ text }) => text)
      .join("\n");
  }

  get tags(): readonly CueTag[] {
    return this.#value.declarations().flatMap(({ place, tagged }): CueTag[] => {
      const tag = tagged && tagOfField(tagged);
      if (tag === undefined || place === undefined) return [];
      const { pos, end, text } = tag.attribute;
      return [{ attribute: text, wants: tag.wants, place: { file: place.file, span: { start: pos, end } } }];
    });
  }

  get act(): OverlayAct | undefined {
    for (const { tagged } of this.#value.declarations()) {
      const act = tagged && overlayAct(tagged);
      if (act !== undefined) return act;
    }
    return undefined;
  }

  allows(name: string): boolean {
    return this.#value.allows(name);
  }

  get error(): string | undefined {
    return this.#value.error()?.message;
  }

  fields(): readonly CueField[] {
    return this.#value.fields({ optional: true }).map(({ name, presence, value, isMarked }) => ({
      name,
      presence: presence === "member" ? "field" : presence,
      value: viewOf(value),
      isMarked,
    }));
  }

  items(): readonly CueView[] {
    return this.#value.elements().map(viewOf);
  }

  alternatives(): readonly CueView[] {
    const found = this.#value.alternatives();
    return found.length === 1 && found[0] === this.#value ? [this] : found.map(viewOf);
  }

  field(name: string, declared = false): CueView | undefined {
    if (name.startsWith("_")) return undefined;
    const found = this.#value.field(name, { declared });
    return found && viewOf(found);
  }
}

/** How definitions of the catalog say what the values beside them must be: they give none themselves. */
const SCHEMAS: ReadonlySet<string | undefined> = new Set(["#config", "#OpenValues"]);

const isSchemaSyntax = (syntax: { readonly kind: string; readonly name?: string }): boolean =>
  syntax.kind === "Ident" && SCHEMAS.has(syntax.name);

function containerKind({ kind }: Value): CueView["kind"] {
  return kind === "struct" ? "struct" : kind === "list" ? "list" : "other";
}
