import type { Data, DataField } from "../codec/index.ts";
import { bool, str } from "./schema-builder.ts";

/** The order of keys in a printed schema; those that are not listed follow by name. */
const order = [
  "description",
  "type",
  "format",
  "required",
  "properties",
  "minProperties",
  "maxProperties",
  "minimum",
  "exclusiveMinimum",
  "maximum",
  "exclusiveMaximum",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "items",
  "enum",
  "default",
];

/**
 * A schema that is being written. Keys that there is only one of stand on top; constraints fill one object until a
 * key comes twice, and then the next: several of them are printed under `allOf`.
 */
export class OpenApiPart {
  /** What the schema around says about the type already. */
  readonly outer: string;
  type = "";
  readonly #single = new Map<string, Data>();
  readonly #parts: Map<string, Data>[] = [];
  #current: Map<string, Data> | null = null;

  constructor(outer = "") {
    this.outer = outer;
  }

  /** A key that holds for the whole; the last value counts. */
  single(key: string, value: Data): void {
    this.#single.set(key, value);
  }

  get properties(): DataField[] {
    const known = this.#single.get("properties");
    if (known?.kind === "struct") return known.fields as DataField[];
    const fields: DataField[] = [];
    this.#single.set("properties", { kind: "struct", fields });
    return fields;
  }

  set(key: string, value: Data): void {
    if (this.#current === null || this.#current.has(key)) this.#parts.push((this.#current = new Map<string, Data>()));
    this.#current.set(key, value);
  }

  reference(target: string): void {
    this.#parts.push(new Map([["$ref", str(target)]]));
  }

  nullable(): void {
    this.single("nullable", bool(true));
  }

  get data(): Data & { readonly kind: "struct" } {
    const keys = new Map(this.#single);
    if (this.type !== "" && this.type !== this.outer) keys.set("type", str(this.type));
    const [first, ...more] = this.#parts;
    if (more.length > 0) keys.set("allOf", { kind: "list", items: this.#parts.map(sorted) });
    else for (const [k, v] of first ?? []) keys.set(k, v);
    return sorted(keys);
  }
}

function sorted(keys: ReadonlyMap<string, Data>): Data & { readonly kind: "struct" } {
  const rank = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);
  const names = [...keys.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return { kind: "struct", fields: names.map((name) => ({ name, value: keys.get(name) as Data })) };
}
