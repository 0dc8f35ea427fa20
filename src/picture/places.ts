import { linesOf } from "../source/index.ts";
import type { Diagnostic, Place } from "../source/index.ts";
import type { DiagnosticPicture, PlacePicture } from "./picture.ts";

/** Names places and keeps the files that they are in, so that a page can show the lines. */
export class Places {
  readonly #files = new Map<string, string>();
  readonly #nameOf: (file: string) => string;

  constructor(nameOf: (file: string) => string) {
    this.#nameOf = nameOf;
  }

  of({ file, span, label }: Place): PlacePicture {
    const name = this.#nameOf(file.name);
    if (span.start < 0) return { file: name, line: 0, column: 0 };
    // The first text of a name stays: a place that a message blotted out must not be shown by another.
    if (!this.#files.has(file.name)) this.#files.set(file.name, file.text);
    const { line, column } = linesOf({ file, span }).at(span.start);
    return { file: name, line, column, ...(label !== undefined && { label }) };
  }

  diagnostic({ severity, code, message, path, places = [], notes = [], hint }: Diagnostic): DiagnosticPicture {
    return {
      severity,
      ...(code !== undefined && { code }),
      message,
      ...(path !== undefined && { path }),
      places: places.map((place) => this.of(place)),
      notes,
      ...(hint !== undefined && { hint }),
    };
  }

  /** The texts, each made safe. */
  files(safe: (name: string, text: string) => string): Record<string, string> {
    return Object.fromEntries([...this.#files].map(([name, text]) => [this.#nameOf(name), safe(name, text)]));
  }
}
