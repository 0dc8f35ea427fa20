// The whole of opm behind one function: a question in, an answer out. It runs in a Worker of the page, and in tests.
import { MemoryFiles } from "../../src/cue/load/index.ts";
import { PackageCache, packedCatalog } from "../../src/pipeline/index.ts";
import type { CatalogRegistry, DerivedCache, PipelineHost } from "../../src/pipeline/index.ts";
import { ReleaseView } from "../../src/picture/index.ts";
import { HiddenValues } from "./hidden-values.ts";
import { plainCue } from "./plain-cue.ts";
import type { Answers, Asked, Project, QuestionOf } from "./project.ts";
import { readRegistry } from "./read-registry.ts";

export class Engine {
  readonly #clock: () => number;
  readonly #packages = new PackageCache();
  readonly #derived = new Map<string, string>();
  #catalog: CatalogRegistry | undefined;
  #view: ReleaseView | undefined;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  async answer<K extends Asked>(question: QuestionOf<K>): Promise<Answers[K]>;
  async answer(question: QuestionOf<Asked>): Promise<Answers[Asked]> {
    switch (question.ask) {
      case "start":
        this.#catalog = packedCatalog(new Uint8Array(question.catalog), "/opmodel.dev");
        return null;
      case "open":
        return (await this.#open(question.project)).picture();
      case "explain":
        return this.#opened().explain(question.release, question.object, question.paths);
      case "reach":
        return this.#opened().reach(question.release, question.value);
      case "cue":
        return plainCue(question, this.#catalog);
      case "cluster":
      case "apply":
        throw new Error("a page by itself knows no cluster");
      case "tera":
        // Its tables are large: a Worker of its own has them (tera-worker.ts).
        throw new Error("templates are rendered by another engine");
    }
  }

  async #open(project: Project): Promise<ReleaseView> {
    // What was parsed of the catalog stays; the user's own files may be others now.
    this.#packages.keepOnly(this.#host(project).catalog.files);
    const secrets = new HiddenValues();
    const values = project.values.map((name) => ({ name, text: project.files[name] ?? "" }));
    const flags = project.platform === undefined ? {} : { platform: project.platform };
    this.#view = await ReleaseView.open(
      this.#host(project),
      {
        path: project.path,
        cwd: "/",
        flags,
        ...(project.config !== undefined && { config: project.config }),
        tags: project.tags,
        ...(project.environments && { environments: { names: project.environments } }),
        values: {
          files: values,
          sets: project.sets.map(({ kind, argument }, i) => ({ kind, argument, number: i + 1 })),
          readText: (path) => project.files[path] ?? null,
          ...secrets.inputs,
        },
        reveal: secrets.reveal,
      },
      secrets,
    );
    return this.#view;
  }

  #opened(): ReleaseView {
    if (this.#view === undefined) throw new Error("nothing is open");
    return this.#view;
  }

  #host({ files, modules = {} }: Project): PipelineHost {
    if (this.#catalog === undefined) throw new Error("the engine has no catalog yet");
    const cache: DerivedCache = {
      get: (key) => this.#derived.get(key),
      put: (key, text) => void this.#derived.set(key, text),
    };
    return {
      files: new MemoryFiles(Object.entries(files)),
      env: {},
      catalog: this.#catalog,
      registry: () => readRegistry(modules),
      packages: this.#packages,
      cache,
      clock: this.#clock,
    };
  }
}
