// The examples of docs/guide/api.md: each prints what stands behind or below its lines.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect, promisify } from "node:util";
import { expect, test } from "vitest";
import * as api from "../index.ts";

const page = readFileSync(join(import.meta.dirname, "../../../docs/guide/api.md"), "utf8");
const examples = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map((m) => m[1] as string);

const AsyncFunction = (async () => {}).constructor as new (...args: string[]) => (...args: unknown[]) => Promise<void>;

test("the guide has examples", () => expect(examples.length).toBeGreaterThan(4));

test.each(examples)("example %#", async (text) => {
  const want = text.split("\n").flatMap((line) => {
    const behind = /console\.log\(.*\); \/\/ (.*)$/.exec(line)?.[1];
    return behind ?? /^\/\/ (.*)$/.exec(line)?.[1] ?? [];
  });
  const printed: string[] = [];
  const log = (...args: unknown[]): void =>
    void printed.push(args.map((a) => (typeof a === "string" ? a : inspect(a))).join(" "));
  const body = text.replace(/^import \{(.*)\} from "opmodel\/cue";$/m, "const {$1} = api;");
  await new AsyncFunction("api", "console", body)(api, { log });
  expect(printed).toEqual(want);
});

test("the examples compile, strictly", async () => {
  const root = join(import.meta.dirname, "../../..");
  const folder = mkdtempSync(join(tmpdir(), "opm-guide-"));
  try {
    for (const [i, text] of examples.entries()) writeFileSync(join(folder, `${i}.ts`), `${text}\nexport {};\n`);
    const compilerOptions = {
      noEmit: true,
      typeRoots: [join(root, "node_modules/@types")],
      paths: { "opmodel/cue": [join(root, "src/cue/index.ts")] },
    };
    const project = { extends: join(root, "tsconfig.json"), compilerOptions, include: ["*.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(project));
    const tsc = join(root, "node_modules/.bin/tsc");
    const failed = await promisify(execFile)(tsc, ["-p", folder]).then(
      () => "",
      (error: { stdout?: string }) => error.stdout ?? String(error),
    );
    expect(failed).toBe("");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
