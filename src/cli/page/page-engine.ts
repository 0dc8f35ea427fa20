// The engine of a served page on the side of the server: it has the secrets and the module cache, and tells neither.
import { pageCode, tell, advise } from "../../source/index.ts";
import { unredacted } from "../../picture/index.ts";
import type { DiagnosticPicture, Project, ProjectSet } from "../../picture/index.ts";
import type { CommandContext, Given } from "../command-spec.ts";
import { inspectRelease, realText } from "./inspected.ts";
import { PageCluster } from "./page-cluster.ts";
import type { Inspected } from "./inspected.ts";

type Path = readonly (string | number)[];

/** What a page may ask; whatever else comes is refused. */
type PageQuestion =
  | { readonly ask: "open"; readonly project: Pick<Project, "files" | "sets"> }
  | { readonly ask: "explain"; readonly release: string; readonly object: string; readonly paths: readonly Path[] }
  | { readonly ask: "reach"; readonly release: string; readonly value: string }
  | { readonly ask: "cluster"; readonly release: string }
  | { readonly ask: "apply"; readonly release: string; readonly plan: string };

export class PageEngine {
  readonly #context: CommandContext;
  readonly #clusters: PageCluster;
  #given: Inspected;
  #draft: Inspected;

  constructor(context: CommandContext, given: Inspected) {
    this.#context = context;
    this.#given = given;
    this.#draft = given;
    this.#clusters = new PageCluster(context, () => this.#given);
  }

  /** `--allow-apply`. */
  get mayApply(): boolean {
    return this.#context.options["allowApply"] === true;
  }

  /** Files changed. */
  renew(given: Inspected): void {
    this.#given = given;
    this.#draft = given;
  }

  async answer(question: PageQuestion): Promise<unknown> {
    switch (question.ask) {
      case "open":
        return this.#open(question.project);
      case "explain":
        return this.#draft.view.explain(question.release, question.object, question.paths);
      case "reach":
        return this.#draft.view.reach(question.release, question.value);
      case "cluster":
        return this.#clusters.look(question.release);
      case "apply":
        return this.mayApply
          ? this.#clusters.apply(question.release, question.plan)
          : { ...(await this.#clusters.look(question.release)), diagnostics: [mayNotApply] };
    }
  }

  async #open({ files, sets }: Pick<Project, "files" | "sets">): Promise<unknown> {
    const shown = this.#given.project;
    const changed = new Map<string, string>();
    const refused: DiagnosticPicture[] = [];
    for (const [name, text] of Object.entries(files)) {
      const before = shown.files[name];
      const path = this.#given.names.real(name);
      // Only what was shown can be changed, and what is new must be below it.
      if (text === before || path === undefined || !this.#given.folders.some((f) => `${path}/`.startsWith(`${f}/`)))
        continue;
      const real = realText(path) ?? "";
      const whole = before === undefined ? text : unredacted(real, before, text);
      if (whole === undefined) refused.push(secretLine(name));
      else changed.set(path, whole);
    }
    if (refused.length > 0) return { ...this.#given.picture, diagnostics: refused };
    this.#draft = await inspectRelease(this.#context, { files: changed, sets: this.#sets(sets) });
    return this.#draft.picture;
  }

  /** Those of the command line may hold what the page was not told. */
  #sets(sets: readonly ProjectSet[]): Given[] {
    const own = (this.#context.options["sets"] ?? []) as readonly Given[];
    const shown = this.#given.project.sets;
    return sets.map(({ kind, argument }) => {
      const at = shown.findIndex((one) => one.kind === kind && one.argument === argument);
      return own[at] ?? { option: kind, value: argument };
    });
  }
}

const mayNotApply: DiagnosticPicture = {
  severity: "error",
  ...tell(pageCode.readOnly, "this opm ui only looks: nothing was applied"),
  places: [],
  notes: [],
  hint: advise(pageCode.readOnly, "start it with --allow-apply"),
};

const secretLine = (file: string): DiagnosticPicture => ({
  severity: "error",
  ...tell(pageCode.secretLine, "this edit changes a line that holds a secret, which the page does not know"),
  places: [{ file, line: 0, column: 0 }],
  notes: [],
  hint: advise(pageCode.secretLine, "change that line in the file itself"),
});

/** What came from the network, as a question; undefined if it is none. */
export function pageQuestion(data: unknown): PageQuestion | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { ask, project, release, object, paths, value, plan } = data as Record<string, unknown>;
  const isText = (x: unknown): x is string => typeof x === "string";
  if (ask === "open" && isProject(project)) return { ask, project };
  if (ask === "explain" && isText(release) && isText(object) && isPaths(paths)) return { ask, release, object, paths };
  if (ask === "reach" && isText(release) && isText(value)) return { ask, release, value };
  if (ask === "cluster" && isText(release)) return { ask, release };
  if (ask === "apply" && isText(release) && isText(plan)) return { ask, release, plan };
  return undefined;
}

const KINDS: ReadonlySet<unknown> = new Set(["set", "set-string", "set-json", "unset"] satisfies ProjectSet["kind"][]);

function isProject(x: unknown): x is Pick<Project, "files" | "sets"> {
  if (typeof x !== "object" || x === null) return false;
  const { files, sets } = x as Record<string, unknown>;
  return (
    typeof files === "object" &&
    files !== null &&
    Object.values(files).every((text) => typeof text === "string") &&
    Array.isArray(sets) &&
    sets.every((one: Partial<ProjectSet> | null) => KINDS.has(one?.kind) && typeof one?.argument === "string")
  );
}

function isPaths(x: unknown): x is readonly Path[] {
  return (
    Array.isArray(x) &&
    x.every((path) => Array.isArray(path) && path.every((step) => typeof step === "string" || typeof step === "number"))
  );
}
