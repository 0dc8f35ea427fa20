import { trustCode } from "../../source/index.ts";
import type { Io } from "../io.ts";
import { neutralise } from "./neutralise.ts";

/**
 * What to say of an exception that nobody expected: that it is our mistake and what a report needs.
 * The command's arguments are left out, because a `--set` may hold a secret.
 */
export function crashText(error: unknown, command: string, version: string, env: Io["env"], withheld = false): string {
  const limit = limitText(error);
  if (limit !== undefined && !env["OPM_DEBUG"]) return limit;
  const system = systemText(error);
  if (system !== undefined && !env["OPM_DEBUG"]) return neutralise(system);
  const message = withheld ? WITHHELD : error instanceof Error ? error.message : String(error);
  const lines = [
    `opm: internal error: ${message}`,
    "This is a mistake in opm, not in your input. Please report it where you got opm, with these lines and, if you can, the input:",
    `  opm ${version}, node ${process.version}, ${process.platform}-${process.arch}, command: ${command || "(none)"}`,
  ];
  if (!env["OPM_DEBUG"]) lines.push("  OPM_DEBUG=1 prints where it happened.");
  else if (error instanceof Error && error.stack) lines.push(withheld ? framesOf(error.stack) : error.stack);
  return `${neutralise(lines.join("\n"))}\n`;
}

/** What was asked for is too much, and nobody on the way has said so: no mistake of ours. */
export function limitText(error: unknown): string | undefined {
  const said = (message: string): string =>
    `error[${trustCode.tooLarge}]: ${message}\n  hint: look for a value that grows with every use of it; --limits allows more\n`;
  if (typeof error !== "object" || error === null) return undefined;
  // An `Exhausted` of the engine; the program's bundle has a class of its own.
  const { what, limit } = error as { what?: unknown; limit?: unknown };
  if (typeof what === "string" && typeof limit === "number") return said(`the result takes more than ${limit} ${what}`);
  if (!(error instanceof RangeError) && (error as { code?: unknown }).code !== "ERR_STRING_TOO_LONG") return undefined;
  return /call stack/.test((error as Error).message)
    ? said("something is nested too deeply")
    : said("something is larger than a program can hold");
}

/** What the system refuses is no mistake of ours: a full disk, a folder where a file was expected. */
export function systemText(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, path, dest, syscall } = error as NodeJS.ErrnoException & { dest?: string };
  const words = code === undefined ? undefined : systemWords[code];
  if (words === undefined || syscall === undefined) return undefined;
  const where = dest ?? path ?? (syscall === "write" ? "the output" : syscall === "read" ? "the input" : "a file");
  return `error[${trustCode.system}]: ${where}: ${words}\n`;
}

const systemWords: Readonly<Record<string, string>> = {
  ENOSPC: "no space is left",
  EDQUOT: "no space is left for this user",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of the path is a file",
  ENOENT: "there is no such file",
  EIO: "the device fails",
  ELOOP: "links lead in a circle",
  ENAMETOOLONG: "the name is too long",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  EFBIG: "it would be too large",
  EBADF: "it is not open",
};

const WITHHELD = "the message is withheld, because values were read and it was not known yet which of them are secret";

/** A stack without the message in front of it. */
function framesOf(stack: string): string {
  return stack
    .split("\n")
    .filter((line) => /^\s+at .*:[0-9]+:[0-9]+\)?$/.test(line))
    .join("\n");
}
