/**
 * The schema of module files by language version, checked by hand: the evaluator must not be
 * needed to find out which language a module speaks. Messages and places are those of cue's own
 * schema file, whose lines appear beside the user's.
 */
import type { SourceFile, SourcePosition } from "../../source/index.ts";
import { pathElement, showData } from "./module-data.ts";
import type { Data, DataField, DataStruct } from "./module-data.ts";
import { makeFault } from "./result.ts";
import type { Fault } from "./result.ts";
import { compareSemver } from "./semver.ts";

type ModuleSchema = "v0.8.0-alpha.0" | "v0.9.0-alpha.0" | "v0.17.0";

const versions: readonly ModuleSchema[] = ["v0.17.0", "v0.9.0-alpha.0", "v0.8.0-alpha.0"];

export function schemaFor(language: string): ModuleSchema | undefined {
  return versions.find((v) => compareSemver(v, language) <= 0);
}

const schemaFile = "cuelang.org/go/mod/modfile/schema.cue";

function line(l: number, column: number): SourcePosition {
  return { file: schemaFile, line: l, column };
}

/** What is wrong, or undefined. */
export function checkSchema(root: DataStruct, schema: ModuleSchema, source: SourceFile): Fault | undefined {
  const check = new SchemaCheck(source);
  for (const [name, field] of root.fields) {
    const path = [pathElement(name)];
    switch (name) {
      case "module":
        check.module(field.value, path);
        break;
      case "language":
        check.language(field.value);
        break;
      case "source":
        if (schema === "v0.8.0-alpha.0") {
          return makeFault(
            "module",
            "invalid module file: source field is not allowed at this language version; need at least v0.9.0-alpha.0",
          );
        }
        check.source(field.value, path);
        break;
      case "description":
        check.string(field.value, path, "string", [line(86, 17)]);
        break;
      case "deps": {
        const bad = check.deps(field.value, path, schema);
        if (bad !== undefined) return bad;
        break;
      }
      case "custom":
        check.custom(field.value, path);
        break;
      default:
        check.notAllowed(field, path);
    }
  }
  return check.first();
}

class SchemaCheck {
  readonly #source: SourceFile;
  readonly #faults: { fault: Fault; offset: number; late: boolean }[] = [];

  constructor(source: SourceFile) {
    this.#source = source;
  }

  /** All by place; what cue finds only when it decodes the value counts if nothing else is wrong. */
  first(): Fault | undefined {
    const early = this.#faults.filter((f) => !f.late);
    const counted = early.length > 0 ? early : this.#faults.slice(0, 1);
    const sorted = counted.sort((a, b) => a.offset - b.offset).map((f) => f.fault);
    return sorted.length < 2 ? sorted[0] : { ...sorted[0]!, also: sorted.slice(1) };
  }

