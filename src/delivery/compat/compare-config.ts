// Whether every configuration that one `#config` accepts is accepted by another, with the same defaults. What cannot be
// decided counts as no: a wrong "compatible" breaks somebody, a wrong "breaking" costs a look.
import { createContext } from "../../cue/index.ts";
import type { FieldEntry, Value } from "../../cue/index.ts";
import { dependentFields } from "./dependent-fields.ts";

export interface ConfigChange {
  /** `web.replicas`; `hosts[]` for elements, `users.<name>` for entries of maps. */
  readonly path: string;
  readonly kind: "removed" | "required" | "narrowed" | "closed" | "default" | "undecided" | "added" | "widened";
  readonly breaking: boolean;
  /** What it was, and what it is, as CUE. */
  readonly before?: string;
  readonly after?: string;
}

const MOST_DEPTH = 32;
const PROBE = "opm-probe";

/** A configuration's schema, evaluated, and what of it depends on other fields. */
export interface ConfigSchema {
  readonly value: Value;
  readonly dependents: ReadonlyMap<string, string>;
}

/** Both values are of one evaluation. */
export function compareConfigs(before: ConfigSchema, after: ConfigSchema): ConfigChange[] {
  const comparison = new Comparison(before.dependents, after.dependents, (text) => after.value.evaluate(text));
  comparison.values("", before.value, after.value, 0);
  return comparison.changes;
}

/** The same of two texts: the fields of `#config`. */
export function compareSchemas(before: string, after: string): ConfigChange[] {
  const context = createContext();
  const [o, n] = [before, after].map((text) => ({
    value: context.compile(`#config: {\n${text}\n}`).field("#config")!,
    dependents: dependentFields(text),
  }));
  return compareConfigs(o!, n!);
}

class Comparison {
  readonly changes: ConfigChange[] = [];
  readonly #before: ReadonlyMap<string, string>;
  readonly #after: ReadonlyMap<string, string>;
  readonly #compile: (text: string) => Value;

  constructor(
    before: ReadonlyMap<string, string>,
    after: ReadonlyMap<string, string>,
    compile: (text: string) => Value,
  ) {
    this.#before = before;
    this.#after = after;
    this.#compile = compile;
    // Conditions and loops are about a struct as a whole.
    for (const path of new Set([...before.keys(), ...after.keys()])) {
      const [o, n] = [before.get(path), after.get(path)];
      if (o !== n) this.#tell({ path, kind: "undecided", breaking: true, ...text(o, n) });
    }
  }

  values(path: string, o: Value, n: Value, depth: number): void {
    // What is made of other fields is the same expression, or told already.
    if (this.#before.has(path) || this.#after.has(path)) return;
    const wrong = (v: Value): boolean => v.isBroken || v.isWrong;
    if (depth > MOST_DEPTH || wrong(o) || wrong(n)) {
      if (shown(o) !== shown(n)) this.#tell({ path, kind: "undecided", breaking: true, ...text(shown(o), shown(n)) });
      return;
    }
    this.#defaults(path, o, n);
    if (isStruct(o) && isStruct(n)) return this.#structs(path, o, n, depth);
    if (isList(o) && isList(n)) return this.#lists(path, o, n, depth);
    if (holdsStruct(o) || holdsStruct(n)) {
      // Choices between structs: what is written the same is the same; else only inclusion as a whole can tell, and
      // that is not asked where structs are open or have patterns.
      if (shown(o) !== shown(n)) this.#tell({ path, kind: "undecided", breaking: true, ...text(shown(o), shown(n)) });
      return;
    }
    const wider = n.subsumes(o);
    if (!wider) this.#tell({ path, kind: "narrowed", breaking: true, ...text(shown(o), shown(n)) });
    else if (!o.subsumes(n)) this.#tell({ path, kind: "widened", breaking: false, ...text(shown(o), shown(n)) });
  }

  #defaults(path: string, o: Value, n: Value): void {
    if (!o.hasDefault) return;
    const before = shown(o.default());
    if (!n.hasDefault && n.isConcrete && shown(n) === before) return;
    if (!n.hasDefault) this.#tell({ path, kind: "required", breaking: true, ...text(shown(o), shown(n)) });
    else if (shown(n.default()) !== before)
      this.#tell({ path, kind: "default", breaking: true, ...text(before, shown(n.default())) });
  }

