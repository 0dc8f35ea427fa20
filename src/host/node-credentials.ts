import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Credentials, CredentialSource } from "../registry/index.ts";
import { userConfigFolder } from "./node-folders.ts";

/**
 * What `cue login` and `docker login` have stored, in this order. Files that are missing or that
 * cannot be read count as empty: most registries need no login.
 */
export function nodeCredentials(env: Readonly<Record<string, string | undefined>>): CredentialSource {
  let cue: Map<string, Credentials> | undefined;
  let docker: Map<string, Credentials> | undefined;
  return (host) => {
    cue ??= readCueLogins(env);
    docker ??= readDockerConfig(env);
    return Promise.resolve(cue.get(host) ?? docker.get(host));
  };
}

function readObject(path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
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

function readDockerConfig(env: Readonly<Record<string, string | undefined>>): Map<string, Credentials> {
  const out = new Map<string, Credentials>();
  const folder = env["DOCKER_CONFIG"] || join(env["HOME"] || homedir(), ".docker");
  const auths = readObject(join(folder, "config.json"))["auths"];
  if (!isObject(auths)) return out;
  for (const [name, entry] of Object.entries(auths)) {
    if (!isObject(entry)) continue;
    const host = name.replace(/^https?:\/\//, "").replace(/\/.*$/, "");
    if (typeof entry["auth"] === "string" && entry["auth"] !== "") {
      const text = Buffer.from(entry["auth"], "base64").toString("utf8");
      const colon = text.indexOf(":");
      if (colon > 0) out.set(host, { kind: "basic", username: text.slice(0, colon), password: text.slice(colon + 1) });
    } else if (typeof entry["username"] === "string" && typeof entry["password"] === "string") {
      out.set(host, { kind: "basic", username: entry["username"], password: entry["password"] });
    }
  }
  return out;
}
