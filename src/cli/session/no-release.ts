import { clusterCode, tell, advise } from "../../source/index.ts";
import {} from "../../cluster/index.ts";
import type { Diagnostic } from "../../source/index.ts";

export function noRelease({ name, namespace }: { readonly name: string; readonly namespace: string }): Diagnostic {
  return {
    ...tell(clusterCode.noRelease, "there is no release {name} in {namespace}", { name, namespace }),
    severity: "error",
    hint: advise(clusterCode.noRelease, "opm list -A shows all"),
  };
}
