import { Failed } from "../define.ts";

/** Splits host:port, [host]:port and [host%zone]:port. */
export function splitHostPort(s: string): [string, string] | Failed {
  const problem = (reason: string): Failed => new Failed(`address ${s}: ${reason}`);
  const colon = s.lastIndexOf(":");
  if (colon < 0) return problem("missing port in address");
  let host: string;
  let [afterOpen, afterClose] = [0, 0];
  if (s[0] === "[") {
    const end = s.indexOf("]");
    if (end < 0) return problem("missing ']' in address");
    if (end + 1 === s.length) return problem("missing port in address");
    if (end + 1 !== colon)
      return problem(s[end + 1] === ":" ? "too many colons in address" : "missing port in address");
    host = s.slice(1, end);
    [afterOpen, afterClose] = [1, end + 1];
  } else {
    host = s.slice(0, colon);
    if (host.includes(":")) return problem("too many colons in address");
  }
  if (s.slice(afterOpen).includes("[")) return problem("unexpected '[' in address");
  if (s.slice(afterClose).includes("]")) return problem("unexpected ']' in address");
  return [host, s.slice(colon + 1)];
}

export function joinHostPort(host: string, port: string): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

/** A fully qualified name: letters, digits and inner hyphens in labels of 1 to 63 bytes, 253 in all. */
export function isFqdn(s: string): boolean {
  const name = s.endsWith(".") ? s.slice(0, -1) : s;
  if (name.length < 1 || name.length > 253) return false;
  return name
    .split(".")
    .every(
      (label) => label.length <= 63 && /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/.test(label) && !/^..--/.test(label),
    );
}
