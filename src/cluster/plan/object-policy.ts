// What an object's annotations ask of whoever applies it. They are typed: what is misspelt is told, not ignored.
import { clusterCode, tell } from "../../source/index.ts";
import type { Diagnostic, Outcome } from "../../source/index.ts";
import { idOf, nameOf } from "../kube-object.ts";
import type { KubeObject } from "../kube-object.ts";

const PREFIX = "opmodel.dev/";

interface Dependency {
  readonly kind: string;
  /** Empty: the object's own. */
  readonly namespace: string;
  readonly name: string;
  readonly state: "present" | "ready";
}

export interface ObjectPolicy {
  readonly dependsOn: readonly Dependency[];
  /** Smaller ones first, among objects of a kind. */
  readonly weight: number;
  /** What becomes of it when the release no longer has it. */
  readonly prune: "yes" | "keep" | "confirm";
  /** Whether it may be deleted and made again where it cannot be changed. */
  readonly recreate: "by flag" | "allowed" | "never";
  /** Left alone: never applied, or never waited for. */
  readonly skip: ReadonlySet<"apply" | "wait">;
  readonly timeoutMs?: number;
  /** A CUE condition over the object: it is ready when that holds. */
  readonly health?: string;
}

export const noPolicy: ObjectPolicy = {
  dependsOn: [],
  weight: 0,
  prune: "yes",
  recreate: "by flag",
  skip: new Set(),
};

export function policyOf(object: KubeObject): Outcome<ObjectPolicy> {
  const annotations = object.metadata.annotations ?? {};
  const diagnostics: Diagnostic[] = [];
  const bad = (name: string, expected: string): void => {
    diagnostics.push({
      ...tell(clusterCode.badAnnotation, "{object}: the annotation {prefix}{short} should be {expected}", {
        object: nameOf(idOf(object)),
        prefix: PREFIX,
        short: name,
        expected,
        name: `${PREFIX}${name}`,
      }),
      severity: "error",
    });
  };
  const choice = <T extends string>(name: string, choices: readonly T[], fallback: T): T => {
    const value = annotations[`${PREFIX}${name}`];
    if (value === undefined) return fallback;
    const found = choices.find((one) => one === value);
    if (found === undefined) bad(name, choices.join(" or "));
    return found ?? fallback;
  };
  const weight = annotations[`${PREFIX}weight`];
  if (weight !== undefined && !/^-?[0-9]{1,2}$/.test(weight)) bad("weight", "a number from -99 to 99");
  const timeout = annotations[`${PREFIX}timeout`];
  const timeoutMs = timeout === undefined ? undefined : durationMs(timeout);
  if (timeout !== undefined && timeoutMs === undefined) bad("timeout", "a time such as 90s or 5m");
  const dependsOn: Dependency[] = [];
  for (const part of listOf(annotations[`${PREFIX}depends-on`])) {
    const found = /^([A-Za-z][A-Za-z0-9]*)\/(?:([a-z0-9.-]+)\/)?([^/:\s]+)(?::(present|ready))?$/.exec(part);
    if (found === null) bad("depends-on", "Kind/name or Kind/namespace/name, each with :present or :ready");
    else
      dependsOn.push({
        kind: found[1]!,
        namespace: found[2] ?? "",
        name: found[3]!,
        state: (found[4] as Dependency["state"] | undefined) ?? "ready",
      });
  }
  const skip = new Set<"apply" | "wait">();
  for (const part of listOf(annotations[`${PREFIX}skip`])) {
    if (part === "apply" || part === "wait") skip.add(part);
    else bad("skip", "apply or wait");
  }
  const health = annotations[`${PREFIX}health`];
  const value: ObjectPolicy = {
    dependsOn,
    weight: weight === undefined ? 0 : Number(weight) || 0,
    prune: choice("prune", ["yes", "keep", "confirm"] as const, "yes"),
    recreate: choice(
      "recreate",
      ["by flag", "allowed", "never"] as const,
      object.kind === "Job" ? "allowed" : "by flag",
    ),
    skip,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(health !== undefined && { health }),
  };
  return diagnostics.length > 0 ? { diagnostics } : { value, diagnostics };
}

/** What a live object says about being pruned; a misspelling there keeps it. */
export function livePrune(annotations: Readonly<Record<string, string>> = {}): ObjectPolicy["prune"] {
  const value = annotations[`${PREFIX}prune`];
  if (value === undefined || value === "yes") return "yes";
  return value === "confirm" ? "confirm" : "keep";
}

function listOf(text: string | undefined): string[] {
  return (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** `90s`, `5m`, `1h30m`; undefined if it is none. */
export function durationMs(text: string): number | undefined {
  if (!/^(?:[0-9]+(?:\.[0-9]+)?(?:ms|s|m|h))+$/.test(text)) return undefined;
  const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
  let sum = 0;
  for (const [, number, unit] of text.matchAll(/([0-9.]+)(ms|s|m|h)/g)) sum += Number(number) * units[unit!]!;
  return sum;
}
