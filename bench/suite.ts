import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeMatrixModule } from "./matrix-module.ts";
import { findGoOpm, findProgram } from "./peer.ts";
import type { Race, Runner } from "./race.ts";
import { shapes } from "./shape.ts";

export interface SuiteOptions {
  readonly root: string;
  /** A folder for generated inputs. */
  readonly scratch: string;
  readonly words: readonly string[];
  /** A program of another's shapes: `node FILE SHAPE N` prints one. */
  readonly generator?: string;
}

/** Ours, started as users start it. */
function ours({ root }: SuiteOptions, args: readonly string[], extra: Partial<Runner> = {}): Runner {
  return { name: `opm ${args.join(" ")}`, command: join(root, "opm"), args, ours: true, ...extra };
}

function peers(list: readonly (readonly [name: string, args: readonly string[], cwd?: string])[]): Runner[] {
  return list.flatMap(([name, args, cwd]) => {
    const command = name === "opm" ? findGoOpm() : findProgram(name);
    const shown = `${name === "opm" ? "opm (Go)" : name} ${args.join(" ")}`;
    return command === undefined ? [] : [{ name: shown, command, args, ...(cwd !== undefined && { cwd }) }];
  });
}

/** How long it takes to do nothing. The limits are promises of ours. */
export function startSuite(options: SuiteOptions): Race[] {
  const runners: Runner[] = [
    { name: "node -e 0", command: process.execPath, args: ["-e", "0"] },
    ours(options, ["--version"], { limit: 1.5 }),
    ours(options, ["mod", "build", "--help"], { limit: 2 }),
    ...peers([
      ["cue", ["version"]],
      ["helm", ["version"]],
      ["timoni", ["version"]],
      ["opm", ["version"]],
    ]),
  ];
  return [{ title: "start", runners }];
}

/** CUE programs: `cue` for all shapes, `cue SHAPE N…` for some sizes of one. */
export function cueSuite(options: SuiteOptions): Race[] {
  const [name, ...sizes] = options.words;
  const chosen = name === undefined ? [...shapes.keys()] : [name];
  return chosen.flatMap((shape) => {
    const known = shapes.get(shape);
    const list = sizes.length > 0 ? sizes.map(Number) : [known?.size ?? 100];
    return list.map((size): Race => {
      const { text, command } = generate(options, shape, size);
      const file = join(options.scratch, `${shape}-${size}.cue`);
      writeFileSync(file, text);
      const args = [...command, file];
      const mine = ours(options, ["cue", ...args], { name: `opm cue ${command.join(" ")}` });
      const theirs = peers([["cue", args]]).map((p) => ({ ...p, name: `cue ${command.join(" ")}` }));
      return { title: `${shape} ${size}`, runners: [...theirs, mine] };
    });
  });
}

function generate(
  { generator }: SuiteOptions,
  shape: string,
  size: number,
): { text: string; command: readonly string[] } {
  if (generator !== undefined) {
    const text = execFileSync(process.execPath, [generator, shape, String(size)], {
      encoding: "utf8",
      maxBuffer: 1 << 30,
    });
    const list = spawnSync(process.execPath, [generator], { encoding: "utf8" });
    const line = `${list.stdout}${list.stderr}`.split("\n").find((l) => l.startsWith(`${shape} `));
    return { text, command: line?.split(/\s+/).slice(2) ?? ["export"] };
  }
  const known = shapes.get(shape);
  if (known === undefined) throw new Error(`no shape ${shape}; there are ${[...shapes.keys()].join(", ")}`);
  return { text: known.generate(size), command: known.command };
}

/** A whole render: a small module with ours, the default chart with helm. */
export function renderSuite(options: SuiteOptions): Race[] {
  const module = join(options.root, "examples", "hello");
  const helm = findProgram("helm");
  if (helm !== undefined) spawnSync(helm, ["create", "chart"], { cwd: options.scratch });
  const runners = [
    ...(existsSync(module) ? [ours(options, ["mod", "build", module], { name: "opm mod build examples/hello" })] : []),
    ...peers([
      ["helm", ["template", "chart"], options.scratch],
      ["opm", ["mod", "build", module]],
    ]),
  ];
  return runners.length === 0 ? [] : [{ title: "render", runners }];
}

/** Many releases of one module in one process, beside `cue export` of the shape given by `--generator` (k8sx 1000). */
export function matrixSuite(options: SuiteOptions): Race[] {
  const sizes = options.words.length > 0 ? options.words.map(Number) : [50];
  const yardstick = (): Runner[] => {
    if (options.generator === undefined) return [];
    const file = join(options.scratch, "k8sx-1000.cue");
    writeFileSync(file, generate(options, "k8sx", 1000).text);
    return peers([["cue", ["export", file]]]).map((p) => ({ ...p, name: "cue export k8sx 1000" }));
  };
  return sizes.map((size): Race => {
    const folder = writeMatrixModule(options.scratch, size);
    const out = join(options.scratch, `out-${size}`);
    const args = ["release", "build", folder, "--all-environments", "--out-dir", out];
    return {
      title: `matrix ${size}`,
      runners: [...yardstick(), ours(options, args, { name: `opm release build, ${size} environments` })],
    };
  });
}

export const suites: ReadonlyMap<string, (options: SuiteOptions) => Race[]> = new Map([
  ["start", startSuite],
  ["cue", cueSuite],
  ["render", renderSuite],
  ["matrix", matrixSuite],
]);
