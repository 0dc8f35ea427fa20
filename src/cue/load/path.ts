/** Slash-separated paths. Windows hosts convert at their edge. */
export function cleanPath(path: string): string {
  if (path === "") return ".";
  const rooted = path.startsWith("/");
  const out: string[] = [];
  for (const element of path.split("/")) {
    if (element === "" || element === ".") continue;
    if (element !== "..") out.push(element);
    else if (out.length > 0 && out[out.length - 1] !== "..") out.pop();
    else if (!rooted) out.push("..");
  }
  const joined = out.join("/");
  return rooted ? `/${joined}` : joined === "" ? "." : joined;
}

/** Empty parts are left out; the result is clean. */
export function joinPath(...parts: readonly string[]): string {
  const present = parts.filter((p) => p !== "");
  return present.length === 0 ? "" : cleanPath(present.join("/"));
}

export function dirOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return cleanPath(path.slice(0, slash + 1));
}

export function baseOf(path: string): string {
  if (path === "") return ".";
  const trimmed = path.replace(/\/+$/, "");
  return trimmed === "" ? "/" : trimmed.slice(trimmed.lastIndexOf("/") + 1);
}

/** The extension with its dot; "" if the last element has none. */
export function extensionOf(path: string): string {
  const dot = path.lastIndexOf(".");
  return dot > path.lastIndexOf("/") ? path.slice(dot) : "";
}

export function isAbsolute(path: string): boolean {
  return path.startsWith("/");
}

/** The way from one absolute folder to another path. */
export function relativePath(from: string, to: string): string {
  const a = cleanPath(from)
    .split("/")
    .filter((s) => s !== "");
  const b = cleanPath(to)
    .split("/")
    .filter((s) => s !== "");
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same++;
  const out = [...new Array<string>(a.length - same).fill(".."), ...b.slice(same)];
  return out.length === 0 ? "." : out.join("/");
}

export function hasPathPrefix(path: string, prefix: string): boolean {
  if (path.length === prefix.length) return path === prefix;
  if (path.length < prefix.length) return false;
  return prefix.endsWith("/") ? path.startsWith(prefix) : path[prefix.length] === "/" && path.startsWith(prefix);
}
