// The whole of opm behind one function: a question in, an answer out. It runs in a Worker of the page, and in tests.
import { MemoryFiles } from "../../src/cue/load/index.ts";
import { JobMemory, PackageCache, packedCatalog } from "../../src/pipeline/index.ts";
import type { CatalogRegistry, DerivedCache, PipelineHost } from "../../src/pipeline/index.ts";
import { ReleaseView } from "../../src/picture/index.ts";
import { HiddenValues } from "./hidden-values.ts";
import { plainCue } from "./plain-cue.ts";
import type { Answers, Asked, Project, QuestionOf } from "./project.ts";
import { readRegistry } from "./read-registry.ts";

export class Engine {
  readonly #clock: () => number;
  readonly #packages = new PackageCache();
  readonly #jobs = new JobMemory();
  /** From the catalog, by keys of its content. */
  readonly derived = new Map<string, string>();
  #catalog: CatalogRegistry | undefined;
  #view: ReleaseView | undefined;
  #texts: Project["files"] = {};
  #files: MemoryFiles | undefined;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  async answer<K extends Asked>(question: QuestionOf<K>): Promise<Answers[K]>;
  async answer(question: QuestionOf<Asked>): Promise<Answers[Asked]> {
    switch (question.ask) {
      case "start":
        this.#catalog = packedCatalog(new Uint8Array(question.catalog), "/opmodel.dev");
        for (const [key, text] of Object.entries(question.derived ?? {})) this.derived.set(key, text);
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
    const secrets = new HiddenValues();
    const values = project.values.map((name) => ({ name, text: project.files[name] ?? "" }));
    const { config, platform, releaseName, strict } = project;
    const flags = { ...project.settings, ...(platform !== undefined && { platform }) };
    this.#view = await ReleaseView.open(
      this.#host(project),
      {
        path: project.path,
        cwd: "/",
        flags,
        ...(config !== undefined && { config }),
        ...(releaseName !== undefined && { releaseName }),
        ...(strict === true && { strict }),
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

  /** What was parsed of the catalog stays, and of the user's own files as long as none of them is another. */
  #read(files: Project["files"], catalog: CatalogRegistry): MemoryFiles {
    if (this.#files === undefined || !sameTexts(this.#texts, files)) {
      this.#packages.keepOnly(catalog.files);
      this.#texts = files;
      this.#files = new MemoryFiles(Object.entries(files));
    }
    return this.#files;
  }

  #host({ files, modules = {} }: Project): PipelineHost {
    if (this.#catalog === undefined) throw new Error("the engine has no catalog yet");
    const cache: DerivedCache = {
      get: (key) => this.derived.get(key),
      put: (key, text) => void this.derived.set(key, text),
    };
    return {
      files: this.#read(files, this.#catalog),
      env: {},
      catalog: this.#catalog,
      registry: () => readRegistry(modules),
      packages: this.#packages,
      memory: this.#jobs,
      cache,
      clock: this.#clock,
    };
  }
}

function sameTexts(a: Project["files"], b: Project["files"]): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
