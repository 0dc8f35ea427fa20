/** What was compared and how often it was the same, by category. */
export interface Count {
  ok: number;
  all: number;
}

export class Tally {
  readonly counts = new Map<string, Count>();
  readonly #differs: (category: string, where: () => string) => void;

  constructor(differs: (category: string, where: () => string) => void = () => {}) {
    this.#differs = differs;
  }

  note(category: string, ok: boolean, where: () => string): boolean {
    let count = this.counts.get(category);
    if (count === undefined) this.counts.set(category, (count = { ok: 0, all: 0 }));
    count.all++;
    if (ok) count.ok++;
    else this.#differs(category, where);
    return ok;
  }
}

export function tallyTable(counts: ReadonlyMap<string, Count>): string {
  const line = (name: string, { ok, all }: Count): string =>
    `${name.padEnd(24)} ${((100 * ok) / all).toFixed(1).padStart(5)} %  ${ok}/${all}`;
  return [...counts].map(([name, count]) => line(name, count)).join("\n");
}
