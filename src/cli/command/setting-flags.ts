import type { SettingFlags } from "../../pipeline/index.ts";
import type { CommandContext } from "../command-spec.ts";

/** Flags that are settings too. */
export function settingFlags({ options }: CommandContext): SettingFlags {
  const flags: Record<string, string> = {};
  for (const name of ["registry", "provider", "namespace", "kubeconfig", "context", "platform"])
    if (typeof options[name] === "string") flags[name] = options[name];
  return flags;
}
