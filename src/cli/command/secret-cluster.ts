// What references of a release point at, asked of the cluster, so that the author's constraints can be tested on it.
import { releaseTarget } from "../../pipeline/index.ts";
import type { ReleaseValues, Session } from "../../pipeline/index.ts";
import { SECRET_CODE, readLive, referenceTarget, reveal } from "../../secrets/index.ts";
import type { OpenSecretCluster } from "../../secrets/index.ts";
import { tell } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { nodeAt, placeOf, replaceAt, secretNode, structNode } from "../../values/index.ts";
import type { EnvironmentDefinition, MakeOpaque, Origin, StructNode, ValueNode } from "../../values/index.ts";

export interface CheckedReferences {
  /** The values, with what was fetched in the place of its reference. */
  readonly tree: ValueNode;
  /** For each secret of the values that is a reference: what came of asking. */
  readonly results: ReadonlyMap<string, ReferenceResult>;
  readonly diagnostics: readonly Diagnostic[];
}

interface ReferenceResult {
  /** `k8s:name#key`. */
  readonly reference: string;
  readonly kind: "fetched" | "absent" | "not checked";
  /** Why it was not checked. */
  readonly why: string;
}

/** Reads every reference; without a cluster none of them can be checked. */
export async function askCluster(
  { config, module }: Session,
  values: ReleaseValues,
  environment: EnvironmentDefinition | undefined,
  open: OpenSecretCluster | undefined,
  opaque: MakeOpaque,
): Promise<CheckedReferences> {
  const at = releaseTarget(config, module, environment);
  const { namespace } = at;
  const cluster = open?.(at);
  const results = new Map<string, ReferenceResult>();
  const diagnostics: Diagnostic[] = [];
  let { tree } = values;
  for (const [i, slot] of values.secrets.entries()) {
    const node = nodeAt(tree, slot.path);
    const given = node?.kind === "struct" ? referenceOf(node) : undefined;
    if (node === undefined || given === undefined) continue;
    const { path } = values.statuses[i]!;
    const origin = given.origin ?? node.origin;
    const reference = `${given.source}:${given.path}#${given.remoteKey}`;
    const told = (kind: ReferenceResult["kind"], why = ""): unknown => results.set(path, { reference, kind, why });
    if (cluster === undefined) {
      told("not checked", "no cluster");
      continue;
    }
    const target = referenceTarget(given, slot);
    const live = await readLive(cluster, namespace, target.name, target.key);
    if (live.kind === "found") {
      told("fetched");
      const leaf = secretNode(opaque(reveal(live.secret), live.secret.origin), origin);
      tree = replaceAt(tree, slot.path, structNode(new Map([["value", leaf]]), origin));
    } else if (live.kind === "unknown")
      told("not checked", live.diagnostics[0]?.message ?? "the cluster did not answer");
    else if (target.made) told("not checked", `${live.message} yet`);
    else {
      told("absent");
      diagnostics.push({
        ...tell(SECRET_CODE.notFound, "{path}: {problem}", { path, problem: live.message }),
        severity: "error",
        path: `values.${path}`,
        places: [placeOf(origin, "referred to here")],
        ...(live.notes && { notes: live.notes }),
      });
    }
  }
  return { tree, results, diagnostics };
}

/** The references that nobody could look at, told in one message. */
export function notChecked(results: ReadonlyMap<string, ReferenceResult>, strict: boolean): Diagnostic[] {
  const left = [...results].filter(([, { kind }]) => kind === "not checked");
  if (left.length === 0) return [];
  const all = results.size === 1 ? "the reference" : `${left.length} of ${results.size} references`;
  return [
    {
      ...tell(SECRET_CODE.notChecked, "{all} could not be checked", { all }),
      severity: strict ? "error" : "info",
      notes: left.map(([path, { reference, why }]) => `${path} (${reference}): ${why}`),
    },
  ];
}

interface GivenReference {
  readonly source: string;
  readonly path: string;
  readonly remoteKey: string;
  /** Where it was given: the struct around it may have begun with a default. */
  readonly origin: Origin | undefined;
}

function referenceOf({ fields }: StructNode): GivenReference | undefined {
  const text = (name: string): string => {
    const field = fields.get(name);
    return field?.kind === "string" ? field.text : "";
  };
  if (fields.has("value") || text("path") === "") return undefined;
  const { origin } = fields.get("path")!;
  return { source: text("source") || "k8s", path: text("path"), remoteKey: text("remoteKey"), origin };
}
