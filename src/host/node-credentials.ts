import { homedir } from "node:os";
import { join } from "node:path";
import type { Credentials, CredentialSource } from "../registry/index.ts";
import { askCredentialHelper } from "./node-credential-helper.ts";
import { userConfigFolder } from "./node-folders.ts";
import { readRegularFile } from "./node-regular-file.ts";

const configLimit = 4 << 20;

/**
 * What `cue login` and `docker login` have stored, in this order; the latter also by its helper programs. Files that are missing or that
 * cannot be read count as empty: most registries need no login.
 */
export function nodeCredentials(env: Readonly<Record<string, string | undefined>>): CredentialSource {
  let cue: Map<string, Credentials> | undefined;
  let docker: DockerConfig | undefined;
  return async (host) => {
    cue ??= readCueLogins(env);
    docker ??= readDockerConfig(env);
    const known = cue.get(host);
    if (known !== undefined) return known;
    const helper = docker.helpers.get(host);
    if (helper !== undefined) return askCredentialHelper(helper, host, env);
    const stored = docker.logins.get(host);
    if (stored !== undefined || docker.store === undefined) return stored;
    return askCredentialHelper(docker.store, docker.names.get(host) ?? host, env);
  };
}

function readObject(path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readRegularFile(path, configLimit).toString("utf8"));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(x: unknown): x is Record<string, unknown> {
  return typeof x === "object" && x !== null && !Array.isArray(x);
}

function readCueLogins(env: Readonly<Record<string, string | undefined>>): Map<string, Credentials> {
  const out = new Map<string, Credentials>();
  const folder = env["CUE_CONFIG_DIR"] || join(userConfigFolder(env), "cue");
  const registries = readObject(join(folder, "logins.json"))["registries"];
  if (!isObject(registries)) return out;
  for (const [host, login] of Object.entries(registries)) {
    if (!isObject(login) || typeof login["access_token"] !== "string") continue;
    const expiry = typeof login["expiry"] === "string" ? Date.parse(login["expiry"]) : Number.NaN;
    if (expiry < Date.now()) continue;
    out.set(host, { kind: "bearer", token: login["access_token"] });
  }
  return out;
}

interface DockerConfig {
  readonly logins: ReadonlyMap<string, Credentials>;
  /** Names of helper programs by host. */
  readonly helpers: ReadonlyMap<string, string>;
  /** The helper for all other hosts. */
  readonly store: string | undefined;
  /** The name that a host has there: an address, for some. */
  readonly names: ReadonlyMap<string, string>;
}

function readDockerConfig(env: Readonly<Record<string, string | undefined>>): DockerConfig {
  const logins = new Map<string, Credentials>();
  const names = new Map<string, string>();
  const helpers = new Map<string, string>();
  const folder = env["DOCKER_CONFIG"] || join(env["HOME"] || homedir(), ".docker");
  const { auths, credHelpers, credsStore } = readObject(join(folder, "config.json"));
  if (isObject(credHelpers))
    for (const [host, name] of Object.entries(credHelpers))
      if (typeof name === "string" && name !== "") helpers.set(host, name);
  for (const [name, entry] of Object.entries(isObject(auths) ? auths : {})) {
    if (!isObject(entry)) continue;
    const host = name.replace(/^https?:\/\//, "").replace(/\/.*$/, "");
    names.set(host, name);
    if (typeof entry["auth"] === "string" && entry["auth"] !== "") {
      const text = Buffer.from(entry["auth"], "base64").toString("utf8");
      const colon = text.indexOf(":");
      if (colon > 0)
        logins.set(host, { kind: "basic", username: text.slice(0, colon), password: text.slice(colon + 1) });
    } else if (typeof entry["username"] === "string" && typeof entry["password"] === "string") {
      logins.set(host, { kind: "basic", username: entry["username"], password: entry["password"] });
    }
  }
  return {
    logins,
    helpers,
    store: typeof credsStore === "string" && credsStore !== "" ? credsStore : undefined,
    names,
  };
}
