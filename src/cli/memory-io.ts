import type { Io } from "./io.ts";

/** Streams that remember, for tests and for whoever runs a command line in this process. */
interface MemoryIo extends Io {
  out(): string;
  err(): string;
}

export function memoryIo(cwd = "/", env: Io["env"] = {}, terminal = false): MemoryIo {
  const decoder = new TextDecoder();
  let out = "";
  let err = "";
  let now = 0;
  return {
    env,
    cwd,
    stdout: (data) => void (out += typeof data === "string" ? data : decoder.decode(data)),
    stderr: (text) => void (err += text),
    stdin: () => new Uint8Array(),
    isTerminal: () => terminal,
    clock: () => (now += 1),
    out: () => out,
    err: () => err,
  };
}
