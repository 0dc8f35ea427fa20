import { fromInt } from "../number/index.ts";
import { BytesKind, IntKind, kindString, ListKind, Num, Str, StringKind, Tag } from "../value/index.ts";
import type { BuiltinPackage, Call, CallResult, Value } from "../value/index.ts";
import { quote } from "./conv/quote.ts";
import { BOOL, definePackage, Failed, fn, I, L, number, orFail, S, ST, T, wrongKind } from "./define.ts";
import { addressText, addToAddress, as16, compareAddresses, parseAddress } from "./inet/address.ts";
import type { Address } from "./inet/address.ts";
import {
  isGlobalUnicast,
  isInterfaceLocalMulticast,
  isLinkLocalMulticast,
  isLinkLocalUnicast,
  isLoopback,
  isMulticast,
  isUnspecified,
} from "./inet/classify.ts";
import { isFqdn, joinHostPort, splitHostPort } from "./inet/host-port.ts";
import { maskOf, networkAddress, parsePrefix, prefixContains, prefixText } from "./inet/prefix.ts";
import type { Prefix } from "./inet/prefix.ts";
import { checkUrl, escapeUrl, unescapeUrl } from "./inet/url.ts";
import { decodeUtf8 } from "./text/utf8.ts";
import { kindOf, unwrap } from "./value-kind.ts";

export function netPackage(): BuiltinPackage {
  const is = (test: (a: Address) => boolean) => fn([T], BOOL, (c) => withAddress(c, 0, test));
  return definePackage("net", {
    SplitHostPort: fn([S], L, (c) => orFail(c, splitHostPort(c.string(0)))),
    JoinHostPort: fn([T, T], S, joinHostPortCall),
    FQDN: fn([S], BOOL, (c) => isFqdn(c.string(0))),
    IPv4len: number(4),
    IPv6len: number(16),
    ParseIP: fn([S], L, (c) => {
      const s = c.string(0);
      const a = parseAddress(s);
      return a instanceof Failed ? c.fail(`invalid IP address ${quote(s)}`) : Array.from(a.bytes);
    }),
    IPv4: is((a) => a.bytes.length === 4),
    IPv6: is((a) => a.bytes.length === 16),
    IP: is(() => true),
    IPCIDR: fn([T], BOOL, (c) => withPrefix(c, 0, () => true)),
    LoopbackIP: is(isLoopback),
    MulticastIP: is(isMulticast),
    InterfaceLocalMulticastIP: is(isInterfaceLocalMulticast),
    LinkLocalMulticastIP: is(isLinkLocalMulticast),
    LinkLocalUnicastIP: is(isLinkLocalUnicast),
    GlobalUnicastIP: is(isGlobalUnicast),
    UnspecifiedIP: is(isUnspecified),
    ToIP4: fn([T], L, (c) =>
      withAddress(c, 0, (a) =>
        a.bytes.length === 4 ? Array.from(a.bytes) : c.fail(`cannot convert ${quote(addressText(a))} to IPv4`),
      ),
    ),
    ToIP16: fn([T], L, (c) => withAddress(c, 0, (a) => Array.from(as16(a)))),
    IPString: fn([T], S, (c) => withAddress(c, 0, addressText)),
    AddIP: fn([T, I], S, addIp),
    AddIPCIDR: fn([T, I], S, (c) =>
      withPrefix(c, 0, (p) => {
        const host = BigInt(p.address.bytes.length * 8 - p.bits);
        const moved = addToAddress(p.address, c.bigint(1) << host);
        return moved instanceof Failed ? c.fail(moved.reason) : prefixText({ address: moved, bits: p.bits });
      }),
    ),
    ParseCIDR: fn([S], ST, parseCidr),
    InCIDR: fn([T, T], BOOL, (c) => withAddress(c, 0, (a) => withPrefix(c, 1, (p) => prefixContains(p, a)))),
    CompareIP: fn([T, T], I, (c) => withAddress(c, 0, (a) => withAddress(c, 1, (b) => compareAddresses(a, b)))),
    PathEscape: fn([S], S, (c) => escapeUrl(c.string(0), "path")),
    PathUnescape: fn([S], S, (c) => orFail(c, unescapeUrl(c.string(0), "path"))),
    QueryEscape: fn([S], S, (c) => escapeUrl(c.string(0), "query")),
    QueryUnescape: fn([S], S, (c) => orFail(c, unescapeUrl(c.string(0), "query"))),
    URL: fn([S], BOOL, (c) => {
      const u = checkUrl(c.string(0));
      return u instanceof Failed ? c.fail(u.reason) : true;
    }),
    AbsURL: fn([S], BOOL, (c) => {
      const u = checkUrl(c.string(0));
      if (u instanceof Failed) return c.fail(u.reason);
      return u.absolute || c.fail("URL is not absolute");
    }),
  });
}

