// Manifests as text: keys sorted, so that the same objects give the same bytes.
import { compareBytes, jsonText, yamlText } from "../../cue/index.ts";
import type { Data } from "../../cue/index.ts";
import { NumberText } from "./number-text.ts";
import { compareKeys, floatText, goQuotes } from "./go-yaml-style.ts";

/** One YAML stream, documents apart by `---`. */
export function manifestsYaml(objects: readonly unknown[]): string {
  return objects.map(manifestYaml).join("---\n");
}

export function manifestYaml(object: unknown): string {
  return yamlText(toData(object, compareKeys), goQuotes);
}

/** One `List`, however many there are: what `kubectl apply -f -` takes and `kubectl get -o json` prints. */
export function manifestsJson(objects: readonly unknown[]): string {
  return manifestJson({ apiVersion: "v1", kind: "List", items: objects });
}

export function manifestJson(object: unknown): string {
  return `${jsonText(toData(object, compareBytes), "  ")}\n`;
}

/** A file name for each object: `<kind>-<name>.yaml`, with a number where that is taken. */
export function splitNames(
  objects: readonly { readonly kind: string; readonly name: string }[],
  ending: string,
): string[] {
  const taken = new Set<string>();
  return objects.map(({ kind, name }) => {
    const base = `${kind.toLowerCase()}-${name.replace(/[^A-Za-z0-9._-]/g, "_")}`;
    let file = `${base}.${ending}`;
    for (let n = 2; taken.has(file); n++) file = `${base}-${n}.${ending}`;
    taken.add(file);
    return file;
  });
}

function toData(value: unknown, order: (a: string, b: string) => number): Data {
  if (value === null || value === undefined) return { kind: "null" };
  if (value instanceof NumberText) return { kind: "number", text: value.text, isInt: value.isInt };
  if (value instanceof Uint8Array) return { kind: "bytes", value };
  switch (typeof value) {
    case "boolean":
      return { kind: "bool", value };
    case "string":
      return { kind: "string", value };
    case "bigint":
      return { kind: "number", text: String(value), isInt: true };
    case "number":
      return Number.isInteger(value)
        ? { kind: "number", text: String(value), isInt: true }
        : { kind: "number", text: order === compareKeys ? floatText(value) : String(value), isInt: false };
    default:
  }
  if (Array.isArray(value)) return { kind: "list", items: value.map((item) => toData(item, order)) };
  const entries = value instanceof Map ? [...(value as Map<string, unknown>)] : Object.entries(value as object);
  entries.sort(([a], [b]) => order(a, b));
  return { kind: "struct", fields: entries.map(([name, inner]) => ({ name, value: toData(inner, order) })) };
}
