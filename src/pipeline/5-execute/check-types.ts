// Objects against the Kubernetes types.
import type { Instance } from "../../cue/load/index.ts";
import { tell } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CueProgram } from "../cue-access.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import type { DecodedObject } from "./decode-output.ts";
import type { RunnableJob } from "./job.ts";
import type { ManifestIdentity } from "./manifest.ts";
import { plainTree } from "./job-input.ts";

/** Loads a package of the catalog, once; undefined if there is none of that path. */
export type LoadTypes = (importPath: string) => Promise<Instance | undefined>;

const TYPES = "opmodel.dev/schemas/kubernetes";

/** The folders of groups that are not called by their first word. */
const FOLDERS: ReadonlyMap<string, string> = new Map([
  ["external-secrets.io", "external-secrets"],
  ["secrets-store.csi.x-k8s.io", "secrets-store"],
]);

/** Only the types of kinds that are there are loaded; a kind that nobody describes is left to its operator. */
export class TypeCheck {
  readonly #program: CueProgram;
  readonly #load: LoadTypes;

  constructor(program: CueProgram, load: LoadTypes) {
    this.#program = program;
    this.#load = load;
  }

  /** Whether objects are plainly what Kubernetes takes, or of kinds that it does not know. */
  async passes(objects: readonly DecodedObject[]): Promise<boolean> {
    for (const { object, identity } of objects) {
      const types = await this.#types(identity);
      if (types !== undefined && !this.#program.conforms(types, `#${identity.kind}`, object)) return false;
    }
    return true;
  }

  /** What is wrong with the objects of a job. */
  async errors(job: RunnableJob, objects: readonly DecodedObject[]): Promise<Diagnostic[]> {
    const found: Diagnostic[] = [];
    for (const object of objects) {
      const types = await this.#types(object.identity);
      if (types !== undefined) found.push(...check(this.#program, job, object, types));
    }
    return found;
  }

  /** The package of a kind, if it has the kind. */
  async #types(identity: ManifestIdentity): Promise<Instance | undefined> {
    const path = typesOf(identity);
    if (path === undefined) return undefined;
    const instance = await this.#load(path);
    return instance !== undefined && this.#program.declares(instance, `#${identity.kind}`) ? instance : undefined;
  }
}

/** The package of a built-in kind: its group's first word; each kind of the core group has its own. */
function typesOf({ group, version, kind }: ManifestIdentity): string | undefined {
  if (group === "") return `${TYPES}/core/${version}/${kind.toLowerCase()}`;
  if (group === "gateway.networking.k8s.io") return `${TYPES}/gateway/${version}/${kind.toLowerCase()}`;
  const folder = FOLDERS.get(group);
  if (folder !== undefined) return `${TYPES}/${folder}/${version}`;
  if (group.includes(".") && !group.endsWith(".k8s.io")) return undefined;
  return `${TYPES}/${group.split(".")[0]}/${version}`;
}

function check(
  program: CueProgram,
  { transformer, subject }: RunnableJob,
  { object, identity: { kind, name } }: DecodedObject,
  types: Instance,
): Diagnostic[] {
  const cue = program.context();
  const checked = cue.root(types).field(`#${kind}`)?.meet(plainTree(object));
  if (checked === undefined) return [];
  return cue.errors(checked, { concrete: true, final: true }).map((d): Diagnostic => ({
    ...d,
    ...tell(PIPELINE_CODE.notOfType, "{kind} {name} is not what Kubernetes takes: {problem}", {
      kind,
      name,
      problem: d.message,
    }),
    notes: [`rendered by ${transformer} from ${subject}`, ...(d.notes ?? [])],
  }));
}
