/**
 * A CUE value inside of a phase's result. Results are plain data that can be kept and sent; what they hold of an
 * evaluation stays behind when they are.
 */
export class CueHandle<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  get(): T {
    return this.#value;
  }

  toJSON(): undefined {
    return undefined;
  }
}
