// Who makes a Secret: the release writes it, External Secrets or the CSI driver does. Only one of them can own it.
import { tell, advise } from "../source/index.ts";
import type { Diagnostic } from "../source/index.ts";
import type { SecretField } from "./discover.ts";
import { SECRET_CODE } from "./secret-code.ts";

/** External Secrets can add to a Secret that the release writes; the driver would replace what others wrote. */
export function findOwners(fields: readonly SecretField[]): Diagnostic[] {
  const groups = new Map<string, SecretField[]>();
  for (const field of fields) groups.set(field.secretName, [...(groups.get(field.secretName) ?? []), field]);
  return [...groups].flatMap(([name, group]): Diagnostic[] => {
    const driver = group.find((field) => ownerOf(field) === "the CSI driver");
    const other = group.find((field) => ownerOf(field) !== undefined && ownerOf(field) !== "the CSI driver");
    if (driver === undefined || other === undefined) return [];
    const [first, second] = [driver, other].map(({ path }) => path.join("."));
    return [
      {
        ...tell(
          SECRET_CODE.clash,
          "{first} and {second} share the Secret {secret}, which the CSI driver and {owner} would both make",
          { first: first!, second: second!, secret: name, owner: ownerOf(other)! },
        ),
        severity: "error",
        path: second!,
        hint: advise(SECRET_CODE.clash, "give one of them another $secretName"),
      },
    ];
  });
}

function ownerOf({ variant }: SecretField): string | undefined {
  if (variant.kind === "literal") return "the release";
  if (variant.kind !== "ref") return undefined;
  return variant.source === "k8s-csi"
    ? "the CSI driver"
    : variant.source === "k8s-eso"
      ? "External Secrets"
      : undefined;
}
