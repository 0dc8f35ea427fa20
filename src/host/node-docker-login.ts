// Docker's own configuration, changed: what `docker login` and `docker logout` do.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

interface DockerFile {
  auths?: Record<string, Record<string, unknown>>;
  credHelpers?: Record<string, string>;
  credsStore?: string;
  [other: string]: unknown;
}

/** Where it was kept; or why it could not be. */
type Kept = { readonly where: string } | { readonly why: string };

export function storeLogin(env: Environment, host: string, username: string, password: string): Kept {
  return change(env, host, (file, helper) => {
    if (helper !== undefined) {
      const done = callHelper(
        helper,
        "store",
        JSON.stringify({ ServerURL: host, Username: username, Secret: password }),
        env,
      );
      if (done !== undefined) return { why: done };
      (file.auths ??= {})[host] = {};
      return { where: `docker-credential-${helper}` };
    }
    (file.auths ??= {})[host] = { auth: Buffer.from(`${username}:${password}`).toString("base64") };
    return undefined;
  });
}

/** `known`: there was something to forget. */
export function eraseLogin(env: Environment, host: string): Kept & { readonly known?: boolean } {
  let known = false;
  const done = change(env, host, (file, helper) => {
    known = file.auths?.[host] !== undefined;
    if (helper !== undefined) callHelper(helper, "erase", host, env);
    if (file.auths !== undefined) delete file.auths[host];
    return helper === undefined ? undefined : { where: `docker-credential-${helper}` };
  });
  return { ...done, known };
}

function change(
  env: Environment,
  host: string,
  work: (file: DockerFile, helper: string | undefined) => Kept | undefined,
): Kept {
  const folder = env["DOCKER_CONFIG"] || join(env["HOME"] || homedir(), ".docker");
  const path = join(folder, "config.json");
  let file: DockerFile = {};
  try {
    file = JSON.parse(readFileSync(path, "utf8")) as DockerFile;
  } catch (error) {
    // One that is there and cannot be read is not replaced.
    if ((error as { code?: unknown }).code !== "ENOENT") return { why: `${path} cannot be read as JSON` };
  }
  const done = work(file, file.credHelpers?.[host] ?? (file.credsStore || undefined));
  if (done !== undefined && "why" in done) return done;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const aside = `${path}.${process.pid}`;
    writeFileSync(aside, `${JSON.stringify(file, null, "\t")}\n`, { mode: 0o600 });
    chmodSync(aside, 0o600);
    renameSync(aside, path);
  } catch (error) {
    return { why: (error as Error).message };
  }
  return done ?? { where: path };
}

/** Undefined if all went well. */
function callHelper(name: string, verb: "store" | "erase", input: string, env: Environment): string | undefined {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) return "the Docker configuration names no valid credential helper";
  const program = `docker-credential-${name}`;
  const done = spawnSync(program, [verb], { input, env: env as NodeJS.ProcessEnv, encoding: "utf8", timeout: 30_000 });
  if (done.error !== undefined) return `cannot run ${program}`;
  // What it says may repeat what it was given.
  return done.status === 0 ? undefined : `${program} ${verb} fails`;
}
