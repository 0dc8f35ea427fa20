import { isMapped } from "./address.ts";
import type { Address } from "./address.ts";

/** Kinds of addresses; an IPv4 address inside IPv6 counts as what it is. */

function plain(a: Address): Uint8Array {
  return isMapped(a) ? a.bytes.subarray(12) : a.bytes;
}

export function isUnspecified(a: Address): boolean {
  return a.zone === "" && a.bytes.every((b) => b === 0);
}

export function isLoopback(a: Address): boolean {
  const b = plain(a);
  if (b.length === 4) return b[0] === 127;
  return b.subarray(0, 15).every((x) => x === 0) && b[15] === 1;
}

export function isMulticast(a: Address): boolean {
  const b = plain(a);
  return b.length === 4 ? ((b[0] as number) & 0xf0) === 0xe0 : b[0] === 0xff;
}

export function isInterfaceLocalMulticast(a: Address): boolean {
  const b = plain(a);
  return b.length === 16 && b[0] === 0xff && ((b[1] as number) & 0x0f) === 1;
}

export function isLinkLocalMulticast(a: Address): boolean {
  const b = plain(a);
  if (b.length === 4) return b[0] === 224 && b[1] === 0 && b[2] === 0;
  return b[0] === 0xff && ((b[1] as number) & 0x0f) === 2;
}

export function isLinkLocalUnicast(a: Address): boolean {
  const b = plain(a);
  if (b.length === 4) return b[0] === 169 && b[1] === 254;
  return b[0] === 0xfe && ((b[1] as number) & 0xc0) === 0x80;
}

export function isGlobalUnicast(a: Address): boolean {
  const b = plain(a);
  if (b.length === 4 && (b.every((x) => x === 0) || b.every((x) => x === 255))) return false;
  return !isUnspecified({ bytes: b, zone: a.zone }) && !isLoopback(a) && !isMulticast(a) && !isLinkLocalUnicast(a);
}
