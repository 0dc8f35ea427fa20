// An object of Kubernetes as a component of a module: what the catalog has a word for is said with it.
import { format, parseFile, quoteLabel, quoteString } from "../../cue/syntax/index.ts";
import type { StructLit } from "../../cue/syntax/index.ts";
import { SourceFile } from "../../source/index.ts";
import { dataOf } from "./syntax-data.ts";

const WORKLOADS: Readonly<Record<string, string>> = {
  Deployment: "stateless",
  StatefulSet: "stateful",
  DaemonSet: "daemon",
  Job: "task",
  CronJob: "scheduled-task",
};

type Data = ReturnType<typeof dataOf>;
type Struct = { readonly [name: string]: Data };

const isStruct = (x: Data | undefined): x is Struct => typeof x === "object" && x !== null && !Array.isArray(x);
const at = (x: Data | undefined, ...path: readonly (string | number)[]): Data | undefined => {
  let v = x;
  for (const step of path) v = Array.isArray(v) ? v[step as number] : isStruct(v) ? v[step] : undefined;
  return v;
};
const text = (x: Data | undefined): string | undefined => (typeof x === "string" ? x : undefined);

/**
 * CUE text of a component for a workload, a ConfigMap or a Secret's shell; undefined for other kinds. Values of Secrets
 * are left out on purpose.
 */
export function componentOf(object: StructLit): string | undefined {
  const data = dataOf(object);
  const kind = text(at(data, "kind")) ?? "";
  const name = text(at(data, "metadata", "name")) ?? "app";
  if (WORKLOADS[kind] === undefined) return undefined;
  const pod =
    kind === "CronJob"
      ? at(data, "spec", "jobTemplate", "spec", "template", "spec")
      : at(data, "spec", "template", "spec");
  const container = at(pod, "containers", 0);
  if (!isStruct(container)) return undefined;
  const lines: string[] = [];
  const replicas = at(data, "spec", "replicas");
  const traits = ["workload_resources.#Container"];
  if (typeof replicas === "number") traits.push("workload_traits.#Scaling");
  lines.push(`#components: ${quoteLabel(name)}: {`, ...traits.map((t) => `\t${t}`), "");
  lines.push(
    `\tmetadata: labels: "core.opmodel.dev/workload-type": ${quoteString(WORKLOADS[kind])}`,
    "",
    "\tspec: {",
    "\t\tcontainer: {",
  );
  const put = (line: string): void => void lines.push(`\t\t\t${line}`);
  put(`name: ${quoteString(text(container["name"]) ?? name)}`);
  put(`image: ${quoteString(text(container["image"]) ?? "")}`);
  for (const key of ["command", "args"] as const) {
    const list = container[key];
    if (Array.isArray(list)) put(`${key}: [${list.map((x) => literal(x)).join(", ")}]`);
  }
  const ports = container["ports"];
  if (Array.isArray(ports) && ports.length > 0) {
    put("ports: {");
    for (const [i, port] of ports.entries()) {
      const number = at(port, "containerPort");
      put(
        `\t${quoteLabel(text(at(port, "name")) ?? (i === 0 ? "http" : `port${i}`))}: targetPort: ${literal(number ?? 0)}`,
      );
    }
    put("}");
  }
  const env = container["env"];
  if (Array.isArray(env) && env.length > 0) {
    put("env: {");
    for (const one of env) {
      const key = text(at(one, "name"));
      const value = at(one, "value");
      if (key !== undefined && value !== undefined) put(`\t${quoteLabel(key)}: value: ${literal(value)}`);
      else if (key !== undefined)
        put(
          `\t// ${key} was set from ${Object.keys((at(one, "valueFrom") as Struct) ?? {}).join(", ")}: use a #Secret of #config.`,
        );
    }
    put("}");
  }
  const resources: string[] = [];
  for (const what of ["cpu", "memory"] as const) {
    const parts = (["requests", "limits"] as const).flatMap((part) => {
      const amount = at(container, "resources", part, what);
      return amount === undefined ? [] : [`${part.slice(0, -1)}: ${literal(String(amount))}`];
    });
    if (parts.length > 0) resources.push(`${what}: {${parts.join(", ")}}`);
  }
  if (resources.length > 0) put(`resources: {${resources.join(", ")}}`);
  lines.push("\t\t}");
  if (typeof replicas === "number") lines.push(`\t\tscaling: count: ${replicas}`);
  lines.push("\t}", "}");
  return format(parseFile(new SourceFile("", lines.join("\n"))).file);
}

function literal(x: Data): string {
  if (typeof x === "string") return quoteString(x);
  return JSON.stringify(x) ?? "null";
}
