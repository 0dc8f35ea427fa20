// What is said about secrets before anything is rendered (SEC-9): those without a value, and literals where none
// should be.
import { tell, advise } from "../source/index.ts";
import type { Diagnostic, Severity } from "../source/index.ts";
import type { SecretSlot } from "./from-cue.ts";
import type { SecretStatus } from "./secret-status.ts";
import { VALUES_CODE } from "./values-code.ts";

/** Every secret that nothing fulfils, at the field of `#config` that asks for it, with its comment. */
export function missingSecrets(slots: readonly SecretSlot[], statuses: readonly SecretStatus[]): Diagnostic[] {
  return statuses.flatMap((status, i): Diagnostic[] => {
    if (status.how !== "missing") return [];
    const { place, doc } = slots[i]!;
    return [
      {
        ...tell(VALUES_CODE.missingSecret, "the secret {path} has no value", { path: status.path }),
        severity: "error",
        path: `values.${status.path}`,
        ...(place && { places: [{ ...place, label: "asked for here" }] }),
        ...(doc !== "" && { notes: [doc] }),
        hint: advise(
          VALUES_CODE.missingSecret,
          "give {value: …}, a reference {source, path, remoteKey}, or a tag such as @env(NAME)",
        ),
      },
    ];
  });
}

/** A warning for literals in production, an error where a policy forbids them. */
export function literalSecrets(statuses: readonly SecretStatus[], severity: Severity): Diagnostic[] {
  return statuses.flatMap((status): Diagnostic[] =>
    status.how !== "literal"
      ? []
      : [
          {
            ...tell(VALUES_CODE.literalSecret, "{path} is a secret with a literal value", { path: status.path }),
            severity,
            path: `values.${status.path}`,
            ...(status.place && { places: [{ ...status.place, label: `set by the ${status.source}` }] }),
            hint: advise(
              VALUES_CODE.literalSecret,
              "use a reference {source, path, remoteKey} or a tag such as @secret(…) for production",
            ),
          },
        ],
  );
}
