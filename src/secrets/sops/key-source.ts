// Where private keys come from: the same places that sops looks in. All of them add up.
import { isIdentity } from "./age-key.ts";
import type { Identities } from "./age-key.ts";

/** What is needed of the machine; src/host gives it. */
export interface KeyHost {
  env(name: string): string | undefined;
  readFile(path: string): Promise<string | null>;
  readonly platform: "linux" | "darwin" | "win32" | string;
}

export async function findIdentities(host: KeyHost): Promise<Identities> {
  const keys: string[] = [];
  const looked: string[] = [];
  const take = async (place: string, text: string | null | undefined): Promise<void> => {
    if (text === undefined) looked.push(`${place} (not set)`);
    else if (text === null) looked.push(`${place} (no such file)`);
    else {
      const found = await parseIdentities(text);
      looked.push(
        found.keys.length > 0
          ? place
          : `${place} (${found.ignored > 0 ? "no key of a supported kind" : "no key in it"})`,
      );
      keys.push(...found.keys);
    }
  };
  await take("SOPS_AGE_KEY", host.env("SOPS_AGE_KEY") || undefined);
  const file = host.env("SOPS_AGE_KEY_FILE") || undefined;
  await take("SOPS_AGE_KEY_FILE", file === undefined ? undefined : await host.readFile(file));
  const standard = defaultKeyFile(host);
  if (standard !== undefined) await take(standard, await host.readFile(standard));
  return { keys: [...new Set(keys)], looked };
}

/** One identity for each line; blank lines and comments are skipped. */
export async function parseIdentities(text: string): Promise<{ keys: string[]; ignored: number }> {
  const keys: string[] = [];
  let ignored = 0;
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    if (await isIdentity(line)) keys.push(line);
    else ignored++;
  }
  return { keys, ignored };
}

export function defaultKeyFile(host: Pick<KeyHost, "env" | "platform">): string | undefined {
  const config = host.env("XDG_CONFIG_HOME");
  if (config) return `${config}/sops/age/keys.txt`;
  if (host.platform === "win32") {
    const data = host.env("AppData") ?? host.env("APPDATA");
    return data && `${data}\\sops\\age\\keys.txt`;
  }
  const home = host.env("HOME");
  if (!home) return undefined;
  return host.platform === "darwin"
    ? `${home}/Library/Application Support/sops/age/keys.txt`
    : `${home}/.config/sops/age/keys.txt`;
}
