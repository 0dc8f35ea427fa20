// The program itself, as an operator calls it: a process of its own, with a kubeconfig and a folder.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

export interface Said {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

export interface Calling {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Builds itself where it is older than its sources. */
const program = resolve("opm");

export function opm(words: readonly string[], { cwd, env = {} }: Calling): Promise<Said> {
  const child = spawn(program, [...words], {
    cwd,
    env: { ...process.env, OPM_SNAPSHOT: "0", NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  return new Promise((done) => child.on("close", (code) => done({ exit: code ?? -1, out, err })));
}

/** A folder with these files. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "opm-case-"));
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return folder;
}
