import { existsSync, readFileSync } from "node:fs";

/** Undefined where there is nothing that can be read. Asked first, because most are not there and an exception is dear. */
export function readText(path: string): string | undefined {
  try {
    return existsSync(path) ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}
