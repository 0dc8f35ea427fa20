import { basename } from "node:path";

/** Names the program's code: another build has another name. Without a bundle (tests) it is the version alone. */
export function programId(version: string): string {
  const program = typeof __filename === "string" ? basename(__filename) : "";
  return /^program-[0-9a-f]+\.cjs$/.test(program) ? program : `opm-${version}`;
}
