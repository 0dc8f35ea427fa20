import { Failed } from "../define.ts";
import { quote } from "../conv/quote.ts";
import { parseAddress } from "./address.ts";
import { decodeUtf8, encodeUtf8 } from "../text/utf8.ts";

/** What may stand unescaped, by place. */
type Place = "path" | "query" | "host" | "zone" | "user" | "fragment";

const UNRESERVED = /[A-Za-z0-9\-_.~]/;

function escapes(c: string, place: "path" | "query"): boolean {
  if (UNRESERVED.test(c)) return false;
  return place === "query" || !"$&+:=@".includes(c);
}

export function escapeUrl(s: string, place: "path" | "query"): string {
  let out = "";
  for (const b of encodeUtf8(s)) {
    const c = String.fromCharCode(b);
    if (b === 0x20 && place === "query") out += "+";
    else if (b < 0x80 && !escapes(c, place)) out += c;
    else out += "%" + b.toString(16).toUpperCase().padStart(2, "0");
  }
  return out;
}

export function unescapeUrl(s: string, place: Place): string | Failed {
  const bytes: number[] = [];
  const host = place === "host" || place === "zone";
  for (let i = 0; i < s.length; i++) {
    const c = s[i] as string;
    if (c === "%") {
      const hex = s.slice(i + 1, i + 3);
      if (!/^[0-9a-fA-F]{2}$/.test(hex)) return new Failed(`invalid URL escape ${quote(s.slice(i, i + 3))}`);
      const b = Number.parseInt(hex, 16);
      // In a host only non-ASCII bytes may be escaped.
      if (place === "host" && b < 0x80 && s.slice(i, i + 3) !== "%25")
        return new Failed(`invalid URL escape ${quote(s.slice(i, i + 3))}`);
      if (
        place === "zone" &&
        s.slice(i, i + 3) !== "%25" &&
        b !== 0x20 &&
        b < 0x80 &&
        !hostMay(String.fromCharCode(b))
      ) {
        return new Failed(`invalid URL escape ${quote(s.slice(i, i + 3))}`);
      }
      bytes.push(b);
      i += 2;
    } else if (c === "+" && place === "query") bytes.push(0x20);
    else {
      if (host && c < "\x80" && !hostMay(c)) return new Failed(`invalid character ${quote(c)} in host name`);
      bytes.push(...encodeUtf8(String.fromCodePoint(s.codePointAt(i) as number)));
      if ((s.codePointAt(i) as number) > 0xffff) i++;
    }
  }
  return decodeUtf8(Uint8Array.from(bytes));
}

function hostMay(c: string): boolean {
  return UNRESERVED.test(c) || "!$&'()*+,;=:[]<>\"".includes(c);
}

/** Checks a URL as Go's url.Parse does; tells whether it is absolute. */
export function checkUrl(text: string): { absolute: boolean } | Failed {
  const problem = (reason: string, of = text): Failed => new Failed(`parse ${quote(of)}: ${reason}`);
  const hash = text.indexOf("#");
  const url = hash < 0 ? text : text.slice(0, hash);
  const result = checkWithoutFragment(url);
  if (result instanceof Failed) return problem(result.reason, url);
  if (hash >= 0) {
    const fragment = unescapeUrl(text.slice(hash + 1), "fragment");
    if (fragment instanceof Failed) return problem(fragment.reason);
  }
  return result;
}

function checkWithoutFragment(url: string): { absolute: boolean } | Failed {
  if (/[\x00-\x1f\x7f]/.test(url)) return new Failed("net/url: invalid control character in URL");
  if (url === "*") return { absolute: false };
  const split = splitScheme(url);
  if (split instanceof Failed) return split;
  const { scheme } = split;
  let { rest } = split;
  const question = rest.indexOf("?");
  if (question >= 0) rest = rest.slice(0, question);
  if (!rest.startsWith("/")) {
    if (scheme !== "") return { absolute: true };
    const segment = rest.split("/")[0] as string;
    if (segment.includes(":")) return new Failed("first path segment in URL cannot contain colon");
  }
  if ((scheme !== "" || !rest.startsWith("///")) && rest.startsWith("//")) {
    const slash = rest.indexOf("/", 2);
    const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash);
    rest = slash < 0 ? "" : rest.slice(slash);
    const bad = checkAuthority(authority);
    if (bad !== undefined) return bad;
  }
  const path = unescapeUrl(rest, "path");
  return path instanceof Failed ? path : { absolute: scheme !== "" };
}

function splitScheme(url: string): { scheme: string; rest: string } | Failed {
  for (let i = 0; i < url.length; i++) {
    const c = url[i] as string;
    if (/[A-Za-z]/.test(c)) continue;
    if (/[0-9+\-.]/.test(c)) {
      if (i === 0) break;
      continue;
    }
    if (c === ":")
      return i === 0 ? new Failed("missing protocol scheme") : { scheme: url.slice(0, i), rest: url.slice(i + 1) };
    break;
  }
  return { scheme: "", rest: url };
}

function checkAuthority(authority: string): Failed | undefined {
  const at = authority.lastIndexOf("@");
  const bad = checkHost(authority.slice(at + 1));
  if (bad !== undefined || at < 0) return bad;
  const user = authority.slice(0, at);
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user)) return new Failed("net/url: invalid userinfo");
  const colon = user.indexOf(":");
  const parts = colon < 0 ? [user] : [user.slice(0, colon), user.slice(colon + 1)];
  return firstFailure(parts.map((part) => unescapeUrl(part, "user")));
}

function firstFailure(results: readonly (string | Failed)[]): Failed | undefined {
  for (const r of results) if (r instanceof Failed) return r;
  return undefined;
}

function checkHost(host: string): Failed | undefined {
  const open = host.lastIndexOf("[");
  if (open > 0) return new Failed("invalid IP-literal");
  if (open === 0) return checkBracketedHost(host);
  const colon = host.lastIndexOf(":");
  if (colon >= 0) {
    const port = host.slice(colon);
    if (!validPort(port)) return new Failed(`invalid port ${quote(port)} after host`);
  }
  return firstFailure([unescapeUrl(host, "host")]);
}

/** Brackets hold an IPv6 address, perhaps with a zone behind %25. */
function checkBracketedHost(host: string): Failed | undefined {
  const close = host.lastIndexOf("]");
  if (close < 0) return new Failed("missing ']' in host");
  const port = host.slice(close + 1);
  if (!validPort(port)) return new Failed(`invalid port ${quote(port)} after host`);
  const name = host.slice(1, close);
  const zone = name.indexOf("%25");
  const parts =
    zone < 0
      ? [unescapeUrl(name, "host")]
      : [unescapeUrl(name.slice(0, zone), "host"), unescapeUrl(name.slice(zone), "zone")];
  const bad = firstFailure(parts);
  if (bad !== undefined) return bad;
  const address = parseAddress(parts.join(""));
  if (address instanceof Failed) return new Failed(`invalid host: ${address.reason}`);
  return address.bytes.length === 4 ? new Failed("invalid IP-literal") : undefined;
}

function validPort(port: string): boolean {
  return port === "" || /^:\d*$/.test(port);
}
