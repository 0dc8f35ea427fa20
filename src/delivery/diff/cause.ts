// Why a field differs: the line that is there on one side only, or that says something else.
import type { Explained, FieldOrigin } from "../../pipeline/index.ts";
import { linesOf } from "../../source/index.ts";
import type { Place, SourceText } from "../../source/index.ts";
import { diffValues, placeOf, secretPathTest } from "../../values/index.ts";
import type { EnvironmentDefinition } from "../../values/index.ts";
import { changedLines } from "./changed-lines.ts";
import { pathText } from "./field-change.ts";
import type { FieldChange } from "./field-change.ts";
import { movedPin, publishedFiles } from "./moved-pin.ts";
import type { MovedPin } from "./moved-pin.ts";

export interface Cause {
  /** As the user would write it; see `FileNames`. */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  /** What stands there: `replicas = 3 (environment prod)`; `***` for secrets. */
  readonly text: string;
  /** The side on which the line is. */
  readonly side: "before" | "after";
  /** Nothing of what is known about the field itself differs: this is the nearest that does, or the field's own line. */
  readonly nearest?: true;
}

/** The name of a file on either side, so that one file of two revisions has one name. */
export type FileNames = (name: string) => string;

export interface DiffSide {
  readonly result: Explained;
  readonly environment?: EnvironmentDefinition;
  /** What the release is made of. */
  readonly sources: ReadonlyMap<string, SourceText>;
}

/** Those of a value come first: it is what somebody decided. */
const ORDER = ["value", "made from", "environment", "component", "transformer", "shadows"] as const;

type Side = Cause["side"];

/** Finds causes for the differences of one release. */
export class Causes {
  readonly #before: DiffSide | undefined;
  readonly #after: DiffSide | undefined;
  readonly #name: FileNames;
  #lines: SourceLines | undefined;
  #values: ReturnType<typeof diffValues> | undefined;
  readonly #pin: MovedPin | undefined;
  readonly #published: ReadonlySet<string>;

  constructor(before: DiffSide | undefined, after: DiffSide | undefined, name: FileNames) {
    this.#before = before;
    this.#after = after;
    this.#name = name;
    this.#pin = movedPin(before, after);
    this.#published =
      this.#pin === undefined ? NOTHING : new Set([...publishedFiles(before), ...publishedFiles(after)]);
  }

