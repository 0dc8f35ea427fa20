// Values in a diff, as lines of text that are safe to print.
import type { GroupedChange } from "../../delivery/index.ts";
import { manifestYaml } from "../../pipeline/index.ts";
import { unifiedDiff } from "../cue/unified-diff.ts";
import { neutralise } from "./neutralise.ts";

interface DiffLine {
  readonly sign: " " | "-" | "+" | "~";
  readonly text: string;
}

const MOST_LINES = 40;

/** `Deployment/web spec.replicas`. */
export function changeHead({ kind, name, path, objects }: GroupedChange): string {
  const object = name === undefined ? `${kind} (${objects} of them)` : `${kind}/${name}`;
  return neutralise(path === "" ? object : `${object} ${path}`);
}

/** `2 → 3` where both fit on a line. */
export function shortChange({ change, before, after, secret }: GroupedChange): string | undefined {
  if (secret) return change === "changed" ? "(secret) changed" : `(secret) ${change}`;
  if (change === "order") return `order: ${inline(before) ?? "…"} → ${inline(after) ?? "…"}`;
  const left = inline(before);
  const right = inline(after);
  if (change === "changed") return left === undefined || right === undefined ? undefined : `${left} → ${right}`;
  const one = change === "added" ? right : left;
  return one === undefined ? undefined : `${change === "added" ? "+" : "-"} ${one}`;
}

/** What does not fit on a line, line by line. */
export function longChange({ before, after }: GroupedChange): DiffLine[] {
  const a = before === undefined ? "" : valueText(before);
  const b = after === undefined ? "" : valueText(after);
  const lines = unifiedDiff("a", a, "b", b)
    .split("\n")
    .slice(3)
    .filter((line) => line !== "" && !line.startsWith("\\"))
    .map((line): DiffLine => {
      if (line.startsWith("@@")) return { sign: "~", text: "…" };
      return { sign: line[0] as " " | "-" | "+", text: neutralise(line.slice(1)) };
    });
  if (lines[0]?.sign === "~") lines.shift();
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES), { sign: "~", text: `… ${lines.length - MOST_LINES} lines more` }];
}

function inline(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "string" && value.includes("\n")) return undefined;
  if (typeof value === "object" && value !== null && !isShort(value)) return undefined;
  const text = neutralise(plainText(value));
  return text.length > 120 ? undefined : text;
}

const isShort = (value: object): boolean =>
  "isInt" in value ||
  (Array.isArray(value) ? value.every((x) => typeof x !== "object") : Object.keys(value).length === 0);

function plainText(value: unknown): string {
  if (typeof value === "object" && value !== null && "isInt" in value)
    return (value as unknown as { text: string }).text;
  return JSON.stringify(value, (_, x: unknown) => (typeof x === "bigint" ? Number(x) : x));
}

function valueText(value: unknown): string {
  return typeof value === "string" ? (value.endsWith("\n") ? value : `${value}\n`) : manifestYaml(value);
}
