// Commands that write files, and how to tell whether a file is whole.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const launcher = resolve("dist/opm.cjs");

export interface WriteScene {
  readonly name: string;
  readonly words: readonly string[];
  /** Where it writes: a file, or a folder. */
  readonly target: string;
  /** Puts the old state there. */
  reset(): void;
}

export function runWhole(words: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(process.execPath, [launcher, ...words], { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`opm ${words.join(" ")}: ${stderr}`);
}

/** All files below a folder, or the file itself, by name. */
export function contentsOf(target: string): Map<string, string> {
  const out = new Map<string, string>();
  const visit = (path: string, name: string): void => {
    let entries: string[];
    try {
      entries = readdirSync(path);
    } catch {
      try {
        out.set(name, readFileSync(path, "utf8"));
      } catch {
        // it is not there yet
      }
      return;
    }
    for (const entry of entries) visit(join(path, entry), `${name}/${entry}`);
  };
  visit(target, "");
  return out;
}

const ugly = `package x\n\n${Array.from({ length: 400 }, (_, i) => `f${i}:   {a:1,b:   [1,2,  3]}`).join("\n")}\n`;
const template = `${"{% for i in range(end=2000) %}line {{ i }}\n{% endfor %}"}`;

/** In a folder of their own. The old state of each is what a run with other input wrote. */
export function writeScenes(folder: string): WriteScene[] {
  for (const name of ["fmt", "out", "tera"]) mkdirSync(join(folder, name), { recursive: true });
  const module = join(folder, "hello");
  cpSync(resolve("examples/hello"), module, { recursive: true });
  const source = join(folder, "fmt", "x.cue");
  const rendered = join(folder, "tera", "out.txt");
  writeFileSync(join(folder, "tera", "t.tera"), template);
  const manifests = join(folder, "out");
  const build = (greeting: string): string[] => [
    "mod",
    "build",
    module,
    "--out-dir",
    manifests,
    "--set",
    `greeting=${greeting}`,
  ];
  let turn = 0;
  return [
    {
      name: "cue fmt",
      words: ["cue", "fmt", source],
      target: source,
      reset: () => writeFileSync(source, ugly),
    },
    {
      name: "template render -o",
      words: ["template", "render", join(folder, "tera", "t.tera"), "-o", rendered],
      target: rendered,
      reset: () => writeFileSync(rendered, "old\n"),
    },
    {
      name: "cue export --outfile",
      words: ["cue", "export", source, "--outfile", join(folder, "fmt", "x.json"), "--force"],
      target: join(folder, "fmt", "x.json"),
      reset: () => writeFileSync(join(folder, "fmt", "x.json"), "{}\n"),
    },
    {
      name: "mod build --out-dir",
      get words() {
        return build(turn++ % 2 === 0 ? "one" : "two");
      },
      target: manifests,
      reset: () => undefined,
    },
  ];
}
