import type { Outcome } from "../../source/index.ts";
import type { Config } from "../0-config/config.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";

/** The provider that is asked for, or the only one there is. */
export function chooseProvider({ settings, providers }: Pick<Config, "settings" | "providers">): Outcome<string> {
  const asked = settings.provider;
  if (asked !== undefined && providers.includes(asked.value)) return { value: asked.value, diagnostics: [] };
  if (asked === undefined && providers.length === 1) return { value: providers[0]!, diagnostics: [] };
  return {
    diagnostics: [
      {
        code: PIPELINE_CODE.noProvider,
        severity: "error",
        message:
          asked === undefined
            ? `${providers.length} providers are configured and none is chosen`
            : `there is no provider ${asked.value} (asked for by ${asked.from})`,
        notes: [`configured: ${providers.join(", ")}`],
        hint: "choose one with --provider, OPM_PROVIDER or config.provider",
      },
    ],
  };
}
