// The examples of docs/guide/api.md: each prints what stands behind or below its lines.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
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
