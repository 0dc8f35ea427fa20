// The programs `docker-credential-NAME` that a user's Docker configuration names: they keep logins in the system's own
// safe. One is asked for one host, by its input, and answers with JSON.
import { spawn } from "node:child_process";
import type { Credentials } from "../registry/index.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const patience = 30_000;
const answerLimit = 64 << 10;

/** Undefined where the helper knows nothing of the host. Rejects where it cannot be asked. */
export function askCredentialHelper(name: string, host: string, env: Environment): Promise<Credentials | undefined> {
  // A name, never a path: the program is one that the user has on the PATH.
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name))
    return Promise.reject(new Error(`the Docker configuration names no valid credential helper for ${host}`));
  const program = `docker-credential-${name}`;
  return new Promise((resolve, reject) => {
    const child = spawn(program, ["get"], { env, stdio: ["pipe", "pipe", "ignore"], timeout: patience });
    const chunks: Buffer[] = [];
    let length = 0;
    child.on("error", (error) => {
      const absent = (error as { code?: unknown }).code === "ENOENT";
      reject(new Error(`cannot run ${program}${absent ? ": it is not on the PATH" : ""}`));
    });
    child.stdin.on("error", () => undefined); // it need not read what it was asked
    child.stdout.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= answerLimit) chunks.push(chunk);
      else child.kill("SIGKILL");
    });
    child.on("close", (code, signal) => {
      if (signal !== null) reject(new Error(`${program} does not answer`));
      // Not to know a host is a failure by the protocol, and says so in words that differ.
      else resolve(code === 0 ? readAnswer(Buffer.concat(chunks).toString("utf8")) : undefined);
    });
    child.stdin.end(host);
  });
}

function readAnswer(text: string): Credentials | undefined {
  try {
    const { Username, Secret } = JSON.parse(text) as { Username?: unknown; Secret?: unknown };
    if (typeof Username !== "string" || typeof Secret !== "string" || Secret === "") return undefined;
    return { kind: "basic", username: Username, password: Secret };
  } catch {
    return undefined;
  }
}
