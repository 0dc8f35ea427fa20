// Times parsing and printing one file of 5 MB against `cue fmt`, in turns on the same machine.
//
//   node tool/run.mjs conformance/syntax-speed.ts [ROUNDS]
//
// The other tool is `cue` in the path, or what CUE names; without it only ours is timed. Both
// times are of whole processes: ours includes the start of Node and cold code.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { format, parseFile } from "../src/cue/syntax/index.ts";
import { SourceFile } from "../src/source/index.ts";

/** A file of the kind people write: definitions, chains, columns, comprehensions, comments. */
function sample(size: number): string {
  const parts = ['package big\n\nimport "strings"\n'];
  let length = 0;
  for (let i = 1; length < size; i++) {
    const part = `
// Component ${i} of the system.
#Component${i}: {
	name!: string & strings.MinRunes(1)
	labels: [string]: string
	labels: app: name // the name
	replicas: *${i % 7} | int & >=0 & <=100
	image: repository: "registry.example.com/app-${i}"
	image: tag:        *"v1.${i}.0" | string
	if replicas > 1 {
		strategy: {type: "RollingUpdate", maxSurge: "25%"}
	}
	ports: [for k, v in _ports${i} {name: k, port: v}, 80, 443]
	env: {
		HOST: "\\(name).svc"
		PORT: "\\(ports[0]+1*2)"
		...
	}
	resources?: limits?: cpu: string @opm(quantity)
}
_ports${i}: {http: 8080, metrics: 9090}
comp${i}: #Component${i} & {name: "comp-${i}", replicas: ${i % 5}}
`;
    parts.push(part);
    length += part.length;
  }
  return parts.join("");
}

/** Run as a child: prints the file. */
function printFile(path: string): void {
  const { file, errors } = parseFile(SourceFile.fromBytes(path, readFileSync(path)));
  if (errors.length > 0) throw new Error(errors[0]?.message);
  writeFileSync(1, format(file));
}

interface Run {
  readonly seconds: number;
  readonly output: string;
}

function time(command: string, args: readonly string[], input: string): Run | undefined {
  const start = performance.now();
  const { status, stdout } = spawnSync(command, args, { input, maxBuffer: 1 << 28, encoding: "utf8" });
  return status === 0 ? { seconds: (performance.now() - start) / 1000, output: stdout } : undefined;
}

function compare(rounds: number): void {
  const folder = mkdtempSync(join(tmpdir(), "syntax-speed-"));
  try {
    const path = join(folder, "big.cue");
    const text = sample(5_000_000);
    writeFileSync(path, text);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let i = 0; i < rounds; i++) {
      const a = time(process.execPath, [fileURLToPath(import.meta.url), "--print", path], "");
      const b = time(process.env["CUE"] ?? "cue", ["fmt", "-"], text);
      if (a !== undefined) ours.push(a.seconds);
      if (b !== undefined) theirs.push(b.seconds);
      if (a !== undefined && b !== undefined && a.output !== b.output) console.log("the outputs differ");
    }
    const best = (seconds: readonly number[]): string =>
      seconds.length > 0 ? `${Math.min(...seconds).toFixed(2)} s` : "not run";
    console.log(`${text.length} bytes, best of ${rounds}: ours ${best(ours)}, cue ${best(theirs)}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const [first, second] = process.argv.slice(2);
if (first === "--print") printFile(second as string);
else compare(Number(first ?? 5));
