// Values of fields, short enough for a line; what a Secret holds is told only to be there.
import { MASK } from "../../secrets/index.ts";

const longest = 100;

/** Whether a path of an object is where secrets are: data of Secrets, and copies of whole objects in annotations. */
export function isHiddenPath(kind: string, path: string): boolean {
  if (path.includes("kubectl.kubernetes.io/last-applied-configuration")) return true;
  return kind === "Secret" && /^\.(data|stringData)\b/.test(path);
}

export function fieldValue(value: unknown, hidden: boolean): string {
  if (value === undefined) return "(none)";
  if (hidden) return MASK;
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** The same for data that programs read: structure stays, texts are masked. */
export function maskedValue(value: unknown, hidden: boolean): unknown {
  if (value === undefined) return null;
  return hidden ? MASK : value;
}
