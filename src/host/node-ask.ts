// A question to the person at the terminal.
import { readSync } from "node:fs";

/** One line; undefined if nobody is there. */
export function askLine(): string | undefined {
  if (process.stdin.isTTY !== true) return undefined;
  const byte = Buffer.alloc(1);
  const bytes: number[] = [];
  for (;;) {
    let count: number;
    try {
      count = readSync(0, byte);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return undefined;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      continue;
    }
    if (count === 0) return bytes.length === 0 ? undefined : Buffer.from(bytes).toString("utf8");
    if (byte[0] === 10) return Buffer.from(bytes).toString("utf8").trim();
    bytes.push(byte[0]!);
  }
}
