// Protocol buffers as CUE: one file beside each, or where their packages belong.
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import type { CueError } from "../../cue/index.ts";
import { ProtoExtractor } from "../../cue/schema/index.ts";
import type { ProtoFailure } from "../../cue/schema/index.ts";
import { format, parseFile } from "../../cue/syntax/index.ts";
import type { File } from "../../cue/syntax/index.ts";
import { SourceFile } from "../../source/index.ts";
import { failed, mistake, success } from "./mistake.ts";
import type { Outcome } from "./mistake.ts";
import type { CueRun } from "./run.ts";
import { schemaErrors } from "./schema-file.ts";

/** One file, as it is. */
export function protoFile(r: CueRun, path: string): Outcome<File> {
  const made = extractor(r).add(path);
  return "file" in made ? success(made.file) : failed(errorsOf(made));
}

/** Files with those that they import, by the place of each one's package. */
export function protoPackages(r: CueRun, paths: readonly string[]): Outcome<{ path: string; file: File }[]> {
  const home = moduleRoot(r.cwd);
  const root = home ?? r.cwd;
  const module = home === undefined ? "" : moduleName(home);
  const all = extractor(r, { home });
  for (const path of paths) {
    const made = all.add(path);
    if (!("file" in made)) return failed(errorsOf(made));
  }
  const out: { path: string; file: File }[] = [];
  for (const proto of all.all()) {
    if (proto.importPath === "")
      return mistake(`no package clause for proto package ${JSON.stringify(proto.path)} in file ${proto.path}`);
    const isOwn = proto.path.startsWith(root) && proto.importPath.startsWith(module);
    if (proto.importPath.split("/").includes(".."))
      return mistake(`no import path: ${JSON.stringify(proto.importPath)}`);
    const folder = isOwn ? dirname(proto.path) : join(root, "cue.mod/gen", proto.importPath);
    out.push({ path: join(folder, `${basename(proto.path, ".proto")}_proto_gen.cue`), file: readAgain(proto.file) });
  }
  return success(out.toSorted((a, b) => (a.path < b.path ? -1 : 1)));
}

/** As a file that was read: cue prints it twice, and the second time keeps what the first one did. */
const readAgain = (file: File): File => parseFile(new SourceFile("", format(file))).file;

/** Imports are looked for in the module only where packages are made; so does the flag for enums count. */
function extractor(r: CueRun, packages?: { readonly home: string | undefined }): ProtoExtractor {
  const given = r.flags.array("proto_path").map((folder) => (isAbsolute(folder) ? folder : resolve(r.cwd, folder)));
  return new ProtoExtractor({
    packageName: r.flags.string("package"),
    enumMode: packages === undefined ? "" : r.flags.string("proto_enum") || "int",
    folders: packages?.home === undefined ? given : [packages.home, ...given],
    read: (path) => (existsSync(path) ? readFileSync(path, "utf8") : undefined),
  });
}

function errorsOf(failure: ProtoFailure): CueError[] {
  const text = existsSync(failure.path) ? readFileSync(failure.path, "utf8") : "";
  return schemaErrors([failure], new SourceFile(failure.path, text));
}

function moduleRoot(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "cue.mod"))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

function moduleName(root: string): string {
  const path = join(root, "cue.mod/module.cue");
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  return /^module:\s*"([^"@]*)/m.exec(text)?.[1] ?? "";
}
