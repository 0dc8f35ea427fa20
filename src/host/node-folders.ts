import { homedir } from "node:os";
import { join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** The folder for configuration of the user, where cue looks for it too. */
export function userConfigFolder(env: Environment, platform: string = process.platform): string {
  const home = env["HOME"] || homedir();
  if (platform === "win32") return env["AppData"] || env["APPDATA"] || join(home, "AppData", "Roaming");
  if (platform === "darwin") return join(home, "Library", "Application Support");
  return env["XDG_CONFIG_HOME"] || join(home, ".config");
}

/** The folder for caches of the user. */
export function userCacheFolder(env: Environment, platform: string = process.platform): string {
  const home = env["HOME"] || homedir();
  if (platform === "win32") return env["LocalAppData"] || env["LOCALAPPDATA"] || join(home, "AppData", "Local");
  if (platform === "darwin") return join(home, "Library", "Caches");
  return env["XDG_CACHE_HOME"] || join(home, ".cache");
}

/** The folder of cue's cache: $CUE_CACHE_DIR, or below the user's caches. */
export function cueCacheFolder(env: Environment): string {
  return env["CUE_CACHE_DIR"] || join(userCacheFolder(env), "cue");
}
