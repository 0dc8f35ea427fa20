// Kills commands at any moment, by every signal: each file is the old one or a new one, whole; the next run succeeds and
// sweeps up; an interrupt ends within a second.
//
//   node tool/run.mjs conformance/attack/kill-loop.ts [--count 500] [--jobs 2] [--seed 1]
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Random } from "../random.ts";
import { contentsOf, launcher, runWhole, writeScenes } from "./write-scenes.ts";
import type { WriteScene } from "./write-scenes.ts";

const signals = ["SIGKILL", "SIGINT", "SIGTERM"] as const;

/** The states in which a target may be found: by name, the texts that a whole run leaves. */
function wholeStates(scene: WriteScene, folder: string): Map<string, Set<string>> {
  const states = new Map<string, Set<string>>();
  const note = (): void => {
    for (const [name, text] of contentsOf(scene.target)) states.set(name, (states.get(name) ?? new Set()).add(text));
  };
  scene.reset();
  note();
  for (let i = 0; i < 2; i++) {
    runWhole(scene.words, folder);
    note();
  }
  return states;
}

interface Killed {
  readonly wrong: string | undefined;
  /** It ended by the signal, and not before. */
  readonly hit: boolean;
}

function kill(scene: WriteScene, folder: string, states: Map<string, Set<string>>, random: Random): Promise<Killed> {
  const signal = signals[random.below(signals.length)]!;
  const after = random.below(700);
  scene.reset();
  return new Promise((done) => {
    const child = spawn(process.execPath, [launcher, ...scene.words], { cwd: folder, stdio: "ignore" });
    let sent = 0;
    const timer = setTimeout(() => {
      sent = Date.now();
      child.kill(signal);
    }, after);
    child.on("exit", (code, by) => {
      clearTimeout(timer);
      const late =
        sent > 0 && Date.now() - sent > 1000 ? `took ${Date.now() - sent} ms to end by ${signal}` : undefined;
      const other = by === null && code !== 0 && code !== 130 && code !== 143 ? `exit ${code}` : undefined;
      let half: string | undefined;
      for (const [name, text] of contentsOf(scene.target)) {
        if (name.endsWith(".opm-part")) continue;
        if (states.get(name)?.has(text) !== true) half = `${name} is not whole (${text.length} characters)`;
      }
      const wrong = half ?? other ?? late;
      done({
        wrong: wrong === undefined ? undefined : `${scene.name}, ${signal} after ${after} ms: ${wrong}`,
        hit: by !== null,
      });
    });
  });
}

/** Jobs have folders of their own: two runs at once are another test. */
export async function killLoop(count: number, jobs = 2, seed = 1): Promise<{ kills: number; failures: string[] }> {
  const failures: string[] = [];
  let kills = 0;
  const work = async (job: number): Promise<void> => {
    const folder = mkdtempSync(join(tmpdir(), "opm-kill-"));
    const random = new Random(seed * 1000 + job);
    try {
      const scenes = writeScenes(folder);
      const states = new Map<WriteScene, Map<string, Set<string>>>();
      for (const scene of scenes) states.set(scene, wholeStates(scene, folder));
      for (let i = 0; kills < count; i++) {
        const scene = scenes[i % scenes.length]!;
        const { wrong, hit } = await kill(scene, folder, states.get(scene)!, random);
        if (wrong !== undefined) failures.push(wrong);
        if (hit) kills++;
      }
      for (const scene of scenes) {
        scene.reset();
        runWhole(scene.words, folder);
        const left = [...contentsOf(scene.target).keys()].filter((name) => name.endsWith(".opm-part"));
        if (left.length > 0) failures.push(`${scene.name}: ${left.join(", ")} stayed behind`);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  await Promise.all(Array.from({ length: jobs }, (_, job) => work(job)));
  return { kills, failures };
}

if (process.argv[1]?.endsWith("kill-loop.ts") === true) {
  const value = (name: string, preset: number): number => {
    const at = process.argv.indexOf(name);
    return at < 0 ? preset : Number(process.argv[at + 1]);
  };
  const { kills, failures } = await killLoop(value("--count", 500), value("--jobs", 2), value("--seed", 1));
  for (const failure of failures) console.error(failure);
  console.log(`${kills} kills, ${failures.length} failures`);
  process.exit(failures.length === 0 ? 0 : 1);
}
