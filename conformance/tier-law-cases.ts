// The laws of value tiers, tried on random modules and tiers:
//
// 1. adding a reference or a comment to a file changes nothing;
// 2. a literal and an expression of equal value give equal results, and so do CUE, YAML and JSON of one content;
// 3. `values check`, `values validate`, `mod vet` and `mod build` agree on every input;
// 4. what a later file takes away is as if no file below had said it;
// 5. no tier but the lowest is credited with a default, and computed defaults follow the effective values.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { MemoryFiles, noRegistry } from "../src/cue/load/index.ts";
import { nodeFiles } from "../src/host/node-files.ts";
import { CatalogRegistry, PackageCache, checkValues, render } from "../src/pipeline/index.ts";
import type { CatalogIndex, PipelineHost, RenderRequest } from "../src/pipeline/index.ts";
import { hasErrors } from "../src/source/index.ts";
import type { SourceText } from "../src/source/index.ts";
import { leavesOf, pathText, toPlain } from "../src/values/index.ts";

type Json = string | number | boolean | Json[] | { [name: string]: Json };

interface Case {
  /** Fields of `#config` with their types and defaults, as CUE. */
  readonly fields: Readonly<Record<string, string>>;
  readonly author: Readonly<Record<string, Json>>;
  readonly user: Readonly<Record<string, Json>>;
  readonly set: Readonly<Record<string, string>>;
}

const NAMES = ["alpha", "beta", "gamma", "delta", "host"] as const;
const word = fc.constantFrom("a", "b-1", "x y", "é", "true", "10");
const TYPES = [
  { type: "string", value: word },
  { type: '*"d" | string', value: word },
  { type: "int", value: fc.integer({ min: -3, max: 99 }) },
  { type: "*7 | int & <50", value: fc.integer({ min: 0, max: 60 }) },
  { type: "*true | bool", value: fc.boolean() },
  { type: '{a: *"in" | string, b?: int}', value: fc.record({ a: word, b: fc.nat(9) }, { requiredKeys: [] }) },
  { type: "[...string]", value: fc.array(word, { maxLength: 3 }) },
  { type: '*["l"] | [...string]', value: fc.array(word, { maxLength: 3 }) },
  { type: "{[string]: int}", value: fc.dictionary(fc.constantFrom("k", "k-2"), fc.nat(9), { maxKeys: 2 }) },
] as const;

const oneField = fc.constantFrom(...TYPES).chain(({ type, value }) => {
  const any = value as fc.Arbitrary<Json>;
  // Now and then something that the schema refuses.
  const given = fc.oneof({ weight: 9, arbitrary: any }, { weight: 1, arbitrary: fc.constantFrom<Json>("odd", 5) });
  const maybe = fc.option(given, { nil: undefined });
  return fc.record({ type: fc.constant(type), presence: fc.constantFrom("", "", "?"), author: maybe, user: maybe });
});

const tierCase: fc.Arbitrary<Case> = fc
  .record({
    fields: fc.array(oneField, { minLength: 1, maxLength: NAMES.length - 1 }),
    host: fc.option(word, { nil: undefined }),
    set: fc.option(word, { nil: undefined }),
  })
  .map(({ fields, host, set }): Case => {
    const schema: Record<string, string> = {};
    const author: Record<string, Json> = {};
    const user: Record<string, Json> = {};
    fields.forEach((f, i) => {
      const name = NAMES[i]!;
      schema[`${name}${f.presence}`] = f.type;
      if (f.author !== undefined) author[name] = f.author;
      if (f.user !== undefined) user[name] = f.user;
    });
    schema["host"] = '*"h" | string';
    schema["url"] = '*"https://\\(host)/" | string';
    if (host !== undefined) author["host"] = host;
    return { fields: schema, author, user, set: set === undefined ? {} : { host: set } };
  });

const MODULE = `module: "example.com/law@v0"
language: version: "v0.15.0"
deps: "opmodel.dev/core@v0": v: "v0.1.31"
`;

const moduleText = ({ fields }: Case): string => `package main

import "opmodel.dev/core@v0"

core.#Module

metadata: {apiVersion: "example.com/law@v0", name: "law", version: "0.1.0"}
#config: {
${Object.entries(fields)
  .map(([name, type]) => `\t${name}: ${type}`)
  .join("\n")}
}
values: #config
#components: {}
`;

const cue = (value: Json): string => JSON.stringify(value);

