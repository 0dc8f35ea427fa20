/** The parts of a URI that references are resolved by. Paths and queries stay as they are written. */
export interface Uri {
  readonly scheme: string;
  /** What follows the scheme of one without slashes, such as `urn:a:b`. */
  readonly opaque: string;
  readonly host: string;
  readonly path: string;
  readonly query: string;
  /** Decoded. */
  readonly fragment: string;
}

/** Undefined if it is none. */
export function parseUri(text: string): Uri | undefined {
  // eslint-disable-next-line no-control-regex -- no URI has any
  if (/[\u0000-\u001f\u007f]/.test(text)) return undefined;
  const hash = text.indexOf("#");
  const fragment = hash < 0 ? "" : decoded(text.slice(hash + 1));
  if (fragment === undefined) return undefined;
  const rest = hash < 0 ? text : text.slice(0, hash);
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(rest)?.[1]?.toLowerCase() ?? "";
  const behind = scheme === "" ? rest : rest.slice(scheme.length + 1);
  const mark = behind.indexOf("?");
  const query = mark < 0 ? "" : behind.slice(mark + 1);
  const place = mark < 0 ? behind : behind.slice(0, mark);
  const none = { scheme, opaque: "", host: "", path: "", query, fragment };
  if (place.startsWith("//")) {
    const slash = place.indexOf("/", 2);
    const host = (slash < 0 ? place.slice(2) : place.slice(2, slash)).replace(/^.*@/, "");
    return { ...none, host, path: slash < 0 ? "" : place.slice(slash) };
  }
  if (scheme !== "" && place !== "" && !place.startsWith("/")) return { ...none, opaque: place };
  if (scheme === "" && /^[^/]*:/.test(place)) return undefined;
  return decoded(place) === undefined ? undefined : { ...none, path: place };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** What a reference means in a document that has a URI (RFC 3986, 5.2). */
export function resolveUri(base: Uri, ref: Uri): Uri {
  if (ref.scheme !== "") return ref;
  if (ref.host !== "") return { ...ref, scheme: base.scheme };
  if (ref.path === "") {
    const { query } = ref;
    if (query !== "") return { ...base, query, fragment: ref.fragment };
    return { ...base, fragment: ref.fragment === "" ? base.fragment : ref.fragment };
  }
  return { ...base, opaque: "", path: joinPath(base.path, ref.path), query: ref.query, fragment: ref.fragment };
}

function joinPath(base: string, ref: string): string {
  const full = ref.startsWith("/") ? ref : base.slice(0, base.lastIndexOf("/") + 1) + ref;
  const out: string[] = [];
  const steps = full.split("/");
  for (const [i, step] of steps.entries()) {
    if (step === "..") out.pop();
    else if (step !== ".") out.push(step);
    if ((step === "." || step === "..") && i === steps.length - 1) out.push("");
  }
  return `/${out.join("/").replace(/^\/+/, "")}`;
}

/** Whether both are parts of one document. */
export const isSameDocument = (a: Uri, b: Uri): boolean =>
  a.host === b.host && a.path === b.path && a.opaque === b.opaque;

export function uriText({ scheme, opaque, host, path, query, fragment }: Uri): string {
  const place = opaque === "" ? `${host === "" && scheme === "" ? "" : `//${host}`}${path}` : opaque;
  const tail = (query === "" ? "" : `?${query}`) + (fragment === "" ? "" : `#${encodeURI(fragment)}`);
  return `${scheme === "" ? "" : `${scheme}:`}${place}${tail}`;
}
