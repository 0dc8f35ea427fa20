// What the tests of commands share: a command line run in this process, and folders that go away.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { main } from "../main.ts";
import { memoryIo } from "../memory-io.ts";

let folder: string | undefined;

export function scratch(): string {
  return (folder ??= mkdtempSync(join(tmpdir(), "opm-")));
}

/** For `afterAll`: files of tests share this module. */
export function removeScratch(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  folder = undefined;
}

/** Words are parted by blanks; quotes keep one together. */
export async function opm(line: string | readonly string[], env: Record<string, string> = {}, stdin = "") {
  const io = { ...memoryIo(process.cwd(), { HOME: scratch(), ...env }), stdin: () => new TextEncoder().encode(stdin) };
  const words = typeof line === "string" ? [...line.matchAll(/'([^']*)'|(\S+)/g)].map((m) => m[1] ?? m[2]!) : line;
  const { exit } = await main(words, io, "0.0.0");
  return { exit, out: io.out(), err: io.err() };
}

/** An example that a test may change. */
export function copyOf(example: string): string {
  const copy = join(mkdtempSync(join(scratch(), "m-")), example);
  cpSync(join("examples", example), copy, { recursive: true });
  return copy;
}

/** A new folder with these files. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const made = mkdtempSync(join(scratch(), "f-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(made, name)), { recursive: true });
    writeFileSync(join(made, name), text);
  }
  return made;
}
