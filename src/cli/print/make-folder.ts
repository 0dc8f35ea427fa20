// Folders for output. They are looked at before anything is rendered: a long run must not end in what could have been
// said at once.
import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { commandLineCode, tell, advise } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { exitCode } from "../exit-code.ts";

export interface FolderProblem {
  readonly diagnostic: Diagnostic;
  readonly exit: number;
}

/** Whether the folder, or the one that it would be made in, can be written to. */
export function checkFolder(folder: string): FolderProblem | undefined {
  try {
    let at = folder;
    while (!isFolder(at)) at = dirname(at);
    accessSync(at, constants.W_OK);
    return undefined;
  } catch (error) {
    return folderProblem(folder, error);
  }
}

/** Makes the folder and those above it. */
export function makeFolder(folder: string): FolderProblem | undefined {
  try {
    // Level by level: Node's own `recursive` never ends where the system says of every name that it is not there.
    const missing: string[] = [];
    for (let at = folder; !isFolder(at); at = dirname(at)) missing.push(at);
    for (const path of missing.reverse()) mkdirSync(path);
    return undefined;
  } catch (error) {
    return folderProblem(folder, error);
  }
}

export function folderProblem(folder: string, error: unknown): FolderProblem {
  const { code = "", message } = error as NodeJS.ErrnoException;
  const denied = ["EACCES", "EPERM", "EROFS"].includes(code);
  return {
    diagnostic: {
      ...tell(commandLineCode.badOutput, "cannot write to the folder {folder}: {reasons}", {
        folder,
        reasons: REASONS[code] ?? message,
      }),
      severity: "error",
      hint: advise(
        commandLineCode.badOutput,
        "--out-dir names a folder that can be written to; it is made if it is not there",
      ),
    },
    exit: denied ? exitCode.permission : exitCode.general,
  };
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOTDIR: "a part of the path is a file",
  EEXIST: "it is a file",
  ENOENT: "it cannot be made there",
  ENOSPC: "no space is left",
};

function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isDirectory()) throw Object.assign(new Error(path), { code: "EEXIST" });
  return found !== undefined;
}
