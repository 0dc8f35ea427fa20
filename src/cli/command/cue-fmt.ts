import { lstatSync, readFileSync, readdirSync } from "node:fs";
import { basename, join, normalize, relative, resolve } from "node:path";
import { writeWholeFile } from "../../host/node-write-file.ts";
import { errorsOfFaults } from "../../cue/index.ts";
import type { CueError } from "../../cue/index.ts";
import { loadInstances, parseFileType, parseSource } from "../../cue/load/index.ts";
import { format } from "../../cue/syntax/index.ts";
import { fileFault, nodeFiles } from "../../host/node-files.ts";
import { lateNodeRegistry } from "../../host/node-late-registry.ts";
import type { CommandContext } from "../command-spec.ts";
import { errorOf, failed, mistake, success } from "../cue/mistake.ts";
import type { Outcome } from "../cue/mistake.ts";
import { runCue } from "../cue/run.ts";
import type { CueRun } from "../cue/run.ts";
import { unifiedDiff } from "../cue/unified-diff.ts";

export function run(context: CommandContext): Promise<number> {
  return runCue("fmt", context, async (r) => {
    const files = r.flags.bool("files") ? filesBelow(r) : await filesOfPackages(r);
    if (!files.ok) return r.report(files.errors);
    let isChanged = false;
    for (const file of files.value) {
      const changed = formatOne(r, file);
      if (!changed.ok) return r.report(changed.errors);
      isChanged ||= changed.value;
    }
    if (isChanged && r.flags.bool("check")) r.fail();
  });
}

interface SourceOnDisk {
  /** Absolute, or "-". */
  readonly path: string;
  readonly version: string;
}

/** All CUE files of packages: tests, tools, and those that build attributes leave out. */
async function filesOfPackages({ context: { io }, args, cwd }: CueRun): Promise<Outcome<SourceOnDisk[]>> {
  const { instances } = await loadInstances(args, {
    files: nodeFiles,
    registry: lateNodeRegistry({ env: io.env }),
    cwd,
    tests: true,
    tools: true,
    allCueFiles: true,
    package: "*",
    ...(args.includes("-") ? { stdin: new Uint8Array() } : {}),
  });
  const out: SourceOnDisk[] = [];
  for (const i of instances) {
    // What cannot be imported can be formatted all the same.
    const faults = i.errors.filter((f) => f.reason.args["within"] !== "import");
    if (faults.length > 0) return failed(errorsOfFaults(faults));
    const given = i.displayPath === "command-line-arguments";
    for (const f of i.files) {
      if (given || f.path === "-" || f.path === join(i.dir, basename(f.path)))
        out.push({ path: f.path, version: i.moduleFile?.languageVersion ?? "" });
    }
  }
  return success(out);
}

/** All CUE files below the arguments. */
function filesBelow({ args, cwd }: CueRun): Outcome<SourceOnDisk[]> {
  if (args.some((a) => a.includes("..."))) return mistake('cannot use "..." in --files mode');
  const out: SourceOnDisk[] = [];
  for (const arg of args.length === 0 ? ["."] : args) {
    if (arg === "-") out.push({ path: "-", version: "" });
    else {
      const wrong = visit(resolve(cwd, arg), normalize(arg), true, out);
      if (wrong !== undefined) return mistake(wrong);
    }
  }
  return success(out);
}

/** Adds the files below a path; what is wrong with it, if something is. */
function visit(path: string, shown: string, isTop: boolean, out: SourceOnDisk[]): string | undefined {
  let entries: string[];
  try {
    const info = lstatSync(path);
    if (!info.isDirectory()) {
      if (!path.endsWith(".cue")) return undefined;
      const type = parseFileType(shown, "");
      if (typeof type === "string") return type;
      out.push({ path, version: "" });
      return undefined;
    }
    const name = basename(path);
    if (!isTop && (name === "cue.mod" || name.startsWith(".") || name.startsWith("_"))) return undefined;
    entries = readdirSync(path).sort();
  } catch (error) {
    return `lstat ${shown}: ${fileFault(error).text}`;
  }
  for (const e of entries) {
    const wrong = visit(join(path, e), join(shown, e), false, out);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** Whether the file was not formatted. */
function formatOne(r: CueRun, { path, version }: SourceOnDisk): Outcome<boolean> {
  const { io } = r.context;
  let content: Uint8Array;
  try {
    content = path === "-" ? io.stdin() : readFileSync(path);
  } catch (error) {
    return mistake(`open ${path}: ${fileFault(error).text}`);
  }
  const { syntax, faults } = parseSource(path, content, version);
  if (faults.length > 0) return failed(errorsOfFaults(faults));
  const text = format(syntax, { simplify: r.flags.bool("simplify") });
  const isDiff = r.flags.bool("diff");
  const isCheck = r.flags.bool("check");
  if (path === "-" && !isDiff && !isCheck) io.stdout(text);
  if (sameBytes(new TextEncoder().encode(text), content)) return success(false);
  const shown = path === "-" ? "-" : relative(r.cwd, path);
  if (isDiff) io.stdout(`${unifiedDiff(`${shown}.orig`, new TextDecoder().decode(content), shown, text)}\n`);
  else if (isCheck) io.stdout(`${shown}\n`);
  else if (path !== "-") {
    const wrong = write(path, text);
    if (wrong !== undefined) return failed(wrong);
  }
  return success(true);
}

function write(path: string, text: string): readonly CueError[] | undefined {
  try {
    writeWholeFile(path, text);
    return undefined;
  } catch (error) {
    return [errorOf(`open ${path}: ${fileFault(error).text}`, "file")];
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((x, i) => x === b[i]);
}
