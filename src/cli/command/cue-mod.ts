import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkModuleBasePath, splitVersion } from "../../cue/module/index.ts";
import { compareVersions, format, newestLanguage, parseFile, quoteString } from "../../cue/syntax/index.ts";
import { lateNodeRegistry } from "../../host/node-late-registry.ts";
import { nodeFiles } from "../../host/node-files.ts";
import { tidyModule } from "../../pipeline/index.ts";
import { SourceFile } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { mistake } from "../cue/mistake.ts";
import { moduleText, readModule } from "../cue/module-text.ts";
import type { ModuleData } from "../cue/module-text.ts";
import { runCue } from "../cue/run.ts";
import type { CueRun } from "../cue/run.ts";

/** `opm cue mod init | edit | rename | tidy`: a module's own file. */
export function run(context: CommandContext): Promise<number> {
  return runCue("mod", context, async (r) => {
    const [verb = "", ...args] = r.args;
    const act = VERBS[verb];
    if (act === undefined)
      return r.report(
        mistake(
          verb === ""
            ? "a command is expected: init, edit, rename, tidy"
            : `unknown command ${quoteString(verb)}: known are init, edit, rename, tidy`,
        ).errors,
      );
    const wrong = await act(r, args);
    if (wrong !== undefined) r.report(mistake(wrong).errors);
  });
}

/** Each answers with what is wrong. */
const VERBS: Readonly<
  Record<string, (r: CueRun, args: readonly string[]) => string | undefined | Promise<string | undefined>>
> = {
  init,
  edit,
  rename,
  tidy,
};

function init(r: CueRun, args: readonly string[]): string | undefined {
  if (args.length > 1) return "too many arguments";
  const module = args[0] ?? "cue.example";
  const wrong = pathProblem(module);
  if (wrong !== undefined) return wrong;
  if (existsSync(join(r.cwd, "cue.mod"))) return "cue.mod directory already exists";
  const asked = r.flags.string("language-version");
  const version = asked === "" || asked === "current" ? newestLanguage : asked;
  const source = r.flags.string("source");
  mkdirSync(join(r.cwd, "cue.mod"));
  writeFileSync(
    join(r.cwd, "cue.mod/module.cue"),
    moduleText({ module, language: version, ...(source !== "" && { source }), deps: new Map() }),
  );
  return undefined;
}

function pathProblem(module: string): string | undefined {
  const { path, version, found } = splitVersion(module);
  const isMajor = found && /^v\d+$/.test(version);
  const why = checkModuleBasePath(isMajor ? path : module);
  return why === undefined ? undefined : `malformed module path ${quoteString(module)}: ${why}`;
}

function moduleFileOf(cwd: string): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const path = join(folder, "cue.mod/module.cue");
    if (existsSync(path)) return path;
    if (dirname(folder) === folder) return undefined;
  }
}

function changed(r: CueRun, change: (data: ModuleData) => ModuleData | string): string | undefined {
  const path = moduleFileOf(r.cwd);
  if (path === undefined) return "no module: cannot find cue.mod/module.cue";
  const data = readModule(new SourceFile(path, readFileSync(path, "utf8")));
  if (typeof data === "string") return data;
  const why = checkModuleBasePath(data.module.replace(/@v\d+$/, ""));
  if (why !== undefined)
    return `invalid module file ${path}: module path ${quoteString(data.module)} is not valid: ${why}`;
  const next = change(data);
  if (typeof next === "string") return next;
  writeFileSync(path, moduleText(next));
  return undefined;
}

