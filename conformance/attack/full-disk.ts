// A disk that is full: no file may grow (`ulimit -f 0`), and standard output is /dev/full. What was there before is there
// afterwards, nothing is left beside it, and the message says what is wrong.
//
//   node tool/run.mjs conformance/attack/full-disk.ts
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { contentsOf, launcher, runWhole, writeScenes } from "./write-scenes.ts";

export function fullDisk(): { runs: number; failures: string[] } {
  const failures: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), "opm-full-"));
  let runs = 0;
  try {
    for (const scene of writeScenes(folder)) {
      scene.reset();
      runWhole(scene.words, folder);
      scene.reset();
      const before = contentsOf(scene.target);
      const words = scene.words;
      // The signal that comes with the limit would end the program before it can say anything.
      const line = `trap '' XFSZ; ulimit -f 0; exec "$0" "$@" 2>&1 | cat`;
      const { stdout } = spawnSync("sh", ["-c", line, process.execPath, launcher, ...words], {
        cwd: folder,
        encoding: "utf8",
      });
      runs++;
      const after = contentsOf(scene.target);
      if (JSON.stringify([...before]) !== JSON.stringify([...after]))
        failures.push(`${scene.name}: the old state is gone`);
      if (!/error|cannot|too large/i.test(stdout))
        failures.push(`${scene.name}: nothing is said: ${stdout.slice(0, 200)}`);
      if (/internal error/.test(stdout)) failures.push(`${scene.name}: ${stdout.slice(0, 200)}`);
      const beside = statSync(scene.target).isDirectory() ? scene.target : dirname(scene.target);
      const left = readdirSync(beside).filter((name) => name.endsWith(".opm-part"));
      if (left.length > 0) failures.push(`${scene.name}: ${left.join(", ")} stayed behind`);
    }
    if (existsSync("/dev/full"))
      for (const words of [
        ["cue", "export", join(folder, "fmt", "x.cue")],
        ["mod", "build", join(folder, "hello")],
        ["template", "render", join(folder, "tera", "t.tera")],
        ["version"],
        ["mod", "build", "--help"],
      ]) {
        runs++;
        const { status, stderr } = spawnSync(
          "sh",
          ["-c", `exec "$0" "$@" >/dev/full`, process.execPath, launcher, ...words],
          {
            cwd: folder,
            encoding: "utf8",
          },
        );
        if (status === 0 || !/no space/.test(stderr) || /internal error/.test(stderr))
          failures.push(`${words.slice(0, 2).join(" ")} to a full device: exit ${status}, ${stderr.slice(0, 200)}`);
      }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { runs, failures };
}

if (process.argv[1]?.endsWith("full-disk.ts") === true) {
  const { runs, failures } = fullDisk();
  for (const failure of failures) console.error(failure);
  console.log(`${runs} runs on a full disk, ${failures.length} failures`);
  process.exit(failures.length === 0 ? 0 : 1);
}