/** A string or bytes value as text. */
function textOf(v: Value): string | undefined {
  const x = unwrap(v);
  if (x.tag === Tag.String) return x.s;
  return x.tag === Tag.Bytes ? decodeUtf8(x.b) : undefined;
}

function intOf(c: Call, v: Value): number | undefined {
  const x = unwrap(c.engine.finalize(v));
  return x.tag === Tag.Num && x.kind === IntKind && x.x.int === x.x.int ? x.x.int : undefined;
}

/** An address from text or from a list of bytes. */
function addressOf(c: Call, v: Value): Address | Failed {
  const kind = kindOf(v);
  if (kind === StringKind || kind === BytesKind) return parseAddress(textOf(v) as string);
  if (kind !== ListKind) return new Failed(`invalid type ${kindString(kind)} for IP address`);
  const bytes: number[] = [];
  for (const e of c.engine.elements(v)) {
    const n = intOf(c, e);
    if (n === undefined) {
      const x = c.engine.finalize(e);
      return new Failed(`cannot use value ${c.engine.text(x)} (type ${kindString(kindOf(x))}) as int`);
    }
    if (n < 0 || n > 255) return new Failed(`invalid IP byte value ${n}`);
    bytes.push(n);
  }
  if (bytes.length !== 4 && bytes.length !== 16) return new Failed(`invalid IP length ${bytes.length}`);
  return { bytes: Uint8Array.from(bytes), zone: "" };
}

function withAddress(c: Call, i: number, f: (a: Address) => CallResult): CallResult {
  const a = addressOf(c, c.value(i));
  return a instanceof Failed ? c.fail(a.reason) : f(a);
}

function prefixOf(v: Value): Prefix | Failed {
  const text = textOf(v);
  return text === undefined ? new Failed(`invalid type ${kindString(kindOf(v))} for IP CIDR`) : parsePrefix(text);
}

function withPrefix(c: Call, i: number, f: (p: Prefix) => CallResult): CallResult {
  const p = prefixOf(c.value(i));
  return p instanceof Failed ? c.fail(p.reason) : f(p);
}

function joinHostPortCall(c: Call): CallResult {
  const [host, port] = [c.value(0), c.value(1)];
  let hostText = textOf(host);
  if (hostText === undefined) {
    if (kindOf(host) !== ListKind) return wrongKind(c, host, "string");
    const a = addressOf(c, host);
    if (a instanceof Failed) {
      const shown = c.engine
        .elements(host)
        .map((e) => c.engine.text(e))
        .join(", ");
      return c.fail(`invalid host [${shown}]`);
    }
    hostText = addressText(a);
  }
  const portText = textOf(port) ?? intOf(c, port)?.toString();
  return portText === undefined ? wrongKind(c, port, "int") : joinHostPort(hostText, portText);
}

/** Adds to an address, or to the address of a network. */
function addIp(c: Call): CallResult {
  const v = c.value(0);
  const offset = c.bigint(1);
  if (c.failed) return null;
  const p = prefixOf(v);
  const a = p instanceof Failed ? addressOf(c, v) : p.address;
  if (a instanceof Failed) return c.fail(a.reason);
  const moved = addToAddress(a, offset);
  if (moved instanceof Failed) return c.fail(moved.reason);
  return p instanceof Failed ? addressText(moved) : prefixText({ address: moved, bits: p.bits });
}

function parseCidr(c: Call): CallResult {
  const p = parsePrefix(c.string(0));
  if (p instanceof Failed) return c.fail(p.reason);
  const mask = maskOf(p);
  const network = networkAddress(p);
  const str = (a: Uint8Array): Str => new Str(c.src, addressText({ bytes: a, zone: "" }));
  const fields: [string, Value][] = [
    ["prefix_mask", str(mask)],
    ["prefix_len", new Num(c.src, IntKind, fromInt(p.bits))],
    ["prefix_addr", str(network.bytes)],
  ];
  if (mask.length === 4) {
    fields.push(["broadcast_addr", str(network.bytes.map((b, i) => b | (~(mask[i] as number) & 255)))]);
  }
  return c.engine.struct(fields);
}
