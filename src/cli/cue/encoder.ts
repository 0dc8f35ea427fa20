import { existsSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Value } from "../../cue/index.ts";
import { format, makeIdent, makePackage } from "../../cue/syntax/index.ts";
import type { File } from "../../cue/syntax/index.ts";
import { fileFault } from "../../host/node-files.ts";
import type { Io } from "../io.ts";
import type { CueVerb } from "./flags.ts";
import { failed, mistake, success } from "./mistake.ts";
import type { Outcome } from "./mistake.ts";
import type { Plan } from "./plan.ts";

/** Writes values in one format, to standard output or, when all is done, to a file. */
export class Encoder {
  /** The output cannot show what is not concrete. */
  readonly concrete: boolean;
  readonly #plan: Plan;
  readonly #io: Io;
  readonly #verb: CueVerb;
  readonly #parts: (string | Uint8Array)[] = [];
  #count = 0;

  constructor(verb: CueVerb, plan: Plan, io: Io) {
    this.#verb = verb;
    this.#plan = plan;
    this.#io = io;
    this.concrete = plan.output.encoding !== "cue" || verb === "export";
  }

  get isCue(): boolean {
    return this.#plan.output.encoding === "cue";
  }

  /** Checks and writes one value. */
  value(v: Value): Outcome<void> {
    const errors = v.validate({ concrete: this.concrete });
    if (errors.length > 0) return failed(errors);
    switch (this.#plan.output.encoding) {
      case "cue":
        return this.#cue(v.syntax(this.#verb === "def" ? { mode: "definition", inlineImports: this.#plan.flags.bool("inline-imports") } : { mode: "export" }), true, "");
      case "json":
      case "jsonl":
        return this.#text(v.toJson({ escapeHtml: this.#plan.flags.bool("escape") }), "\n");
      case "yaml":
        if (this.#count > 0) this.#write("---\n");
        return this.#text(v.toYaml(), "");
      case "toml":
        return this.#text(v.toToml(), "");
      case "text":
        return this.#text(v.toText(), "\n");
      case "binary":
        return this.#text(v.toBytes(), "");
      default:
        return mistake(`unsupported encoding ${JSON.stringify(this.#plan.output.encoding)}`);
    }
  }

  /** Writes source as `cue eval` prints it. */
  source(file: File, name: string): Outcome<void> {
    return this.#cue(file, false, name);
  }

  #cue(file: File, simplify: boolean, name: string): Outcome<void> {
    const several = this.#plan.expressions.length > 1;
    if (name !== "" && several) this.#write(`// ${name.slice(name.lastIndexOf("/") + 1)}\n`);
    // The original prints its separator to standard output, wherever the rest goes.
    else if (this.#count > 0) this.#io.stdout("// ---\n");
    this.#count++;
    const given = this.#plan.flags.string("package");
    if (given !== "" && !file.decls.some((d) => d.kind === "Package")) file.decls.unshift(makePackage(makeIdent(given)));
    const eval_ = this.#verb === "eval";
    this.#write(format(file, { simplify: simplify || (eval_ && this.#plan.flags.bool("simplify")), ...(eval_ ? { spaces: 4 } : {}) }));
    return success(undefined);
  }

  #text(result: Outcome<string> | Outcome<Uint8Array>, end: string): Outcome<void> {
    if (!result.ok) return result;
    this.#count++;
    this.#write(result.value);
    if (end !== "") this.#write(end);
    return success(undefined);
  }

  #write(data: string | Uint8Array): void {
    if (this.#plan.output.name === "-") this.#io.stdout(data);
    else this.#parts.push(data);
  }

  /** Writes the file, if there is one. */
  close(): Outcome<void> {
    const { name } = this.#plan.output;
    if (name === "-") return success(undefined);
    const path = resolve(this.#plan.cwd, name);
    if (existsSync(path) && statSync(path).isFile() && !this.#plan.flags.bool("force")) {
      return mistake(`error writing ${JSON.stringify(name)}: file already exists`);
    }
    try {
      writeFileSync(path, Buffer.concat(this.#parts.map((p) => Buffer.from(p as string))));
      return success(undefined);
    } catch (error) {
      return mistake(`open ${name}: ${fileFault(error).text}`);
    }
  }
}
