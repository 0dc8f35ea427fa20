import { Tag, isLetLabel } from "../value/index.ts";
import type { Label, LabelTable, LetField, Node, Value } from "../value/index.ts";
import { growth, newRandom } from "./random.ts";
import { walkNodes } from "./walk-nodes.ts";

/** How a name is taken: by a field, or by a reference to a let that was met before the let itself. */
type Use = "taken" | "let";

/**
 * Names for lets, aliases and values that are moved, different from all names of the source. The source is only
 * searched when the first name is asked for.
 */
export class UniqueNames {
  readonly #labels: LabelTable;
  #roots: Node[];
  readonly #used = new Map<Label, Use>();
  readonly #lets = new Map<Label, LetField>();
  #random: ReturnType<typeof newRandom> | null = null;

  constructor(labels: LabelTable, root: Value | null) {
    this.#labels = labels;
    this.#roots = root === null ? [] : [root];
  }

  /** Names in x are taken, too. */
  mark(x: Node): void {
    this.#roots.push(x);
  }

  #search(): void {
    if (this.#roots.length === 0) return;
    const roots = this.#roots;
    this.#roots = [];
    for (const x of roots) {
      walkNodes(x, {
        label: (label, node) => {
          if (node.tag === Tag.LetReference) {
            if (!this.#used.has(label)) this.#used.set(label, "let");
          } else {
            this.#used.set(label, "taken");
            if (node.tag === Tag.LetField) this.#lets.set(label, node);
          }
        },
        text: (name) => this.#used.set(this.#labels.identifier(name, ""), "taken"),
        skipForSources: true,
      });
    }
  }

  /** The declaration of a let. */
  letField(label: Label): LetField | null {
    this.#search();
    return this.#lets.get(label) ?? null;
  }

  /** The name for a let: its own if it is met first where it is used. */
  letName(label: Label): string {
    this.#search();
    const name = this.#labels.text(label);
    return isLetLabel(label) && this.#used.get(label) === "let" ? name : this.unique(name);
  }

  /** `name`, or the like if it is taken. */
  alias(name: string): string {
    return this.unique(name);
  }

  #take(name: string): boolean {
    const label = this.#labels.identifier(name, "");
    if (this.#used.has(label)) return false;
    this.#used.set(label, "taken");
    return true;
  }

  /** The first of: base, base_1 … base_4, base with random digits. */
  unique(base: string): string {
    this.#search();
    if (this.#take(base)) return base;
    for (let i = 1; i < 5; i++) if (this.#take(`${base}_${i}`)) return `${base}_${i}`;
    const random = (this.#random ??= newRandom());
    for (let n = 16, digits = 1; ; n = growth(n), digits++) {
      const x = random.below(n - 1) + 1;
      const name = `${base}_${x.toString(16).toUpperCase().padStart(digits, "0")}`;
      if (this.#take(name)) return name;
    }
  }
}
