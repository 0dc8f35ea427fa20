// SEC-7 for this room: modules with an unguessable value in every secret position, wrong in every way; nothing that is
// printed may show one, in any encoding.
import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryFiles, createContext } from "../cue/index.ts";
import { Redactor, reveal, Secret } from "../secrets/index.ts";
import { codeFrame, placeText } from "../source/index.ts";
import type { Diagnostic } from "../source/index.ts";
import { viewAt } from "./cue-view.ts";
import { diffValues } from "./diff.ts";
import { explain, inspectValues } from "./explain.ts";
import { schemaDefaults, secretPathTest, secretSlots } from "./from-cue.ts";
import { layerValues } from "./layers.ts";
import { toPlain } from "./plain.ts";
import { readInline, readValues } from "./read-values.ts";
import { opaqueValues, sealSecrets } from "./seal-secrets.ts";
import { literalSecrets, missingSecrets } from "./secret-rules.ts";
import { secretStatus } from "./secret-status.ts";
import { readSetFlag } from "./set-flag.ts";
import { validateValues } from "./validate-values.ts";
import { leavesOf } from "./value-tree.ts";
import { viewOf } from "./value-view.ts";
import { sourceTree } from "./source-tree.ts";
import { writeCue } from "./write-cue.ts";

const PRELUDE = `package main
import "strings"
_used: strings.MinRunes
#Secret: {$opm: "secret", $secretName!: string, $dataKey!: string, value!: string} | {$opm: "secret", $secretName!: string, $dataKey!: string, source!: string, path!: string, remoteKey!: string}
`;
const CONSTRAINTS = ["", " & {value?: strings.MinRunes(400)}", ' & {value?: =~"^sk_"}', ' & {value?: "fixed"}'];
const WRITE = ["struct", "bare", "number", "list", "extra", "mixed"] as const;
type Way = (typeof WRITE)[number];

interface Field {
  readonly name: string;
  readonly constraint: number;
  readonly way: Way;
  readonly locked: boolean;
  readonly overridden: boolean;
}

const canary = (() => {
  let n = 0;
  return () => `CANARY${(n++).toString(36)}"q<${Math.random().toString(36).slice(2)}é`;
})();

function given(way: Way, text: string): unknown {
  switch (way) {
    case "struct":
      return { value: text };
    case "bare":
      return text;
    case "number":
      return { value: [text] };
    case "list":
      return [text];
    case "extra":
      return { value: text, bogus: 1 };
    case "mixed":
      return { value: text, source: "k8s" };
  }
}

const field = fc.record<Field>({
  name: fc.constantFrom("pw", "token", "key", "cert"),
  constraint: fc.nat(CONSTRAINTS.length - 1),
  way: fc.constantFrom(...WRITE),
  locked: fc.boolean(),
  overridden: fc.boolean(),
});

function* printed(diagnostics: readonly Diagnostic[]): Iterable<string> {
  for (const d of diagnostics) {
    yield [d.message, d.path, d.hint, ...(d.notes ?? []), JSON.stringify(d.args ?? {})].join("\n");
    for (const place of d.places ?? []) {
      yield `${placeText(place)} ${place.label ?? ""}`;
      for (const line of codeFrame(place)) yield line.text;
    }
  }
}

test("no secret is printed, whatever goes wrong", () => {
  const encoder = new TextEncoder();
  fc.assert(
    fc.property(
      fc.uniqueArray(field, { selector: (f) => f.name, minLength: 1, maxLength: 4 }),
      fc.boolean(),
      (fields, nested) => {
        const declared = fields
          .map((f) => `${f.name}: #Secret${CONSTRAINTS[f.constraint]!} & {$secretName: "s", $dataKey: "${f.name}"}`)
          .join("\n");
        const module = `${PRELUDE}#config: {host: string, ${nested ? "db: " : ""}{\n${declared}\n}}\nvalues: #config\n`;
        const wrap = (data: unknown) =>
          JSON.stringify(nested ? { host: 1, db: data } : { host: 1, ...(data as object) });
        const of = (pick: (f: Field) => boolean) =>
          Object.fromEntries(fields.filter(pick).map((f) => [f.name, given(f.way, canary())]));
        const read = (name: string, tier: "author" | "platform" | "user", data: unknown) =>
          readValues({ name, text: wrap(data) }, { tier }).value!;

        const evaluate = (values: string) => {
          const files = new MemoryFiles([
            ["/w/m.cue", encoder.encode(module)],
            ["/w/values.cue", encoder.encode(values)],
          ]);
          const cue = createContext();
          const { instances } = cue.loadSync(["m.cue", "values.cue"], { files, cwd: "/w" });
          const root = cue.build(instances[0]!);
          return { root };
        };
        const first = evaluate("package main\n");
        const schema = viewAt(viewOf(first.root), ["#config"])!;
        const slots = secretSlots(schema);
        expect(slots).toHaveLength(fields.length);
        const secrets = slots.map((slot) => slot.path);
        const isSecret = secretPathTest(slots);
        const seal = (text: string, origin: string) => new Secret(text, origin);

        const prefix = nested ? "db." : "";
        const set = readSetFlag(
          { kind: "set", argument: `${prefix}${fields[0]!.name}.value=${canary()}` },
          { readText: () => null, readJson: readInline },
        );
        const defaults = schemaDefaults(schema, schema.places[0]!)!;
        const author = read(
          "values.json",
          "author",
          of(() => true),
        );
        const platform = [
          read(
            "platform.json",
            "platform",
            of((f) => f.locked),
          ),
        ];
        const user = [
          read(
            "u.json",
            "user",
            of((f) => f.overridden),
          ),
        ];
        const layered = layerValues({ defaults, author, platform, user, sets: [set.value!], secrets, seal });
        const tree = layered.value!;
        const opened = sourceTree(tree, { reveal: (o) => reveal(o as Secret) }).tree;
        const values = first.root.field("#config")!.meet(opened);
        const found = validateValues(values, { tree, schema, complete: true, secrets: slots });
        const statuses = secretStatus(slots, tree);

        const redactor = new Redactor();
        for (const opaque of opaqueValues(tree)) redactor.add(opaque as Secret);
        const structural = [
          JSON.stringify(toPlain(tree)),
          JSON.stringify(inspectValues(leavesOf(tree), isSecret).map((row) => ({ ...row, place: undefined }))),
          ...secrets.flatMap((path) => explain(tree, path, isSecret)?.steps.map((s) => s.value) ?? []),
          ...diffValues(sealSecrets(author, secrets, seal), tree, isSecret).flatMap((c) => [c.beforeText, c.afterText]),
          writeCue(tree).text,
          JSON.stringify(statuses.map((row) => ({ ...row, place: undefined }))),
        ];
        for (const text of structural) expect(text).not.toContain("CANARY");
        const all = [
          ...layered.diagnostics,
          ...found,
          ...missingSecrets(slots, statuses),
          ...literalSecrets(statuses, "warning"),
        ];
        for (const text of printed(all.map((d) => redactor.diagnostic(d)))) expect(text).not.toContain("CANARY");
      },
    ),
    { numRuns: 150 },
  );
});
