import { int64, list, size, text } from "../filter/argument.ts";
import { failure } from "../render/failure.ts";
import { sha1, toHex, utf8 } from "../text/hash.ts";
import { percentEncode } from "../text/url.ts";
import { isObject } from "../value/value.ts";
import { renderValue } from "../value/print.ts";
import type { Call } from "./call.ts";
import { momentArgument } from "./time.ts";

/** Longest result that a count may ask for. */
const maxLength = 65536;

export function lengthArgument(call: Call, name: string, byDefault: number): number {
  const length = call.optional(name, size) ?? byDefault;
  if (length > maxLength) throw failure(`Function \`${call.name}\` was asked for too much: ${name}=${length}`);
  return length;
}

export function randomHex(call: Call): string {
  return call.random().hex(lengthArgument(call, "n", 16));
}

/** Groups 32 hex digits and sets version and variant. */
export function uuidText(hex: string, version: number): string {
  const variant = ((parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    version + hex.slice(13, 16),
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ];
  return parts.join("-");
}

export function uuidV4(call: Call): string {
  return uuidText(call.random().hex(32), 4);
}

/** By time: milliseconds first, then what the seed gives. */
export function uuidV7(call: Call): string {
  const time = momentArgument(call, "time").toString(16).padStart(12, "0").slice(-12);
  return uuidText(time + call.random().hex(20), 7);
}

const namespaces: Readonly<Record<string, string>> = {
  dns: "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
  url: "6ba7b811-9dad-11d1-80b4-00c04fd430c8",
  oid: "6ba7b812-9dad-11d1-80b4-00c04fd430c8",
  x500: "6ba7b814-9dad-11d1-80b4-00c04fd430c8",
};

/** By namespace (a UUID, or `dns`, `url`, `oid`, `x500`) and name: RFC 9562. */
export function uuidV5(call: Call): string {
  const given = call.required("ns", text);
  const namespace = Object.hasOwn(namespaces, given) ? (namespaces[given] as string) : given;
  const digits = namespace.replaceAll("-", "");
  if (!/^[0-9a-fA-F]{32}$/.test(digits)) throw failure(`Function \`uuid_v5\` received ns=${given}, which is no UUID`);
  const bytes = Uint8Array.from(digits.match(/../g) as string[], (pair) => parseInt(pair, 16));
  const name = utf8(call.required("name", text));
  const message = new Uint8Array(bytes.length + name.length);
  message.set(bytes);
  message.set(name, bytes.length);
  return uuidText(toHex(sha1(message)), 5);
}

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** 48 bits of time and 80 of chance, in Crockford's base 32. */
export function ulid(call: Call): string {
  let out = "";
  let time = Math.max(0, momentArgument(call, "time"));
  for (let i = 0; i < 10; i++) {
    out = crockford.charAt(time % 32) + out;
    time = Math.floor(time / 32);
  }
  const random = call.random();
  for (let i = 0; i < 16; i++) out += crockford.charAt(random.between(0, 31));
  return out;
}

export function traceId(call: Call): string {
  return call.random().hex(32);
}

export function spanId(call: Call): string {
  return call.random().hex(16);
}

/** W3C trace context: version, trace, span, flags. */
export function traceparent(call: Call): string {
  const random = call.random();
  const trace = call.optional("trace_id", text) ?? random.hex(32);
  const span = call.optional("span_id", text) ?? random.hex(16);
  const flag = call.args.get("sampled");
  const sampled =
    flag === undefined || flag === true || (flag !== false && Number(call.optional("sampled", int64) ?? 0) !== 0);
  return `00-${trace}-${span}-${sampled ? "01" : "00"}`;
}

/** W3C baggage: entries of a map, or of a list of pairs, since templates have no map literals. */
export function baggage(call: Call): string {
  const map = call.value("map");
  const pairs = isObject(map) ? [...map] : call.required("map", list).map((pair) => list.read(pair) ?? []);
  return pairs
    .map(
      ([key, value]) =>
        `${percentEncode(renderValue(key ?? ""), true)}=${percentEncode(renderValue(value ?? ""), true)}`,
    )
    .join(",");
}
