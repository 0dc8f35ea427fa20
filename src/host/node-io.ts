import { fstatSync, readFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Tty from "node:tty";

const stdin = 0;
const stdout = 1;
const stderr = 2;

/**
 * This process's streams and surroundings. Writing is synchronous and complete when it returns, so that the
 * process may exit at any time; it also spares the start of Node's stream machinery, which costs several milliseconds.
 */
export function nodeIo() {
  return {
    env: process.env as Readonly<Record<string, string | undefined>>,
    cwd: process.cwd(),
    stdout: (data: string | Uint8Array) => writeAll(stdout, data),
    stderr: (text: string) => writeAll(stderr, text),
    stdin: () => new Uint8Array(readFileSync(stdin)),
    isTerminal: (stream: "stdout" | "stderr") => isTerminal(stream === "stdout" ? stdout : stderr),
    // `performance` is loaded when it is first touched, which takes three milliseconds.
    clock: () => process.uptime() * 1000,
  };
}

/** Writes all of it. A reader that went away (`opm … | head`) ends the program quietly, as a pipe's signal would. */
function writeAll(fd: number, data: string | Uint8Array): void {
  const bytes = typeof data === "string" ? Buffer.from(data) : data;
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(fd, bytes, at, bytes.length - at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EPIPE") process.exit(fd === stdout ? 0 : 1);
      // A pipe that another program made non-blocking is full: wait for its reader.
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** Only a character device can be a terminal; asking Node itself loads its network. */
function isTerminal(fd: number): boolean {
  try {
    if (!fstatSync(fd).isCharacterDevice()) return false;
  } catch {
    return false;
  }
  return (createRequire(`${process.cwd()}/`)("node:tty") as typeof Tty).isatty(fd);
}
