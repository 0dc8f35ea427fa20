// Texts that were derived in earlier runs, in the user's cache folder. Best effort: without it everything is only slower.
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { DerivedCache } from "../pipeline/index.ts";
import { userCacheFolder } from "./node-folders.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const kept = 200;

/** Undefined where there is no folder of the user's own, or where the program itself has no name that changes with it. */
export function nodeDerivedCache(env: Environment): DerivedCache | undefined {
  // The bundle is named after its content: what another build derived is of no use to this one.
  const program = typeof __filename === "string" ? basename(__filename) : "";
  if (!/^program-[0-9a-f]+\.cjs$/.test(program)) return undefined;
  const folder = join(env["OPM_CACHE_DIR"] || join(userCacheFolder(env), "opm"), "derived");
  const fileOf = (key: string): string =>
    join(folder, `${program.slice(8, 24)}-${key.replace(/[^A-Za-z0-9.-]+/g, "_")}`);
  return {
    get(key) {
      let text: string;
      try {
        text = readFileSync(fileOf(key), "utf8");
      } catch {
        return undefined; // not there yet
      }
      // A key and a checksum on top: an entry that is damaged or of somebody else is no entry.
      const line = text.indexOf("\n");
      const body = text.slice(line + 1);
      return text.slice(0, line) === header(program, key, body) ? body : undefined;
    },
    put(key, body) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const file = fileOf(key);
        const temporary = `${file}.${process.pid}`;
        writeFileSync(temporary, `${header(program, key, body)}\n${body}`, { mode: 0o600 });
        renameSync(temporary, file);
        prune(folder);
      } catch {
        // a full or read-only disk is no reason to fail
      }
    },
  };
}

function header(program: string, key: string, body: string): string {
  return `opm-derived-1 ${program} ${JSON.stringify(key)} ${body.length} ${checksum(body)}`;
}

/** Against damage, not against malice: the folder is the user's own. Loading node:crypto takes longer than this. */
function checksum(text: string): number {
  let a = 1;
  let b = 0;
  // Sums of so many stay small integers.
  const block = 200;
  for (let from = 0; from < text.length; from += block) {
    const to = Math.min(from + block, text.length);
    for (let i = from; i < to; i++) {
      a += text.charCodeAt(i);
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  return b * 65536 + a;
}

function prune(folder: string): void {
  const names = readdirSync(folder);
  if (names.length <= kept) return;
  const aged = names.map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }));
  aged.sort((a, b) => b.at - a.at);
  for (const { name } of aged.slice(kept)) rmSync(join(folder, name), { force: true });
}
