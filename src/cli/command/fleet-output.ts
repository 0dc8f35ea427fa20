// What a run over many releases writes, release by release: a thousand texts are not kept until all names are known.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FleetJob } from "../../delivery/index.ts";
import { layoutPath, nameJobs } from "../../matrix/index.ts";
import type { JobName, Layout } from "../../matrix/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { ManifestFolder } from "../print/manifest-folder.ts";

type OutputFiles = FleetJob["files"];

interface Placed {
  readonly job: JobName & { readonly failed: boolean };
  /** Where it was written; undefined: it was not. */
  readonly at: string | undefined;
  readonly names: readonly string[];
  /** Kept where another release has the same place. */
  readonly files: OutputFiles | undefined;
}

/** Names are certain when all releases are known: until then each goes where it belongs if no other has its name. */
export class FleetOutput {
  readonly #folder: ManifestFolder;
  readonly #layout: Layout;
  readonly #placed: Placed[] = [];
  readonly #taken = new Set<string>();
  readonly #refused = new Set<string>();

  constructor(folder: ManifestFolder, layout: Layout) {
    this.#folder = folder;
    this.#layout = layout;
  }

  add(job: JobName & Pick<FleetJob, "failed" | "files">): void {
    const { files, ...rest } = job;
    const id = layoutPath(this.#layout, job, job.name);
    const free = !this.#taken.has(id);
    this.#taken.add(id);
    if (!job.failed && free && !this.#folder.place(id.split("/"), files, job.environment)) this.#refused.add(id);
    this.#placed.push({
      job: rest,
      at: !job.failed && free ? id : undefined,
      names: files.map(({ name }) => name),
      files: free ? undefined : files,
    });
  }

  /** Every release under its name, in the order of `add`: undefined for one whose name is taken. */
  finish(): { readonly ids: readonly (string | undefined)[]; readonly diagnostics: readonly Diagnostic[] } & {
    readonly written: readonly boolean[];
  } {
    const { ids, diagnostics } = nameJobs(
      this.#placed.map(({ job }) => job),
      this.#layout,
    );
    const moved = this.#placed.map((placed, i) => (placed.at === ids[i] ? undefined : this.#filesOf(placed)));
    // First all are taken away: one may go where another was.
    for (const [i, { at, job }] of this.#placed.entries())
      if (at !== undefined && moved[i] !== undefined) this.#folder.withdraw(at.split("/"), job.environment);
    const written = this.#placed.map(({ job, at }, i) => {
      const id = ids[i];
      if (id === undefined) return false;
      if (job.failed) this.#folder.keep(id.split("/"));
      if (job.failed || at === id) return !job.failed && !this.#refused.has(id);
      return this.#folder.place(id.split("/"), moved[i]!, job.environment);
    });
    return { ids, diagnostics, written };
  }

  #filesOf({ at, names, files, job }: Placed): OutputFiles {
    if (files !== undefined || at === undefined || job.failed) return files ?? [];
    const folder = join(this.#folder.path, ...at.split("/"));
    return names.map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
  }
}
