// Health of objects as CUE conditions (`opmodel.dev/health`): checked before anything is applied, asked while waiting.
import { isRecord, nameOf } from "../../cluster/index.ts";
import type { KubeObject, PlannedRelease } from "../../cluster/index.ts";
import { clusterCode, tell, advise } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { ClusterSession } from "./cluster-session.ts";
import { ANY, conditionPaths, conditionProblem, holds } from "./cue-condition.ts";

type Rule = (object: KubeObject) => { readonly health: "Current" | "InProgress"; readonly message: string };

export function healthRule(condition: string | undefined): Rule | undefined {
  if (condition === undefined) return undefined;
  return (object) => {
    const result = holds(condition, object);
    return { health: result.holds ? "Current" : "InProgress", message: result.why };
  };
}

/** Rules that are no CUE, or that name fields which the definition of their kind does not have: they would never hold. */
export async function healthProblems({ context }: ClusterSession, { objects }: PlannedRelease): Promise<Diagnostic[]> {
  const out: Diagnostic[] = [];
  for (const { id, object, resource, policy, place } of objects.values()) {
    if (policy.health === undefined) continue;
    const say = (message: string): void => {
      out.push({
        ...tell(clusterCode.healthRule, "{object}: the annotation opmodel.dev/health: {problem}", {
          object: nameOf(id),
          problem: message,
        }),
        severity: "error",
        ...(place && { places: [place] }),
        hint: advise(clusterCode.healthRule, 'a condition such as status.phase == "Ready"'),
      });
    };
    const name = `${resource.plural}.${resource.group}`;
    const own = [...objects.values()].find(
      (other) => other.id.kind === "CustomResourceDefinition" && other.id.name === name,
    );
    const definitions = (await context.api.resources()).preferred("apiextensions.k8s.io", "CustomResourceDefinition");
    const crd =
      own?.object ?? (definitions && resource.group !== "" ? await context.api.get(definitions, "", name) : undefined);
    const schema = crd && schemaOf(crd, object.apiVersion);
    const names = [...new Set([...FIELDS, ...Object.keys(object), ...propertiesOf(schema)])];
    const problem = conditionProblem(policy.health, names);
    if (problem !== undefined) say(problem);
    else if (schema !== undefined)
      for (const path of conditionPaths(policy.health, names))
        if (!OWN.has(path[0]!) && !hasPath(schema, path))
          say(`${path.join(".")} is not in the definition of ${id.kind}`);
  }
  return out;
}

function schemaOf(crd: KubeObject, apiVersion: string): unknown {
  const { versions = [] } = (crd["spec"] ?? {}) as {
    versions?: { name: string; schema?: { openAPIV3Schema?: unknown } }[];
  };
  return versions.find(({ name }) => apiVersion.endsWith(`/${name}`))?.schema?.openAPIV3Schema;
}

/** What every object has, whatever its definition says of it. */
const OWN: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);
const FIELDS: readonly string[] = [...OWN, "spec", "status"];

function propertiesOf(schema: unknown): string[] {
  return isRecord(schema) && isRecord(schema["properties"]) ? Object.keys(schema["properties"]) : [];
}

function hasPath(schema: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined || !isRecord(schema)) return true;
  if (schema["x-kubernetes-preserve-unknown-fields"] === true) return true;
  const { properties, additionalProperties, items } = schema;
  if (isRecord(items)) return hasPath(items, name === ANY ? rest : [name, ...rest]);
  if (isRecord(additionalProperties)) return hasPath(additionalProperties, rest);
  if (name === ANY || additionalProperties === true) return true;
  return isRecord(properties) && name in properties && hasPath(properties[name], rest);
}
