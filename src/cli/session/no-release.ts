import { clusterCode } from "../../source/index.ts";
import {} from "../../cluster/index.ts";
import type { Diagnostic } from "../../source/index.ts";

export function noRelease({ name, namespace }: { readonly name: string; readonly namespace: string }): Diagnostic {
  return {
    code: clusterCode.noRelease,
    severity: "error",
    message: `there is no release ${name} in ${namespace}`,
    args: { name, namespace },
    hint: "opm list -A shows all",
  };
}
