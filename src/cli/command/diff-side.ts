// One side of `opm diff`: releases that are ready to be rendered, as they are now, or as they were in a revision.
import { isAbsolute, join, relative, resolve } from "node:path";
import { DELIVERY_CODE } from "../../delivery/index.ts";
import { gitCheckout, gitCommit, gitMergeBase, gitTop } from "../../host/node-git.ts";
import { nodeFiles } from "../../host/node-files.ts";
import type { Files } from "../../cue/load/index.ts";
import { tell, advise } from "../../source/index.ts";
import type { Diagnostic, Outcome } from "../../source/index.ts";
import type { CommandContext, Given } from "../command-spec.ts";
import { commandReleases } from "../session/open-command.ts";
import type { CommandReleases } from "../session/open-command.ts";

export interface SideRequest {
  /** How messages call it: `main`, `old/`, `staging`. */
  readonly name: string;
  /** Folder or reference, then names of releases. */
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  /** Git's name of a commit; undefined: the files as they are. */
  readonly commit?: string;
  /** Instead of those on disk. */
  readonly files?: Files;
}

export interface Side extends CommandReleases {
  readonly name: string;
  /** The one name of a file on both sides. */
  fileName(name: string): string;
  close(): void;
}

/** The two commits of `--against`: `main`, `v1..v2`, `main...` (since the branch left main); the second may be absent. */
export function revisions(
  cwd: string,
  against: string,
  flag = "--against",
): Outcome<{ top: string; from: string; to?: string }> {
  const wrong = (message: string): Outcome<never> => ({
    diagnostics: [
      {
        ...tell(DELIVERY_CODE.git, "{flag} {against}: {problem}", { flag, against, problem: message }),
        severity: "error",
        hint: advise(
          DELIVERY_CODE.git,
          "give a revision of the git repository (main, HEAD~1), two (v1..v2), or main... for what the branch changed since it left main",
        ),
      },
    ],
  });
  const top = gitTop(cwd);
  if (!top.ok) return wrong(top.why);
  const [, first = "", dots, second = ""] = /^(.*?)(?:(\.\.\.?)(.*))?$/.exec(against) ?? [];
  const from = gitCommit(top.text, first === "" ? "HEAD" : first);
  if (!from.ok) return wrong(from.why);
  const to = dots === undefined || second === "" ? undefined : gitCommit(top.text, second);
  if (to?.ok === false) return wrong(to.why);
  const end = to === undefined ? {} : { to: to.text };
  if (dots !== "...") return { value: { top: top.text, from: from.text, ...end }, diagnostics: [] };
  const base = gitMergeBase(top.text, from.text, to?.text ?? "HEAD");
  if (!base.ok) return wrong(base.why);
  return { value: { top: top.text, from: base.text, ...end }, diagnostics: [] };
}

export async function openSide(
  context: CommandContext,
  request: SideRequest,
  top: string | undefined,
  report: (found: readonly Diagnostic[]) => void,
): Promise<Side | undefined> {
  const { io } = context;
  const own: CommandContext = {
    ...context,
    args: request.args,
    options: request.options,
    report,
    ...(request.files && { io: { ...io, files: request.files } }),
  };
  if (request.commit === undefined || top === undefined)
    return { ...(await commandReleases(own)), name: request.name, fileName: (name) => name, close: () => {} };
  const checkout = gitCheckout(top, request.commit);
  if (typeof checkout === "string") {
    context.report([
      { ...tell(DELIVERY_CODE.git, "{request}: {checkout}", { request: request.name, checkout }), severity: "error" },
    ]);
    return undefined;
  }
  const { folder, remove } = checkout;
  try {
    const moved = (path: string): string => {
      const inner = relative(top, resolve(io.cwd, path));
      return inner === ".." || inner.startsWith("../") || isAbsolute(inner) ? path : join(folder, inner);
    };
    const cwd = moved(".");
    const session = await commandReleases({
      ...own,
      io: { ...io, cwd, files: movedFiles(moved), env: movedEnvironment(io.env, moved) },
      args: request.args.map((arg, i) => (i === 0 ? moved(arg) : arg)),
      options: movedOptions(request.options, moved),
    });
    const fileName = (name: string): string =>
      name === folder || name.startsWith(`${folder}/`) ? top + name.slice(folder.length) : name;
    return { ...session, name: request.name, fileName, close: remove };
  } catch (error) {
    remove();
    throw error;
  }
}

// Settings may name files of the repository by their absolute paths: they too are those of the revision.
function movedFiles(moved: (path: string) => string): Files {
  const at = (path: string): string => (isAbsolute(path) ? moved(path) : path);
  return {
    readFile: (path) => nodeFiles.readFile(at(path)),
    readFolder: (path) => nodeFiles.readFolder(at(path)),
    stat: (path) => nodeFiles.stat(at(path)),
    outside: (path, root) => nodeFiles.outside?.(at(path), at(root)),
  };
}

function movedEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  moved: (path: string) => string,
): Readonly<Record<string, string | undefined>> {
  const out = { ...env };
  for (const name of ["OPM_PLATFORM", "OPM_CONFIG"]) if (out[name]) out[name] = moved(out[name]);
  return out;
}

function movedOptions(
  options: Readonly<Record<string, unknown>>,
  moved: (path: string) => string,
): Readonly<Record<string, unknown>> {
  const one = (value: unknown): unknown => (typeof value === "string" && value !== "-" ? moved(value) : value);
  const sets = (options["sets"] ?? []) as readonly Given[];
  return {
    ...options,
    ...(options["platform"] !== undefined && { platform: one(options["platform"]) }),
    ...(options["config"] !== undefined && { config: one(options["config"]) }),
    ...(Array.isArray(options["values"]) && { values: options["values"].map(one) }),
    ...(options["vars"] !== undefined && { vars: one(options["vars"]) }),
    sets: sets.map((given): Given => {
      const at = given.value.indexOf("=");
      if (given.option !== "set-file" || at < 0) return given;
      return { ...given, value: `${given.value.slice(0, at + 1)}${moved(given.value.slice(at + 1))}` };
    }),
  };
}
