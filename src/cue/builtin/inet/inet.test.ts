import { describe, expect, test } from "vitest";
import { Failed } from "../define.ts";
import { addressText, addToAddress, parseAddress } from "./address.ts";
import type { Address } from "./address.ts";
import { isGlobalUnicast, isLoopback, isMulticast } from "./classify.ts";
import { isFqdn, joinHostPort, splitHostPort } from "./host-port.ts";
import { networkAddress, parsePrefix, prefixContains, prefixText } from "./prefix.ts";
import { checkUrl, escapeUrl, unescapeUrl } from "./url.ts";

const address = (s: string): Address => {
  const a = parseAddress(s);
  if (a instanceof Failed) throw new Error(a.reason);
  return a;
};

describe("addresses", () => {
  test.each([
    ["1.2.3.4", "1.2.3.4"],
    ["::1", "::1"],
    ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
    ["::ffff:1.2.3.4", "::ffff:1.2.3.4"],
    ["fe80::1%eth0", "fe80::1%eth0"],
  ])("%s", (s, want) => {
    expect(addressText(address(s))).toBe(want);
  });

  test.each([
    ["x", 'ParseAddr("x"): unable to parse IP'],
    ["1.2.3", 'ParseAddr("1.2.3"): IPv4 address too short'],
    ["1.2.3.256", 'ParseAddr("1.2.3.256"): IPv4 field has value >255'],
    ["1.2.3.01", 'ParseAddr("1.2.3.01"): IPv4 field has octet with leading zero'],
    ["1::2::3", 'ParseAddr("1::2::3"): multiple :: in address (at ":3")'],
  ])("%s is none", (s, want) => {
    expect(parseAddress(s)).toEqual(new Failed(want));
  });

  test("kinds and arithmetic", () => {
    expect(isLoopback(address("127.0.0.1"))).toBe(true);
    expect(isMulticast(address("ff02::1"))).toBe(true);
    expect(isGlobalUnicast(address("255.255.255.255"))).toBe(false);
    const moved = addToAddress(address("10.0.0.255"), 1n);
    expect(moved instanceof Failed ? moved : addressText(moved)).toBe("10.0.1.0");
    expect(addToAddress(address("0.0.0.0"), -1n)).toBeInstanceOf(Failed);
  });
});

test("networks", () => {
  const p = parsePrefix("10.1.2.3/8");
  if (p instanceof Failed) throw new Error(p.reason);
  expect(prefixText({ address: networkAddress(p), bits: p.bits })).toBe("10.0.0.0/8");
  expect(prefixContains(p, address("10.200.0.1"))).toBe(true);
  expect(prefixContains(p, address("::a01:203"))).toBe(false);
  expect(parsePrefix("10.0.0.0")).toEqual(new Failed("netip.ParsePrefix(\"10.0.0.0\"): no '/'"));
});

test("hosts", () => {
  expect(splitHostPort("[::1]:80")).toEqual(["::1", "80"]);
  expect(splitHostPort("a.b")).toEqual(new Failed("address a.b: missing port in address"));
  expect(joinHostPort("::1", "80")).toBe("[::1]:80");
  expect(isFqdn("foo.bar.")).toBe(true);
  expect(isFqdn("-a.b")).toBe(false);
});

test("URLs", () => {
  expect(checkUrl("http://a.b:80/c?d#e")).toEqual({ absolute: true });
  expect(checkUrl("/a")).toEqual({ absolute: false });
  expect(checkUrl("http://a b")).toEqual(new Failed('parse "http://a b": invalid character " " in host name'));
  expect(checkUrl("http://[::1")).toEqual(new Failed("parse \"http://[::1\": missing ']' in host"));
  expect(escapeUrl("a b/é", "path")).toBe("a%20b%2F%C3%A9");
  expect(escapeUrl("a b&c", "query")).toBe("a+b%26c");
  expect(unescapeUrl("a+b%20c", "query")).toBe("a b c");
  expect(unescapeUrl("%zz", "path")).toEqual(new Failed('invalid URL escape "%zz"'));
});
