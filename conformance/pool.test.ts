import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runTasks } from "./pool.ts";

// A worker that speaks the protocol of serveTasks, and does what its task says.
const worker = `
import { createInterface } from "node:readline";
import { writeSync } from "node:fs";
const send = (m) => writeSync(1, JSON.stringify(m) + "\\n");
send({ ready: true });
for await (const line of createInterface({ input: process.stdin })) {
  const task = JSON.parse(line);
  send({ part: "first " + task });
  if (task === "forever") for (;;);
  if (task === "hungry") for (const all = []; ; ) all.push(new Array(1e5).fill({}));
  if (task === "dead") process.exit(3);
  send({ part: "second " + task });
  send({ done: true });
}
`;

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "opm-pool-"));
  writeFileSync(join(folder, "worker.mjs"), worker);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a task that never ends, eats all memory or kills its process hides no other, and keeps what it had", async () => {
  const tasks = ["good", "forever", "good", "hungry", "dead", "good"];
  const seen = new Map<number, unknown>();
  const limits = { seconds: 3, megabytes: 64 };
  await runTasks<string>(
    "x",
    tasks,
    2,
    limits,
    (i, parts, ending) => seen.set(i, [ending, parts.length]),
    join(folder, "worker.mjs"),
  );
  expect([...seen].sort(([a], [b]) => a - b).map(([, v]) => v)).toEqual([
    ["done", 2],
    ["timeout", 1],
    ["done", 2],
    ["memory", 1],
    ["died", 1],
    ["done", 2],
  ]);
});
