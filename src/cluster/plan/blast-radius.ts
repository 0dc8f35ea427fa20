// How much one run may take away: the platform's limits, checked before the first change.
import { clusterCode, tell, advise } from "../../source/index.ts";
import type { Diagnostic, Told } from "../../source/index.ts";
import { matchesName, nameOf } from "../kube-object.ts";
import type { ObjectId } from "../kube-object.ts";
import type { Step } from "./plan.ts";

export interface BlastLimits {
  /** Objects that are deleted or replaced in one run, with what they own. */
  readonly maxDeleted?: number;
  /** The same as a share of what the release has, in percent. */
  readonly maxShare?: number;
  /** Kinds that no run deletes or replaces. */
  readonly neverDelete?: readonly string[];
}

/** Without a platform's word: half of a release, if it has more than a few objects. */
export const defaultLimits: BlastLimits = { maxShare: 50 };
const FEW = 4;

/** Data, or what takes other things along. They go only by name. */
export const PROTECTED: ReadonlySet<string> = new Set([
  "PersistentVolumeClaim",
  "PersistentVolume",
  "Namespace",
  "CustomResourceDefinition",
]);

export interface Consent {
  /** `--allow-delete`: `Kind`, `Kind/name`, `Kind/namespace/name`. */
  readonly allowDelete: readonly string[];
}

export const isAllowed = (id: ObjectId, { allowDelete }: Consent): boolean =>
  allowDelete.some((text) => matchesName(id, text));

/** `dependents`: how many objects go with each, by key of the step's object. */
export function blastDiagnostics(
  steps: readonly Step[],
  recorded: number,
  limits: BlastLimits,
  consent: Consent,
  dependents: (step: Step) => number = () => 0,
): Diagnostic[] {
  const gone = steps.filter(
    ({ action, done, id }) => (action === "delete" || action === "replace") && done !== true && !isAllowed(id, consent),
  );
  if (gone.length === 0) return [];
  const out: Diagnostic[] = [];
  const say = (told: Told): void => {
    out.push({
      ...told,
      severity: "error",
      notes: gone.slice(0, 20).map((step) => {
        const more = dependents(step);
        return `${step.action} ${nameOf(step.id)}${more > 0 ? ` and ${more} that it owns` : ""}`;
      }),
      hint: advise(
        clusterCode.blastRadius,
        "--allow-delete Kind or Kind/name lets single ones go; the platform sets the limits",
      ),
    });
  };
  for (const kind of limits.neverDelete ?? []) {
    const found = gone.find(({ id }) => id.kind === kind);
    if (found !== undefined)
      say(
        tell(clusterCode.blastRadius, "the platform lets no run delete a {kind}: {object}", {
          kind,
          object: nameOf(found.id),
        }),
      );
  }
  const all = gone.reduce((sum, step) => sum + 1 + dependents(step), 0);
  if (limits.maxDeleted !== undefined && all > limits.maxDeleted)
    say(
      tell(clusterCode.blastRadius, "this run would delete {all} objects; the platform allows {maxDeleted}", {
        all,
        maxDeleted: limits.maxDeleted,
      }),
    );
  const share = recorded === 0 ? 0 : (gone.length / recorded) * 100;
  if (limits.maxShare !== undefined && gone.length >= FEW && share > limits.maxShare)
    say(
      tell(
        clusterCode.blastRadius,
        "this run would delete {count} of the release's {recorded} objects; {maxShare} % are allowed",
        { count: gone.length, recorded, maxShare: limits.maxShare },
      ),
    );
  return out;
}