  #structs(path: string, o: Value, n: Value, depth: number): void {
    const [old, now] = [fieldsOf(o), fieldsOf(n)];
    const at = (name: string): string => (path === "" ? name : `${path}.${name}`);
    const [openBefore, openAfter] = [o.allows(PROBE), n.allows(PROBE)];
    for (const [name, field] of old) {
      const other = now.get(name);
      if (other !== undefined) this.#fields(at(name), field, other, depth);
      else if (!n.allows(field.name))
        this.#tell({ path: at(name), kind: "removed", breaking: true, ...text(shown(field.value), undefined) });
      else {
        const inner = this.#probed(n, field.name);
        if (inner === undefined) this.#tell({ path: at(name), kind: "undecided", breaking: true });
        else this.values(at(name), field.value, inner, depth + 1);
      }
    }
    for (const [name, field] of now) {
      if (old.has(name)) continue;
      const needed = isNeeded(field);
      // An open struct, or a map, took anything here before.
      const inner = openBefore ? this.#probed(o, field.name) : undefined;
      if (inner !== undefined) this.values(at(name), inner, field.value, depth + 1);
      if (needed || inner === undefined)
        this.#tell({
          path: at(name),
          kind: needed ? "required" : "added",
          breaking: needed,
          ...text(undefined, shown(field.value)),
        });
    }
    if (openBefore && !openAfter) this.#tell({ path, kind: "closed", breaking: true });
    else if (openBefore && openAfter) {
      const [a, b] = [this.#probed(o, PROBE), this.#probed(n, PROBE)];
      if (a !== undefined && b !== undefined) this.values(at("<name>"), a, b, depth + 1);
      // Several patterns, or one for some names alone, show with those names only.
      const patterns = (v: Value): string =>
        [...shown(v).matchAll(/^\t*\[.*$/gm)]
          .map(([line]) => line.trim())
          .sort()
          .join("\n");
      if (patterns(o) !== patterns(n) && /\[[^\]]*=~|\[[^\]]*\|/.test(patterns(o) + patterns(n)))
        this.#tell({ path: at("<name>"), kind: "undecided", breaking: true, ...text(patterns(o), patterns(n)) });
    } else if (!openBefore && !openAfter) {
      const patterns = (v: Value): string =>
        [...shown(v).matchAll(/^\t*\[.*$/gm)]
          .map(([line]) => line.trim())
          .sort()
          .join("\n");
      if (patterns(o) !== patterns(n) && patterns(o) !== "")
        this.#tell({ path: at("<name>"), kind: "undecided", breaking: true, ...text(patterns(o), patterns(n)) });
    }
  }

  #fields(path: string, o: FieldEntry, n: FieldEntry, depth: number): void {
    // Who did not give it before has to give it now.
    if (!isNeeded(o) && isNeeded(n))
      this.#tell({ path, kind: "required", breaking: true, ...text(shown(o.value), shown(n.value)) });
    const absent = o.presence === "optional" && n.presence === "member" && n.value.hasDefault;
    if (absent) this.#tell({ path, kind: "default", breaking: true, ...text("(absent)", shown(n.value.default())) });
    this.values(path, o.value, n.value, depth + 1);
  }

  #lists(path: string, o: Value, n: Value, depth: number): void {
    const open = (v: Value): Value | undefined => {
      const both = v.unify(this.#compile("[_, ...]"));
      return both.isWrong ? undefined : both.elements()[0];
    };
    const fixed = (v: Value): boolean => v.elements().length > 0;
    if (fixed(o) || fixed(n) || !o.unify(this.#compile("[]")).isWrong !== !n.unify(this.#compile("[]")).isWrong) {
      if (!n.subsumes(o) || shown(o) !== shown(n))
        this.#tell({
          path,
          kind: n.subsumes(o) ? "undecided" : "narrowed",
          breaking: true,
          ...text(shown(o), shown(n)),
        });
      return;
    }
    const [a, b] = [open(o), open(n)];
    if (a !== undefined && b !== undefined) this.values(`${path}[]`, a, b, depth + 1);
    else if (shown(o) !== shown(n))
      this.#tell({ path, kind: "undecided", breaking: true, ...text(shown(o), shown(n)) });
  }

  /** What a field that is only allowed would be. */
  #probed(v: Value, name: string): Value | undefined {
    const both = v.unify(this.#compile(`{${JSON.stringify(name)}: _}`));
    return both.fields({ optional: true }).find((field) => field.name === name)?.value;
  }

  #tell(change: ConfigChange): void {
    if (!this.changes.some(({ path, kind }) => path === change.path && kind === change.kind)) this.changes.push(change);
  }
}

function fieldsOf(v: Value): Map<string, FieldEntry> {
  const fields = v.fields({ optional: true }).filter(({ isDefinition, isHidden }) => !isDefinition && !isHidden);
  return new Map(fields.map((field) => [field.selector, field]));
}

/** Whether a configuration without it is not complete. */
function isNeeded({ presence, value }: FieldEntry): boolean {
  if (presence === "optional") return false;
  if (presence === "required") return true;
  return needs(value, 0);
}

function needs(value: Value, depth: number): boolean {
  if (value.hasDefault || value.isConcrete || depth > MOST_DEPTH) {
    if (!isStruct(value) || value.hasDefault) return false;
  }
  if (isStruct(value))
    return [...fieldsOf(value).values()].some(
      (f) => f.presence === "required" || (f.presence === "member" && needs(f.value, depth + 1)),
    );
  return value.incompleteKind !== "list" || value.elements().some((inner) => needs(inner, depth + 1));
}

const isStruct = (v: Value): boolean => v.incompleteKind === "struct" && v.alternatives().length <= 1;
const isList = (v: Value): boolean => v.incompleteKind === "list" && v.alternatives().length <= 1;
const holdsStruct = (v: Value): boolean => /struct|list/.test(v.incompleteKind) || v.incompleteKind === "_";

function shown(v: Value): string {
  return v.toCue({ optional: true }).trim();
}

function text(before: string | undefined, after: string | undefined): Pick<ConfigChange, "before" | "after"> {
  const short = (value: string): string => value.replace(/\s+/g, " ");
  return {
    ...(before !== undefined && { before: short(before) }),
    ...(after !== undefined && { after: short(after) }),
  };
}
