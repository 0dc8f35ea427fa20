import type { Data, DataField } from "../codec/index.ts";

/** An object of a schema: keys in the order in which they were first set. */
export class Schema {
  readonly #fields: DataField[] = [];

  set(name: string, value: Data): this {
    const at = this.#fields.findIndex((f) => f.name === name);
    if (at < 0) this.#fields.push({ name, value });
    else this.#fields[at] = { name, value };
    return this;
  }

  has(name: string): boolean {
    return this.#fields.some((f) => f.name === name);
  }

  /** Adds the keys of another schema; both must hold. */
  merge(other: Schema): this {
    const clash = other.#fields.some((f) => this.has(f.name));
    if (!clash) for (const f of other.#fields) this.#fields.push(f);
    else {
      const all = this.#fields.find((f) => f.name === "allOf")?.value;
      const items = all !== undefined && all.kind === "list" ? all.items : [];
      this.set("allOf", { kind: "list", items: [...items, other.data] });
    }
    return this;
  }

  get isEmpty(): boolean {
    return this.#fields.length === 0;
  }

  get data(): Data {
    return { kind: "struct", fields: [...this.#fields] };
  }
}

export const str = (value: string): Data => ({ kind: "string", value });
export const bool = (value: boolean): Data => ({ kind: "bool", value });
export const num = (value: number): Data => ({ kind: "number", text: String(value), isInt: true });