  of(
    change: Pick<FieldChange, "path" | "before" | "after">,
    before: readonly FieldOrigin[] | undefined,
    after: readonly FieldOrigin[] | undefined,
  ): Cause | undefined {
    const left = placed(before);
    const right = placed(after);
    const inLeft = new Set(left.map((origin) => this.#key(origin)));
    const inRight = new Set(right.map((origin) => this.#key(origin)));
    const candidates: { origin: Placed; side: Side }[] = [
      ...right.filter((o) => !inLeft.has(this.#key(o))).map((origin) => ({ origin, side: "after" as const })),
      ...left.filter((o) => !inRight.has(this.#key(o))).map((origin) => ({ origin, side: "before" as const })),
    ].sort((a, b) => rank(a.origin) - rank(b.origin));
    // A line that both sides have is not what changed, unless both sides have all lines: two environments, two values.
    const { changed } = this.#sourceLines();
    const own = candidates.find(
      ({ origin, side }) =>
        (changed.length === 0 ? rank(origin) < 2 : this.#isNew(origin.place, side)) && isOwn(origin),
    );
    // Another version has other lines: who moved the pin decided about all of them.
    const pin = this.#pin;
    if (pin !== undefined && (own === undefined || this.#published.has(own.origin.place.file.name)))
      return { ...this.#place(pin.place), text: pin.text, side: pin.side };
    if (own !== undefined) return this.#cause(own.origin, own.side);
    const near = this.#nearest(change);
    if (near !== undefined) return { ...near, nearest: true };
    const last = candidates.find(({ origin }) => isOwn(origin));
    if (last !== undefined) return { ...this.#cause(last.origin, last.side), nearest: true };
    // The catalog's line says how it is rendered, and not why it is different now.
    const [any] = (right.length > 0 ? right : left).filter((origin) => changed.length === 0 || isOwn(origin));
    return any && { ...this.#cause(any, right.length > 0 ? "after" : "before"), nearest: true };
  }

  /** What differs beside the field: the line or the value that has most to do with it. */
  #nearest(change: Pick<FieldChange, "path" | "before" | "after">): Cause | undefined {
    const { changed } = this.#sourceLines();
    const holding = changed.filter(({ text, side }) => {
      const value = side === "after" ? change.after : change.before;
      return typeof value === "string" && value !== "" && text.includes(value);
    });
    const values = this.#changedValues();
    const path = `${pathText(change.path)} ${scalar(change.before)} ${scalar(change.after)}`.toLowerCase();
    const named = values.filter((value) => {
      const last =
        value.path
          .split(/[.[\]"]+/)
          .filter((step) => step !== "")
          .at(-1) ?? "";
      return last.length > 1 && path.includes(last.toLowerCase());
    });
    const value = named.length === 1 ? named[0] : values.length === 1 ? values[0] : undefined;
    if (holding.length === 1) return this.#lineCause(holding[0]!);
    if (value !== undefined) {
      const node = value.after ?? value.before!;
      const side = value.after === undefined ? "before" : "after";
      const text = `${value.path} = ${side === "after" ? value.afterText : value.beforeText}`;
      return { ...this.#place(placeOf(node.origin)), text, side };
    }
    if (changed.length === 1) return this.#lineCause(changed[0]!);
    const from = this.#before?.environment;
    const to = this.#after?.environment;
    if (to?.place !== undefined && from?.name !== to.name)
      return { ...this.#place(to.place), text: `environment ${to.name}`, side: "after" };
    return undefined;
  }

  #changedValues(): ReturnType<typeof diffValues> {
    const [a, b] = [this.#before?.result.values, this.#after?.result.values];
    if (a === undefined || b === undefined) return [];
    return (this.#values ??= diffValues(a.tree, b.tree, secretPathTest([...a.secrets, ...b.secrets])));
  }

  #isNew(at: Place, side: Side): boolean {
    if (at.span.start < 0) return true;
    const lines = this.#sourceLines()[side].get(this.#name(at.file.name));
    return lines === undefined || lines.has(linesOf(at).lineAt(at.span.start));
  }

  /** The lines that only one side has, by file; a file that only one side has is not listed. */
  #sourceLines(): SourceLines {
    if (this.#lines !== undefined) return this.#lines;
    const byName = (side: DiffSide | undefined): Map<string, SourceText> =>
      new Map([...(side?.sources.values() ?? [])].map((file) => [this.#name(file.name), file]));
    const [left, right] = [byName(this.#before), byName(this.#after)];
    const lines: SourceLines = { before: new Map(), after: new Map(), changed: [] };
    const told = (file: SourceText, numbers: Iterable<number>, side: Side): ChangedLine[] => {
      const texts = file.text.split("\n");
      return [...numbers]
        .map((line) => ({ file: file.name, line, text: (texts[line - 1] ?? "").trim(), side }))
        .filter(({ text }) => !/^[\s{}[\],]*$/.test(text));
    };
    for (const [name, file] of right) {
      const former = left.get(name);
      if (former === undefined) lines.changed.push(...told(file, file.text.split("\n").keys(), "after"));
      else if (former.text !== file.text) {
        const { before, after } = changedLines(former.text, file.text);
        lines.before.set(name, before);
        lines.after.set(name, after);
        // A line that was changed is one change, told where it is now.
        const now = told(file, after, "after");
        lines.changed.push(...(now.length > 0 ? now : told(former, before, "before")));
      } else {
        lines.before.set(name, NONE);
        lines.after.set(name, NONE);
      }
    }
    for (const [name, file] of left)
      if (!right.has(name)) lines.changed.push(...told(file, file.text.split("\n").keys(), "before"));
    return (this.#lines = lines);
  }

  // Lines move; what they say does not. A value that wins on one side and is shadowed on the other is the same line.
  #key(origin: Placed): string {
    return `${this.#lineKey(origin.place)}\0${origin.text}`;
  }

  #lineKey({ file, span }: Place): string {
    const lines = linesOf({ file, span });
    return `${this.#name(file.name)}\0${span.start < 0 ? "" : lines.lineText(lines.lineAt(span.start)).trim()}`;
  }

  #cause({ place, text }: Placed, side: Side): Cause {
    return { ...this.#place(place), text, side };
  }

  #lineCause({ file, line, text, side }: ChangedLine): Cause {
    return { file: this.#name(file), line, text: text.length > 100 ? `${text.slice(0, 100)}…` : text, side };
  }

  #place(at: Place): Pick<Cause, "file" | "line" | "column"> {
    if (at.span.start < 0) return { file: this.#name(at.file.name) };
    const { line, column } = linesOf(at).at(at.span.start);
    return { file: this.#name(at.file.name), line, column };
  }
}

interface SourceLines {
  readonly before: Map<string, ReadonlySet<number>>;
  readonly after: Map<string, ReadonlySet<number>>;
  readonly changed: ChangedLine[];
}

const NONE: ReadonlySet<number> = new Set();
const NOTHING: ReadonlySet<string> = new Set();

interface ChangedLine {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly side: Side;
}

type Placed = FieldOrigin & { readonly place: Place };

function placed(origins: readonly FieldOrigin[] | undefined): Placed[] {
  return (origins ?? [])
    .filter((origin): origin is Placed => origin.place !== undefined && origin.place.file.name !== "")
    .sort((a, b) => rank(a) - rank(b));
}

function rank({ what }: FieldOrigin): number {
  const at = ORDER.indexOf(what as (typeof ORDER)[number]);
  return at < 0 ? ORDER.length : at;
}

/** Not a line of the catalog, which nobody here writes. */
const isOwn = ({ place }: Placed): boolean => !place.file.name.startsWith("opmodel.dev/");

const scalar = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value ?? ""));
