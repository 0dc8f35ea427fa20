import type { Io } from "../io.ts";
import { neutralise } from "./neutralise.ts";

/**
 * What to say of an exception that nobody expected: that it is our mistake and what a report needs.
 * The command's arguments are left out, because a `--set` may hold a secret.
 */
export function crashText(error: unknown, command: string, version: string, env: Io["env"], withheld = false): string {
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

const WITHHELD = "the message is withheld, because values were read and it was not known yet which of them are secret";

/** A stack without the message in front of it. */
function framesOf(stack: string): string {
  return stack
    .split("\n")
    .filter((line) => /^\s+at .*:[0-9]+:[0-9]+\)?$/.test(line))
    .join("\n");
}
