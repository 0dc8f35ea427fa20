// The examples of the repository as projects of the page: for the playground, for tests, and for measuring.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Engine } from "../inspector/engine/engine.ts";
import type { Project } from "../inspector/engine/project.ts";
import { textFiles } from "../src/host/node-text-files.ts";
import type { Picture } from "../src/picture/index.ts";
import { packCatalog } from "./catalog-pack.mjs";

/** What an example's own page of the repository gives it on the command line. */
const GIVEN: Readonly<Record<string, Partial<Project>>> = {
  "values-layering": {
    platform: "/examples/values-layering/overlays/platform.cue",
    values: ["/examples/values-layering/overlays/team.yaml"],
  },
  "own-provider": { config: "/examples/own-provider/config/config.cue" },
};

/** All but the platform, which is no module. What is made from them is left out. */
export function exampleProjects(root: string): Record<string, Project> {
  const out: Record<string, Project> = {};
  for (const name of readdirSync(join(root, "examples"))) {
    const folder = join(root, "examples", name);
    if (!statSync(folder).isDirectory() || name === "platform") continue;
    out[name] = { ...projectOf(folder, `/examples/${name}`), ...GIVEN[name] };
  }
  return out;
}

export function projectOf(folder: string, path: string): Project {
  const files = textFiles(
    [folder],
    (file) => path + file.slice(folder.length),
    (text) => text,
  );
  delete files[`${path}/manifests.yaml`];
  return { files, path, values: [], sets: [], tags: [] };
}

export async function startEngine(root: string): Promise<Engine> {
  const engine = new Engine(() => performance.now());
  const { pack } = packCatalog(join(root, "catalog"));
  await engine.answer<"start">({ ask: "start", catalog: Uint8Array.from(pack).buffer });
  return engine;
}

/** As `opm mod inspect` puts it into a page. */
export async function rendered(
  root: string,
  project: Project,
): Promise<{ picture: Picture; derived: Record<string, string> }> {
  const engine = await startEngine(root);
  const picture = await engine.answer<"open">({ ask: "open", project });
  return { picture, derived: Object.fromEntries(engine.derived) };
}
