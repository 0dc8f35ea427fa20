import { createHash } from "node:crypto";

/** SHA-256 in hex; text as UTF-8. */
export function sha256Hex(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
