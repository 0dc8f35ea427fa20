import type { Diagnostic, Place, SourceText, Span } from "../../source/index.ts";
import type { Rendered } from "../engine/result.ts";
import type { SecretRange, Segment } from "../render/trace.ts";

/** A rendered text that knows where each piece of it came from. */
export class MappedText {
  /** The rendered text, named as the template without `.tera`. */
  readonly file: SourceText;
  /** The template. */
  readonly template: SourceText;
  readonly secretRanges: readonly SecretRange[];
  readonly #segments: readonly Segment[];
  readonly #templates: ReadonlyMap<string, string>;

  constructor(template: SourceText, rendered: Rendered, templates: ReadonlyMap<string, string>) {
    this.template = template;
    this.file = { name: plainName(template.name), text: rendered.output };
    this.secretRanges = rendered.secretRanges ?? [];
    this.#segments = rendered.segments ?? [];
    this.#templates = templates;
  }

  get text(): string {
    return this.file.text;
  }

  /** Where a range of the rendered text came from. What a tag wrote points at the tag. */
  placeOf(span: Span): Place {
    const start = this.origin(span.start);
    if (!start) return { file: this.template, span: { start: 0, end: 0 } };
    const end = span.end > span.start ? this.origin(span.end - 1) : start;
    const joined = end && end.file.name === start.file.name && end.end >= start.end ? end.end : start.end;
    return { file: start.file, span: { start: start.start, end: joined } };
  }

  /** Whether any of a range came from a secret. */
  isSecret(span: Span): boolean {
    return this.secretRanges.some((range) => range.start < span.end && span.start < range.end);
  }

  /** Diagnostics about the rendered text, pointing into the templates. */
  mapDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
    return diagnostics.map((diagnostic) => {
      if (!diagnostic.places?.some((place) => place.file.name === this.file.name)) return diagnostic;
      const places = diagnostic.places.map((place) =>
        place.file.name === this.file.name ? { ...place, ...this.placeOf(place.span) } : place,
      );
      return { ...diagnostic, places };
    });
  }

  private origin(
    offset: number,
  ): { readonly file: SourceText; readonly start: number; readonly end: number } | undefined {
    const segment = this.segmentAt(offset);
    const text = segment && this.#templates.get(segment.template);
    if (!segment || text === undefined) return undefined;
    const file = segment.template === this.template.name ? this.template : { name: segment.template, text };
    const start = segment.copied ? Math.min(segment.offset + offset - segment.out, text.length) : segment.offset;
    return { file, start, end: segment.copied ? start + 1 : tagEnd(text, start) };
  }

  /** The last segment that begins at or before an offset. */
  private segmentAt(offset: number): Segment | undefined {
    let low = 0;
    let high = this.#segments.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#segments[middle] as Segment).out <= offset) low = middle + 1;
      else high = middle;
    }
    return this.#segments[low - 1] ?? this.#segments[0];
  }
}

/** `values.yaml.tera` is a YAML file once it is rendered. */
export function plainName(name: string): string {
  return name.endsWith(".tera") ? name.slice(0, -".tera".length) : name;
}

/** Whether a file is a template, by its name. */
export function isTemplateName(name: string): boolean {
  return name.endsWith(".tera");
}

function tagEnd(text: string, start: number): number {
  const close = text.startsWith("{{", start) ? "}}" : "%}";
  const end = text.indexOf(close, start);
  return end < 0 ? text.length : end + 2;
}
