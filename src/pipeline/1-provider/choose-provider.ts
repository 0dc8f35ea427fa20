import { tell, advise } from "../../source/index.ts";
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
        ...(asked === undefined
          ? tell(PIPELINE_CODE.noProvider, "{count} providers are configured and none is chosen", {
              count: providers.length,
            })
          : tell(PIPELINE_CODE.noProvider, "there is no provider {asked} (asked for by {from})", {
              asked: asked.value,
              from: asked.from,
            })),
        severity: "error",
        notes: [`configured: ${providers.join(", ")}`],
        hint: advise(PIPELINE_CODE.noProvider, "choose one with --provider, OPM_PROVIDER or config.provider"),
      },
    ],
  };
}
