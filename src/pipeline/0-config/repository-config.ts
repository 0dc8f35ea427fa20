import type { Files } from "../../cue/load/index.ts";

/** What a configuration of a repository is called. The second is for folders that are packages of their own. */
const NAMES = ["opm.cue", ".opm/config.cue"] as const;

/**
 * The configuration of the repository that a folder is in: the nearest, upwards as far as the repository goes. Outside of
 * one, and outside of the user's home, only the folder itself is looked at: whoever can write to a folder above (`/tmp`)
 * must not decide for others.
 */
export function repositoryConfig(files: Files, start: string, home: string | undefined): string | undefined {
  const above = upwards(start);
  const root = above.findIndex((folder) => typeof files.stat(`${folder}/.git`) === "string");
  const isHome = (folder: string): boolean => folder === home;
  const end = root >= 0 ? root + 1 : above.some(isHome) ? above.findIndex(isHome) : 1;
  // A home that is a repository has the user's configuration, which is found anyway.
  for (const folder of above.slice(0, end).filter((one) => !isHome(one)))
    for (const name of NAMES) if (files.stat(`${folder}/${name}`) === "file") return `${folder}/${name}`;
  return undefined;
}

function upwards(folder: string): string[] {
  const found: string[] = [];
  for (let here = folder.replace(/\/+$/, ""); here !== ""; here = here.slice(0, here.lastIndexOf("/")))
    found.push(here);
  return found;
}
