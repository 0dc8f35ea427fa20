import { ArcType, NoLabel, Vertex } from "../value/index.ts";
import type { Conjunct, Home, Src } from "../value/index.ts";
import { Meter } from "../meter/index.ts";
import { Outline, Wholly } from "./conditions.ts";
import { Engine } from "./engine.ts";
import { dropState } from "./release.ts";
import type { Runtime } from "./runtime.ts";

/**
 * Packages that stay as they are while evaluations come and go. Nothing in them depends on who imports them, so what
 * one evaluation asks of them is evaluated here, and the next ones find it finished.
 */
export class Library implements Home {
  readonly #runtime: Runtime;
  #engine: Engine;
  #roots = new WeakMap<object, Vertex>();
  readonly #packages = new WeakSet<Vertex>();
  #isAtWork = false;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#engine = new Engine(runtime, new Meter(), this);
  }

  rootOf(instance: object): Vertex {
    let v = this.#roots.get(instance);
    if (v === undefined) {
      v = new Vertex(null, NoLabel, ArcType.Member, this);
      v.conjuncts = [...(this.#runtime.instanceConjuncts(instance) as readonly Conjunct[])];
      this.#roots.set(instance, v);
      this.#packages.add(v);
    }
    return v;
  }

  finish(v: Vertex, wholly: boolean, meter: Meter): boolean {
    if (this.#isAtWork) return false;
    const engine = this.#engine;
    this.#isAtWork = true;
    engine.meter = meter;
    engine.errs = null;
    try {
      // Nobody needs all of a package.
      engine.unify(v, wholly || !this.#packages.has(v) ? Wholly : Outline);
    } catch (error) {
      // What was begun cannot be taken up again. Who has it already keeps it, and its ids keep their meaning.
      this.#engine = new Engine(this.#runtime, meter, this);
      this.#engine.takeIds(engine);
      this.#roots = new WeakMap();
      throw error;
    } finally {
      this.#isAtWork = false;
    }
    dropState(v);
    return true;
  }

  placeOfId(id: number): Src | null {
    return this.#engine.idSrc[id] ?? null;
  }
}