/** The same value, computed. */
function expression(value: Json): string {
  if (typeof value === "string") return `"\\("${value}")"`;
  if (typeof value === "number") return `(${value - 1}) + 1`;
  if (typeof value === "boolean") return `!${!value}`;
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[for x in ${cue(value)} {x}]`;
  return `{for k, v in ${cue(value)} {(k): v}}`;
}

const fieldsOf = (values: Readonly<Record<string, Json>>, write = cue): string =>
  Object.entries(values)
    .map(([name, value]) => `\t${name}: ${write(value)}\n`)
    .join("");

interface Result {
  readonly data: unknown;
  readonly tiers: unknown;
  readonly ok: boolean;
  readonly valid: boolean;
  readonly checked: boolean;
  readonly messages: readonly string[];
}

/** Runs cases over one catalog. */
export class TierLaws {
  readonly #packages = new PackageCache();
  readonly #catalog: CatalogRegistry;

  constructor() {
    const index = JSON.parse(readFileSync("catalog/catalog.json", "utf8")) as CatalogIndex;
    this.#catalog = new CatalogRegistry({ ...index, hash: "laws" }, nodeFiles, `${process.cwd()}/catalog`);
  }

  async #run(one: Case, author: string, files: readonly SourceText[]): Promise<Result> {
    const host: PipelineHost = {
      files: new MemoryFiles([
        ["/m/cue.mod/module.cue", MODULE],
        ["/m/module.cue", moduleText(one)],
        ["/m/values.cue", author],
      ]),
      env: {},
      catalog: this.#catalog,
      registry: () => noRegistry,
      clock: () => 0,
      packages: this.#packages,
    };
    const sets = Object.entries(one.set).map(([name, text]) => ({
      kind: "set-string" as const,
      argument: `${name}=${text}`,
    }));
    const request: RenderRequest = { path: "/m", values: { files, sets } };
    const result = await render(host, request, "release");
    const { values, module } = result;
    const wrong = (complete: boolean): boolean =>
      values === undefined || hasErrors(checkValues(module!, values, { complete }));
    return {
      data: values && toPlain(values.tree),
      tiers: values && [...leavesOf(values.tree)].map(({ path, node }) => `${pathText(path)} ${node.origin.tier}`),
      ok: !hasErrors(result.diagnostics),
      valid: !wrong(true),
      checked: !wrong(false),
      messages: result.diagnostics.map((d) => d.message),
    };
  }

  async check(one: Case): Promise<void> {
    const author = `package main\n\nvalues: {\n${fieldsOf(one.author)}}\n`;
    const user = [{ name: "/m/u.cue", text: fieldsOf(one.user) }];
    const plain = await this.#run(one, author, user);
    // 1
    const [first] = Object.entries(one.author);
    const other = Object.fromEntries(Object.entries(one.author).slice(1));
    const referring =
      first === undefined
        ? `${author}_unused: "x"\n`
        : `package main\n\n_ref: ${cue(first[1])}\nvalues: {\n\t${first[0]}: _ref\n${fieldsOf(other)}}\n`;
    same("a reference", plain, await this.#run(one, referring, user));
    const commented = author.replace("values: {\n", "// why\nvalues: #config & {\n\t// because\n");
    same("a comment and the schema", plain, await this.#run(one, commented, user));
    // 2
    const computed = [{ name: "/m/u.cue", text: fieldsOf(one.user, expression) }];
    same("an expression", plain, await this.#run(one, author, computed));
    same("JSON", plain, await this.#run(one, author, [{ name: "/m/u.json", text: JSON.stringify(one.user) }]));
    // 3
    if (plain.ok !== plain.valid) throw new Error(`build ${plain.ok}, validate ${plain.valid}: ${plain.messages[0]}`);
    if (plain.valid && !plain.checked) throw new Error("validate passes what check refuses");
    // 4
    const names = Object.keys(one.user);
    if (names.length > 0) {
      const unset = { name: "/m/z.yaml", text: names.map((name) => `${name}: !unset\n`).join("") };
      const rest = Object.fromEntries(Object.entries(one.author).filter(([name]) => !names.includes(name)));
      const without = await this.#run(one, `package main\n\nvalues: {\n${fieldsOf(rest)}}\n`, []);
      same("what is taken away", without, await this.#run(one, author, [...user, unset]));
    }
    // 5
    const data = plain.data as { host?: string; url?: string } | undefined;
    if (data !== undefined && data.url !== `https://${data.host}/`) throw new Error(`url ${data.url} of ${data.host}`);
    const given = new Set(["host", ...Object.keys(one.author), ...names].map((name) => name));
    for (const line of (plain.tiers ?? []) as string[]) {
      const [path, tier] = line.split(" ") as [string, string];
      if (tier !== "default" && !given.has(path.split(/[.[]/)[0]!)) throw new Error(`${path} is credited to ${tier}`);
    }
  }
}

function same(what: string, a: Result, b: Result): void {
  const [left, right] = [a, b].map(({ data, tiers, ok }) => JSON.stringify(ok ? { data, tiers, ok } : { ok }));
  if (left !== right) throw new Error(`${what} changes the result:\n  ${left}\n  ${right}\n  ${b.messages.join("; ")}`);
}

/** Throws with the smallest case that breaks a law. */
export async function runTierLaws(cases: number, seed: number): Promise<void> {
  const laws = new TierLaws();
  await fc.assert(
    fc.asyncProperty(tierCase, (one) => laws.check(one)),
    { numRuns: cases, seed, endOnFailure: false },
  );
}
