// Options of commands that reach a cluster, as data.
import { durationMs } from "../../cluster/index.ts";
import type { PlanOptions, ReleaseRequest } from "../../cluster/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { list } from "../command/mod-render.ts";
import { commandLineCode, tell } from "../../source/index.ts";

const defaultTimeout = 300_000;

/** A flag that stands for all, and its form with values. */
function chosen(options: CommandContext["options"], name: string): true | readonly string[] {
  return options[name] === true ? true : list(options[`${name}Of`]);
}

export type PlanFlags = ReleaseRequest["options"];

export function planOptions({ options }: Pick<CommandContext, "options">): PlanFlags {
  const prune = options["prune"];
  return {
    prune: prune === "yes" || prune === "no" ? prune : "ask",
    adopt: chosen(options, "adopt"),
    recreate: chosen(options, "recreate"),
    forceConflicts: chosen(options, "forceConflicts"),
    allowDelete: list(options["allowDelete"]),
    createNamespace: options["createNamespace"] === true,
  } satisfies PlanOptions & PlanFlags;
}

export interface WaitFlags {
  readonly wait: boolean;
  readonly timeoutMs: number;
  readonly noActivityMs?: number;
}

/** Undefined where a time cannot be read, which is told. */
export function waitFlags({ options, report }: CommandContext): WaitFlags | undefined {
  const time = (flag: string, value: unknown): number | null | undefined => {
    if (typeof value !== "string") return null;
    const ms = durationMs(value);
    if (ms === undefined)
      report([
        {
          ...tell(commandLineCode.badArgument, "{flag} {given}: expected a time such as 90s, 5m or 1h", {
            flag,
            given: value,
          }),
          severity: "error",
        },
      ]);
    return ms;
  };
  const timeout = time("--timeout", options["timeout"]);
  const idle = time("--no-activity-timeout", options["activityTimeout"]);
  if (timeout === undefined || idle === undefined) return undefined;
  return {
    wait: options["wait"] !== false,
    timeoutMs: timeout ?? defaultTimeout,
    ...(idle !== null && { noActivityMs: idle }),
  };
}