  #add(
    message: string,
    path: readonly string[],
    offset: number,
    places: readonly SourcePosition[],
    late = false,
  ): void {
    this.#faults.push({ fault: makeFault("module", message, places, path), offset, late });
  }

  notAllowed(field: DataField, path: readonly string[]): void {
    this.#add("field not allowed", path, field.labelOffset, [this.#source.position(field.labelOffset)]);
  }

  #mismatch(d: Data, want: string, wantKind: string, path: readonly string[], places: readonly SourcePosition[]): void {
    const message = `conflicting values ${showData(d)} and ${want} (mismatched types ${d.kind} and ${wantKind})`;
    this.#add(message, path, d.offset, [this.#source.position(d.offset), ...places]);
  }

  string(d: Data, path: readonly string[], want: string, places: readonly SourcePosition[]): void {
    if (d.kind !== "string") this.#mismatch(d, want, "string", path, places);
  }

  #struct(d: Data, path: readonly string[], want: string, places: readonly SourcePosition[]): d is DataStruct {
    if (d.kind === "struct") return true;
    this.#mismatch(d, want, "struct", path, places);
    return false;
  }

  /** A value that fits no branch of a disjunction: a heading, then each branch's own mistake. */
  #disjunction(d: Data, path: readonly string[], branches: readonly Fault[]): void {
    this.#add(`${branches.length} errors in empty disjunction:`, path, d.offset, []);
    for (const b of branches) this.#add(b.message, path, d.offset, b.positions);
  }

  module(d: Data, path: readonly string[]): void {
    if (d.kind === "string") return;
    const here = this.#source.position(d.offset);
    this.#disjunction(d, path, [
      makeFault("module", `conflicting values ${showData(d)} and "" (mismatched types ${d.kind} and string)`, [
        here,
        line(72, 22),
      ]),
      makeFault("module", `conflicting values ${showData(d)} and string (mismatched types ${d.kind} and string)`, [
        here,
        line(72, 12),
        line(128, 12),
      ]),
    ]);
  }

  language(d: Data): void {
    if (d.kind !== "struct") return;
    for (const [name, field] of d.fields)
      if (name !== "version") this.notAllowed(field, ["language", pathElement(name)]);
  }

  source(d: Data, path: readonly string[]): void {
    if (!this.#struct(d, path, '{kind!:("self"|"git")}', [line(83, 12), line(152, 11)])) return;
    const kind = d.fields.get("kind")?.value;
    const kindPath = [...path, "kind"];
    if (kind === undefined) {
      const message =
        'internal error: cannot decode into modFile struct: cannot convert non-concrete value "self" | "git"';
      this.#add(message, kindPath, d.offset, [line(166, 3)], true);
    } else if (kind.kind !== "string" || (kind.text !== "self" && kind.text !== "git")) {
      const here = this.#source.position(kind.offset);
      const text = (want: string): string =>
        kind.kind === "string"
          ? `conflicting values ${want} and ${showData(kind)}`
          : `conflicting values ${want} and ${showData(kind)} (mismatched types string and ${kind.kind})`;
      this.#disjunction(kind, kindPath, [
        makeFault("module", text('"git"'), [here, line(83, 12), line(166, 19)]),
        makeFault("module", text('"self"'), [here, line(83, 12), line(166, 10)]),
      ]);
    }
    for (const [name, field] of d.fields) if (name !== "kind") this.notAllowed(field, [...path, pathElement(name)]);
  }

  custom(d: Data, path: readonly string[]): void {
    if (!this.#struct(d, path, '{[(#Module|"legacy")]:{[_]:_}}', [line(95, 12)])) return;
    for (const [name, field] of d.fields)
      this.#struct(field.value, [...path, pathElement(name)], "{[_]:_}", [line(95, 34)]);
  }

  /** Returns only what ends the check at once. */
  deps(d: Data, path: readonly string[], schema: ModuleSchema): Fault | undefined {
    if (!this.#struct(d, path, "{[#Module]:#Dep}", [line(89, 10)])) return undefined;
    for (const [name, field] of d.fields) {
      const depPath = [...path, pathElement(name)];
      if (!this.#struct(field.value, depPath, "#Dep", [line(89, 21), line(97, 9)])) continue;
      const dep = field.value;
      for (const [key, f] of dep.fields) {
        const keyPath = [...depPath, pathElement(key)];
        if (key === "v") this.#version(f.value, keyPath, schema);
        else if (key === "default") {
          if (f.value.kind !== "bool") this.#mismatch(f.value, "bool", "bool", keyPath, [line(89, 21), line(110, 14)]);
        } else if (key === "replaceWith") {
          if (schema !== "v0.17.0") {
            return makeFault(
              "module",
              "invalid module file: module replace is not allowed at this language version; need at least v0.17.0",
            );
          }
          this.string(f.value, keyPath, "string", [line(89, 21), line(122, 18)]);
        } else this.notAllowed(f, keyPath);
      }
      if (schema !== "v0.17.0" && !dep.fields.has("v")) {
        const message =
          "internal error: cannot decode into modFile struct: cannot convert non-concrete value _ & (#Semver | null)";
        this.#add(message, [...depPath, "v"], dep.offset, [line(103, 8)], true);
      }
    }
    return undefined;
  }

  #version(d: Data, path: readonly string[], schema: ModuleSchema): void {
    const here = this.#source.position(d.offset);
    if (d.kind === "null") {
      if (schema === "v0.17.0") return;
      const message = "internal error: cannot decode into modFile struct: cannot use value null (type null) as string";
      return this.#add(message, path, d.offset, [here], true);
    }
    if (d.kind === "string" && d.text !== "") return;
    const notNull = makeFault(
      "module",
      `conflicting values ${showData(d)} and null (mismatched types ${d.kind} and null)`,
      [here, line(89, 21), line(103, 18)],
    );
    if (d.kind === "string") {
      this.#disjunction(d, path, [
        notNull,
        makeFault("module", 'invalid value "" (out of bound =~".")', [line(131, 12), here, line(103, 8)]),
      ]);
      return;
    }
    const pattern = `conflicting values ${showData(d)} and =~"." (mismatched types ${d.kind} and string)`;
    this.#disjunction(d, path, [
      makeFault("module", pattern, [here, line(89, 21), line(103, 8), line(131, 12)]),
      notNull,
    ]);
  }
}
