// The user's own git, asked where a feature is about revisions.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The answer, or why there is none. */
type GitAnswer = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string };

export function git(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): GitAnswer {
  try {
    // A variable of the caller's (a hook's GIT_DIR) would name another repository than the folder.
    const { GIT_DIR: _, GIT_WORK_TREE: __, GIT_INDEX_FILE: ___, ...rest } = process.env;
    const text = execFileSync("git", [...args], {
      cwd,
      env: { ...rest, ...env, LC_ALL: "C" },
      encoding: "utf8",
      maxBuffer: 1 << 30,
      stdio: ["ignore", "pipe", "pipe"],
    });
    return { ok: true, text };
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string };
    if (code === "ENOENT") return { ok: false, why: "there is no git on the PATH" };
    const [line = "git fails"] = (stderr ?? "").trim().split("\n");
    return { ok: false, why: line.replace(/^fatal: /, "") };
  }
}

/** The top folder of the repository that a folder is in. */
export function gitTop(cwd: string): GitAnswer {
  const top = git(cwd, ["rev-parse", "--show-toplevel"]);
  return top.ok ? { ok: true, text: top.text.trimEnd() } : top;
}

/** The commit of a revision: a branch, a tag, `HEAD~2`. A word that looks like an option is none. */
export function gitCommit(top: string, revision: string): GitAnswer {
  const commit = git(top, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]);
  if (!commit.ok)
    return { ok: false, why: commit.why === "git fails" ? `git knows no revision ${revision}` : commit.why };
  return { ok: true, text: commit.text.trim() };
}

export function gitMergeBase(top: string, a: string, b: string): GitAnswer {
  const base = git(top, ["merge-base", a, b]);
  if (base.ok) return { ok: true, text: base.text.trim() };
  return { ok: false, why: base.why === "git fails" ? "the revisions have nothing in common" : base.why };
}

interface Checkout {
  /** Holds the files of the commit; the repository's own files, index and hooks are left alone. */
  readonly folder: string;
  remove(): void;
}

/** Writes the files of a commit to a temporary folder. */
export function gitCheckout(top: string, commit: string): Checkout | string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), "opm-revision-")));
  const remove = (): void => rmSync(made, { recursive: true, force: true });
  const folder = join(made, "files");
  mkdirSync(folder);
  const index = { GIT_INDEX_FILE: join(made, "index") };
  for (const args of [
    ["read-tree", commit],
    ["checkout-index", "--all", "--quiet", `--prefix=${folder}/`],
  ]) {
    const done = git(top, args, index);
    if (!done.ok) {
      remove();
      return done.why;
    }
  }
  return { folder, remove };
}

interface GitChange {
  /** Relative to the top. */
  readonly path: string;
  readonly change: "added" | "removed" | "changed";
}

/** Files that differ between a commit and the working tree, untracked ones included; or between two commits. */
export function gitChanges(top: string, from: string, to?: string): readonly GitChange[] | string {
  const range = to === undefined ? [from] : [from, to];
  const changed = git(top, ["diff", "--name-status", "-z", "--no-renames", ...range, "--"]);
  if (!changed.ok) return changed.why;
  const untracked = to === undefined ? git(top, ["ls-files", "--others", "--exclude-standard", "-z"]) : undefined;
  if (untracked?.ok === false) return untracked.why;
  const out = new Map<string, GitChange>();
  const words = changed.text.split("\0");
  for (let i = 0; i + 1 < words.length; i += 2) {
    const [status, path] = [words[i]!, words[i + 1]!];
    out.set(path, { path, change: status === "A" ? "added" : status === "D" ? "removed" : "changed" });
  }
  for (const path of untracked?.text.split("\0") ?? []) {
    if (path === "") continue;
    // Removed from the index, and still there: its content is another one.
    out.set(path, { path, change: out.has(path) ? "changed" : "added" });
  }
  return [...out.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}
