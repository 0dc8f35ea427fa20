// Names of documents: editors use URIs, the loader absolute paths with slashes.

/** The scheme of texts that no file holds: packages of modules that were fetched. */
const SOURCE_SCHEME = "opm-source";

/** What a document is called here; one that is no file keeps its URI below a folder of its own. */
export function pathOfUri(uri: string): string {
  const file = /^file:\/\/([^/?#]*)(\/[^?#]*)/i.exec(uri);
  if (file === null) {
    const own = new RegExp(`^${SOURCE_SCHEME}:/+(.*)$`).exec(uri);
    return own === null ? `/${uri.replaceAll("/", "\u2215")}` : decode(own[1]!);
  }
  const path = decode(file[2]!);
  const host = file[1] === "" || file[1] === "localhost" ? "" : `//${file[1]}`;
  // `/c:/x` is a drive of Windows: the letter's case is the editor's whim.
  const drive = /^\/([A-Za-z]):(\/.*)?$/.exec(path);
  return drive === null ? host + path : `${drive[1]!.toUpperCase()}:${drive[2] ?? "/"}`;
}

export function uriOfPath(path: string): string {
  const drive = /^([A-Za-z]):(\/.*)$/.exec(path);
  if (drive !== null) return `file:///${drive[1]!.toLowerCase()}%3A${encode(drive[2]!)}`;
  if (/^\/[a-z][a-z0-9+.-]+:[^/]*$/i.test(path)) return path.slice(1).replaceAll("\u2215", "/");
  if (path.startsWith("//")) return `file:${encode(path)}`;
  return path.startsWith("/") ? `file://${encode(path)}` : `${SOURCE_SCHEME}:/${encode(path)}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const encode = (path: string): string =>
  path
    .split("/")
    .map((part) => encodeURIComponent(part).replaceAll("%40", "@"))
    .join("/");
