// Texts that were derived in earlier runs, in the user's cache folder. Best effort: without it everything is only slower.
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { DerivedCache } from "../pipeline/index.ts";
import { sha256, toHex, utf8 } from "../tera/index.ts";
import { isOwnFolder, ownCacheFolder, readOwnFile } from "./node-own-folder.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const kept = 200;
/** Of one text; the largest that are derived have some ten thousand characters. */
const limit = 16 << 20;

/** Undefined where there is no folder of the user's own, or where the program itself has no name that changes with it. */
export function nodeDerivedCache(
  env: Environment,
  // The bundle is named after its content: what another build derived is of no use to this one.
  program = typeof __filename === "string" ? basename(__filename) : "",
): DerivedCache | undefined {
  if (!/^program-[0-9a-f]+\.cjs$/.test(program)) return undefined;
  const own = ownCacheFolder(env);
  if (own === undefined) return undefined;
  const folder = join(own, "derived");
  let trusted: boolean | undefined;
  const fileOf = (key: string): string =>
    join(folder, `${program.slice(8, 24)}-${key.replace(/[^A-Za-z0-9.-]+/g, "_")}`);
  return {
    get(key) {
      if (!(trusted ??= isOwnFolder(folder, false))) return undefined;
      const text = readOwnFile(fileOf(key), limit);
      if (text === undefined) return undefined;
      // What it was made from, and a digest of it: an entry that is damaged or of something else is no entry.
      const line = text.indexOf("\n");
      const body = text.slice(line + 1);
      return text.slice(0, line) === header(program, key, body) ? body : undefined;
    },
    put(key, body) {
      if (!(trusted = isOwnFolder(folder, true))) return;
      const file = fileOf(key);
      const temporary = `${file}.${process.pid}`;
      try {
        writeFileSync(temporary, `${header(program, key, body)}\n${body}`, { mode: 0o600, flag: "wx" });
        renameSync(temporary, file);
        prune(folder);
      } catch {
        // a full or read-only disk is no reason to fail
        rmSync(temporary, { force: true });
      }
    },
  };
}

function header(program: string, key: string, body: string): string {
  // Loading node:crypto takes longer than this.
  const hex = toHex(sha256(utf8(`${program}\n${key}\n${body}`)));
  return `opm-derived-2 ${program} ${JSON.stringify(key)} ${hex}`;
}

function prune(folder: string): void {
  const names = readdirSync(folder);
  if (names.length <= kept) return;
  const aged = names.map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }));
  aged.sort((a, b) => b.at - a.at);
  for (const { name } of aged.slice(kept)) rmSync(join(folder, name), { force: true });
}