function edit(r: CueRun): string | undefined {
  const asked = r.flags.string("module");
  const wrong = asked === "" ? undefined : pathProblem(asked);
  if (wrong !== undefined) return `invalid argument ${quoteString(asked)} for "--module" flag: ${wrong}`;
  const kind = r.flags.string("source");
  if (kind !== "" && kind !== "git" && kind !== "self")
    return `invalid argument ${quoteString(kind)} for "--source" flag: unrecognized source kind ${quoteString(kind)}`;
  const asks = r.flags.string("language-version");
  if (asks !== "" && asks !== "current" && !/^v\d+\.\d+\.\d+/.test(asks))
    return `invalid argument ${quoteString(asks)} for "--language-version" flag: language version ${quoteString(asks)} is not canonical (must include major, minor and patch versions)`;
  if (asks.startsWith("v") && compareVersions(asks, newestLanguage) > 0)
    return `invalid argument ${quoteString(asks)} for "--language-version" flag: language version ${quoteString(asks)} may not be after current language version ${newestLanguage}`;
  for (const text of r.flags.array("drop-require")) {
    const why = pathProblem(text);
    if (why !== undefined) return `invalid argument ${quoteString(text)} for "--drop-require" flag: ${why}`;
  }
  return changed(r, (data) => {
    const deps = new Map(data.deps);
    for (const text of r.flags.array("require")) {
      const found = /^(.+)@(v(\d+)\.\d+\.\d+.*)$/.exec(text);
      if (found === null) return `invalid argument ${quoteString(text)} for "--require" flag: no version`;
      deps.set(`${found[1]}@v${found[3]}`, { ...deps.get(`${found[1]}@v${found[3]}`), v: found[2]! });
    }
    for (const text of r.flags.array("drop-require")) deps.delete(text);
    const version = r.flags.string("language-version");
    const language = version === "" ? data.language : version === "current" ? newestLanguage : version;
    const { source: _, ...rest } = data;
    const source = r.flags.bool("drop-source") ? "" : kind || (data.source ?? "");
    return { ...rest, module: asked || data.module, language, deps, ...(source !== "" && { source }) };
  });
}

/** Changes the name and the imports of the module's own packages. */
function rename(r: CueRun, [to = "", ...more]: readonly string[]): string | undefined {
  if (to === "" || more.length > 0) return "expected exactly one argument: the new module path";
  const wrong = pathProblem(to);
  if (wrong !== undefined) return wrong;
  let from = "";
  const failed = changed(r, (data) => {
    from = data.module;
    return { ...data, module: to };
  });
  if (failed !== undefined) return failed;
  const root = dirname(dirname(moduleFileOf(r.cwd)!));
  const old = from.replace(/@v\d+$/, "");
  const fresh = to.replace(/@v\d+$/, "");
  for (const path of cueFiles(root)) {
    const text = readFileSync(path, "utf8");
    const { file } = parseFile(new SourceFile(path, text), { mode: "imports" });
    let next = text;
    for (const decl of file.decls.toReversed())
      if (decl.kind === "ImportDecl")
        for (const { path: literal } of decl.specs.toReversed()) {
          const inner = literal.text.slice(1, -1);
          if (
            inner !== old &&
            !inner.startsWith(`${old}/`) &&
            !(inner.startsWith(`${old}@`) && !inner.includes("/", old.length)) &&
            !inner.startsWith(`${old}:`)
          )
            continue;
          const moved = `${fresh}${inner.slice(old.length)}`.replace(/([^/:@]+):\1$/, "$1");
          next = `${next.slice(0, literal.pos)}"${moved}"${next.slice(literal.end)}`;
        }
    if (next !== text) writeFileSync(path, format(parseFile(new SourceFile(path, next)).file));
  }
  return undefined;
}

function importsOf(path: string): string[] {
  const { file } = parseFile(new SourceFile(path, readFileSync(path, "utf8")), { mode: "imports" });
  return file.decls.flatMap((decl) =>
    decl.kind === "ImportDecl" ? decl.specs.map((spec) => spec.path.text.slice(1, -1)) : [],
  );
}

function cueFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return /^[._]|^cue\.mod$/.test(entry.name) ? [] : cueFiles(join(folder, entry.name));
    return entry.name.endsWith(".cue") ? [join(folder, entry.name)] : [];
  });
}

async function tidy(r: CueRun): Promise<string | undefined> {
  const path = moduleFileOf(r.cwd);
  if (path === undefined) return "no module: cannot find cue.mod/module.cue";
  const root = dirname(dirname(path));
  const malformed = cueFiles(root)
    .flatMap(importsOf)
    .find((name) => /@[^:/]*\//.test(name));
  if (malformed !== undefined)
    return `failed to resolve "${malformed}": malformed import path "${malformed}": import paths can only contain a major version specifier`;
  const { value, diagnostics } = await tidyModule(nodeFiles, root, lateNodeRegistry({ env: r.context.io.env }));
  if (value === undefined) return diagnostics.map(({ message }) => message).join("\n");
  // Comments and other layouts do not stay, whatever the dependencies are.
  const text = readFileSync(path, "utf8");
  const data = readModule(new SourceFile(path, value.changed ? value.text : text));
  const laidOut = typeof data === "string" ? value.text : moduleText(data);
  if (laidOut === text || (r.flags.bool("check") && !value.changed)) return undefined;
  if (r.flags.bool("check")) return "module is not tidy, use 'cue mod tidy'";
  writeFileSync(path, laidOut);
  return undefined;
}
