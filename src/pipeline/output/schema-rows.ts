// What the elements of lists and the entries of maps may be: CUE evaluates them only once there are some, so they are
// read from the JSON Schema of `#config`.
export interface SchemaNode {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly allOf?: readonly SchemaNode[];
  readonly items?: SchemaNode | false;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly required?: readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly description?: string;
}

export interface SchemaRow {
  readonly path: string;
  readonly type: string;
  readonly preset: string;
  readonly doc: string;
}

const MAX_DEPTH = 10;

export class ConfigSchema {
  readonly #root: SchemaNode;

  constructor(root: SchemaNode) {
    this.#root = root;
  }

  /** The schema of a field by the names that lead to it. */
  at(path: readonly string[]): SchemaNode | undefined {
    let node: SchemaNode | undefined = this.#root;
    for (const name of path) node = node && this.#deref(node).properties?.[name];
    return node && this.#deref(node);
  }

  /** As CUE would write it, on one line. */
  type(node: SchemaNode, depth = 0): string {
    const x = this.#deref(node);
    if (isSecret(x) || x.anyOf?.some((branch) => isSecret(this.#deref(branch))) === true) return "secret";
    if ("const" in x) return JSON.stringify(x.const);
    if (x.enum !== undefined) return x.enum.map((value) => JSON.stringify(value)).join(" | ");
    const choice = x.anyOf ?? x.oneOf;
    if (choice !== undefined && depth < MAX_DEPTH)
      return [...new Set(choice.map((branch) => this.type(branch, depth + 1)))].join(" | ");
    switch (x.type) {
      case "array":
        return x.items === undefined || x.items === false ? "[...]" : `[...${this.type(x.items, depth + 1)}]`;
      case "object":
        return isMap(x) && depth < MAX_DEPTH ? `[string]: ${this.type(x.additionalProperties, depth + 1)}` : "struct";
      case "integer":
      case "number":
      case "boolean":
        return bounded({ integer: "int", number: "number", boolean: "bool" }[x.type], x);
      default:
        return x.pattern === undefined ? (x.type ?? "_") : `=~${JSON.stringify(x.pattern)}`;
    }
  }

  /** The fields of a list's elements (`hosts[].name`) or a map's entries (`users.<name>.role`). */
  inner(node: SchemaNode, path: string, depth = 0): SchemaRow[] {
    const x = this.#deref(node);
    if (x.type === "array" && typeof x.items === "object") return this.#fields(x.items, `${path}[]`, depth);
    return isMap(x) ? this.#fields(x.additionalProperties, `${path}.<name>`, depth) : [];
  }

  #fields(node: SchemaNode, path: string, depth: number): SchemaRow[] {
    const x = this.#deref(node);
    if (depth >= MAX_DEPTH || isSecret(x)) return [];
    if (x.properties === undefined) return this.inner(x, path, depth + 1);
    return Object.entries(x.properties).flatMap(([name, property]): SchemaRow[] => {
      const at = `${path}.${name}`;
      const field = this.#deref(property);
      const type = this.type(field);
      const doc = (field.description ?? "").replace(/\s*\n\s*/g, " ");
      const needed = x.required?.includes(name) === true;
      if (type !== "struct") {
        // A list or map that is not there is empty; whether it may be absent, the schema does not tell.
        const absent = /^(?:\[\.\.\.|\[string\])/.test(type) ? "" : "optional";
        const preset = "default" in field ? `\`${JSON.stringify(field.default)}\`` : needed ? "**required**" : absent;
        return [{ path: at, type, preset, doc }, ...this.inner(field, at, depth + 1)];
      }
      const preset = !needed && (field.required?.length ?? 0) > 0 ? "optional" : "";
      const own = doc === "" && preset === "" ? [] : [{ path: at, type, preset, doc }];
      return [...own, ...this.#fields(field, at, depth + 1)];
    });
  }

  #deref(node: SchemaNode): SchemaNode {
    let x = node;
    for (let i = 0; x.$ref !== undefined && i < MAX_DEPTH; i++) {
      const found = this.#root.$defs?.[decodeURIComponent(x.$ref.replace(/^#\/\$defs\//, ""))];
      if (found === undefined) break;
      x = { ...found, ...(x.description !== undefined && { description: x.description }) };
    }
    return x;
  }
}

const isSecret = (x: SchemaNode): boolean => x.properties?.["$opm"]?.const === "secret";

function isMap(x: SchemaNode): x is SchemaNode & { readonly additionalProperties: SchemaNode } {
  return x.type === "object" && x.properties === undefined && typeof x.additionalProperties === "object";
}

function bounded(type: string, { minimum, maximum }: SchemaNode): string {
  const bounds = [
    ...(minimum === undefined ? [] : [`>=${minimum}`]),
    ...(maximum === undefined ? [] : [`<=${maximum}`]),
  ];
  return [type, ...bounds].join(" & ");
}
