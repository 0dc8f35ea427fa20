import { isFileFault } from "../cue/load/index.ts";
import type { Files } from "../cue/load/index.ts";
import { tell, advise } from "../source/index.ts";
import type { Diagnostic } from "../source/index.ts";
import { MATRIX_CODE } from "./matrix-code.ts";

/**
 * The folders with CUE in them: the one given, or those below it if it has none itself. Folders that other tools own
 * (`cue.mod`, hidden ones, `node_modules`) are not looked into, and nothing below a folder with CUE is.
 */
export function findFolders(files: Files, path: string, depth = 4): string[] {
  const entries = files.readFolder(path);
  if (isFileFault(entries)) return [path];
  if (entries.some(({ name, kind }) => kind !== "folder" && name.endsWith(".cue"))) return [path];
  if (depth === 0) return [];
  const below = entries
    .filter(
      ({ name, kind }) => kind === "folder" && !name.startsWith(".") && !["cue.mod", "node_modules"].includes(name),
    )
    .map(({ name }) => name)
    .sort()
    .flatMap((name) => findFolders(files, `${path.replace(/\/$/, "")}/${name}`, depth - 1));
  return below;
}

/** What to say where `findFolders` finds nothing. */
export function noFolder(path: string): Diagnostic {
  return {
    ...tell(MATRIX_CODE.noReleases, "there is no CUE in {path} and the folders below it", { path }),
    severity: "error",
    hint: advise(
      MATRIX_CODE.noReleases,
      "give a module's folder, a package with releases, or a folder that holds some; opm mod init NAME makes one",
    ),
  };
}

/** What to say where nothing is released. */
export function nothingBelow(path: string): Diagnostic {
  return {
    ...tell(MATRIX_CODE.noReleases, "there is no module and no release in the folders below {path}", { path }),
    severity: "error",
    hint: advise(
      MATRIX_CODE.noReleases,
      "give a module's folder, a package with releases, or a folder that holds some; opm mod init NAME makes one",
    ),
  };
}
