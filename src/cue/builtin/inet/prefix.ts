import { Failed } from "../define.ts";
import { quote } from "../conv/quote.ts";
import { addressText, isMapped, parseAddress } from "./address.ts";
import type { Address } from "./address.ts";

/** A network: an address and the number of its leading bits. */
export interface Prefix {
  readonly address: Address;
  readonly bits: number;
}

export function parsePrefix(s: string): Prefix | Failed {
  const problem = (reason: string): Failed => new Failed(`netip.ParsePrefix(${quote(s)}): ${reason}`);
  const slash = s.lastIndexOf("/");
  if (slash < 0) return problem("no '/'");
  const address = parseAddress(s.slice(0, slash));
  if (address instanceof Failed) return problem(address.reason);
  if (address.zone !== "") return problem("IPv6 zones cannot be present in a prefix");
  const text = s.slice(slash + 1);
  if (text.length > 1 && (text[0] as string) < "1") return problem("bad bits after slash: " + quote(text));
  if (text.length > 1 && (text[0] as string) > "9") return problem("bad bits after slash: " + quote(text));
  if (!/^[+-]?\d+$/.test(text)) return problem("bad bits after slash: " + quote(text));
  const bits = Number(text);
  if (bits < 0 || bits > address.bytes.length * 8) return problem("prefix length out of range");
  return { address, bits };
}

export function prefixText(p: Prefix): string {
  return `${addressText(p.address)}/${p.bits}`;
}

/** 255.255.0.0 and the like. */
export function maskOf(p: Prefix): Uint8Array {
  return Uint8Array.from({ length: p.address.bytes.length }, (_, i) => {
    const n = Math.max(0, Math.min(8, p.bits - i * 8));
    return (0xff00 >> n) & 0xff;
  });
}

export function networkAddress(p: Prefix): Address {
  const mask = maskOf(p);
  return { bytes: p.address.bytes.map((b, i) => b & (mask[i] as number)), zone: "" };
}

/** Whether an address lies in the network; one kind of address never lies in the other. */
export function prefixContains(p: Prefix, a: Address): boolean {
  if (a.zone !== "" || a.bytes.length !== p.address.bytes.length) return false;
  if (isMapped(a) && p.address.bytes.length === 4) return false;
  const mask = maskOf(p);
  return a.bytes.every((b, i) => ((b ^ (p.address.bytes[i] as number)) & (mask[i] as number)) === 0);
}
