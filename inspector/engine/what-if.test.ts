// PAGE-5: whatever is tried out in the page, the command that one takes home prints the same bytes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { memoryIo } from "../../src/cli/memory-io.ts";
import type { FormField, Picture } from "../../src/picture/index.ts";
import { exampleProjects, startEngine } from "../../tool/example-projects.ts";
import { commandLine } from "../page/take-home.ts";
import type { Engine } from "./engine.ts";
import type { ProjectSet } from "./project.ts";

const root = join(import.meta.dirname, "../..");
const home = mkdtempSync(join(tmpdir(), "opm-what-if-"));
afterAll(() => rmSync(home, { recursive: true }));

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine(root);
});

/** A value that nobody has yet. */
function editOf({ path, kind, choices }: FormField, now: string | undefined): ProjectSet | undefined {
  if (kind === "number") return { kind: "set", argument: `${path}=${Number(now ?? 1) + 1}` };
  if (kind === "bool") return { kind: "set", argument: `${path}=${now !== "true"}` };
  if (kind === "string") return { kind: "set-string", argument: `${path}=edited.example.com` };
  if (kind !== "choice") return undefined;
  return { kind: "set-string", argument: `${path}=${choices!.find((one) => JSON.stringify(one) !== now)}` };
}

const isWrong = ({ diagnostics, releases }: Picture): boolean =>
  [...diagnostics, ...releases.flatMap((one) => one.diagnostics)].some(({ severity }) => severity === "error");

/** Releases beside a bundle have a command of their own. */
const shownBy = ({ releases, bundles: [bundle] }: Picture): string[] =>
  releases
    .filter(({ id }) => bundle === undefined || bundle.waves.flat().some(({ release }) => release === id))
    .map(({ objects }) => objects.map(({ yaml }) => yaml).join("---\n"));

async function printed(words: readonly string[]): Promise<string> {
  const io = memoryIo(root, { HOME: home });
  const { exit } = await main([...words], io, "0.0.0");
  expect(exit, io.err()).toBe(0);
  return io.out();
}

describe("an edit of every example", () => {
  for (const [name, project] of Object.entries(exampleProjects(root)))
    test(name, async () => {
      const open = (sets: readonly ProjectSet[]) =>
        engine.answer<"open">({ ask: "open", project: { ...project, sets } });
      const before = await open([]);
      expect(isWrong(before), JSON.stringify(before.diagnostics)).toBe(false);
      const values = before.formValues ?? before.releases[0]!.values;
      let changed = 0;
      for (const field of before.form) {
        const edit = editOf(field, values.find(({ path }) => path === field.path)?.steps[0]?.value);
        if (edit === undefined) continue;
        const after = await open([edit]);
        // Refused values are another test.
        if (isWrong(after) || shownBy(after).join() === shownBy(before).join()) continue;
        changed++;
        const [, ...words] = commandLine({ ...project, sets: [edit] }, after).split(" ");
        const environments = after.environments.filter(({ abstract }) => !abstract).map((one) => one.name);
        if (environments.length === 0) expect(await printed(words)).toBe(shownBy(after).join("---\n"));
        for (const [i, { id }] of after.releases.entries())
          if (environments.includes(id)) expect(await printed([...words, "-e", id])).toBe(shownBy(after)[i]);
        if (changed === 2) return;
      }
      expect(changed).toBeGreaterThan(0);
    });
});
