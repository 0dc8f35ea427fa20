import type { Conjunct, ConjunctNode, Environment } from "../value/index.ts";

/** Up to this number of conjuncts a search from the start is faster. */
export const manyConjuncts = 24;

/** Finds conjuncts by declaration and outer scope in a list that only grows: comprehensions make long ones. */
export class ConjunctIndex {
  #size = 0;
  readonly #byNode = new Map<ConjunctNode, Map<Environment | null, Conjunct[]>>();

  /** Those of the list that may be the same as `conj`, in order; undefined for none. */
  candidates(list: readonly Conjunct[], conj: Conjunct): readonly Conjunct[] | undefined {
    while (this.#size < list.length) this.#add(list[this.#size++] as Conjunct);
    return this.#byNode.get(conj.x)?.get(conj.env.up);
  }

  #add(conj: Conjunct): void {
    let byScope = this.#byNode.get(conj.x);
    if (byScope === undefined) this.#byNode.set(conj.x, (byScope = new Map()));
    const same = byScope.get(conj.env.up);
    if (same === undefined) byScope.set(conj.env.up, [conj]);
    else same.push(conj);
  }
}
