// CUE by itself, for the playground.
import { createContext, errorsOfFaults, errorsText, MemoryFiles } from "../../src/cue/index.ts";
import type { Registry, Value } from "../../src/cue/index.ts";
import type { Answers, QuestionOf } from "./project.ts";

/** A budget for a page: an answer within a second or two, or a message. */
const LIMITS = { steps: 4_000_000 };

export async function plainCue(
  { command, files, out }: QuestionOf<"cue">,
  registry: Registry | undefined,
): Promise<Answers["cue"]> {
  const memory = new MemoryFiles(Object.entries(files));
  const ctx = createContext({ files: memory, limits: LIMITS, cwd: "/", ...(registry && { registry }) });
  const names = Object.keys(files).filter((name) => !name.includes("/cue.mod/"));
  const { instances } = await ctx.load(names, { cwd: "/" });
  const [instance] = instances;
  if (instance === undefined) return { text: "", errors: "there is nothing to evaluate\n" };
  const faults = instance.errors ?? [];
  if (faults.length > 0) return { text: "", errors: errorsText(errorsOfFaults(faults)) };
  return answer(ctx.build(instance), command, out);
}

function answer(value: Value, command: QuestionOf<"cue">["command"], out: "cue" | "json" | "yaml"): Answers["cue"] {
  const concrete = command === "export" || command === "vet";
  const errors = value.validate({ concrete });
  if (errors.length > 0) return { text: "", errors: errorsText(errors) };
  if (command === "vet") return { text: "", errors: "" };
  if (out === "cue" || command === "def" || command === "eval")
    return {
      text: value.toCue({ mode: command === "def" ? "definition" : command === "eval" ? "eval" : "export" }),
      errors: "",
    };
  const encoded = out === "yaml" ? value.toYaml() : value.toJson({ indent: "    " });
  if (!encoded.ok) return { text: "", errors: errorsText(encoded.errors) };
  return { text: encoded.value.endsWith("\n") ? encoded.value : `${encoded.value}\n`, errors: "" };
}
