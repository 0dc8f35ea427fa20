import type { Instance } from "../../cue/load/index.ts";
import type { TransformerOriginal } from "../1-provider/provider.ts";
import type { CueProgram } from "../cue-access.ts";
import type { Job, JobPackage } from "./job.ts";

/** Texts of jobs as instances. What several jobs import is compiled once. */
export class JobCompiler {
  readonly #program: CueProgram;
  readonly #packages = new Map<JobPackage, Instance>();

  constructor(program: CueProgram) {
    this.#program = program;
  }

  compile(job: Pick<Job, "lines" | "packages">, transformer: TransformerOriginal): Instance {
    const names = [...job.packages.keys()];
    const text = [
      "package opm_job",
      'import transformer "opm.internal/transformer"',
      ...names.map((name) => `import ${name} "opm.internal/${name}"`),
      `job: transformer${transformer.path}.#transform & {`,
      ...job.lines,
      "}",
      "",
    ].join("\n");
    return this.#program.synthetic({
      path: "job",
      text,
      repeated: true,
      packageName: "opm_job",
      imports: new Map([
        ["opm.internal/transformer", transformer.instance],
        ...[...job.packages].map(([name, p]) => [`opm.internal/${name}`, this.#package(p)] as const),
      ]),
    });
  }

  #package(p: JobPackage): Instance {
    let instance = this.#packages.get(p);
    if (instance === undefined) {
      const { text, marks, compiled } = p.source;
      const { path, packageName } = p;
      instance = this.#program.synthetic({ path, text, packageName, marks, ...(compiled && { compiled }) });
      this.#packages.set(p, instance);
    }
    return instance;
  }
}
