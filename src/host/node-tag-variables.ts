import type * as Crypto from "node:crypto";
import { createRequire } from "node:module";
import type * as Os from "node:os";
import type { TagVariable } from "../cue/load/index.ts";
import { makeBasicLit } from "../cue/syntax/index.ts";

// Cryptography takes longer to load than most programs to evaluate, and hardly any program asks for these.
const crypto = (): typeof Crypto => load("node:crypto");
const os = (): typeof Os => load("node:os");

function load<T>(name: string): T {
  return createRequire(`${process.cwd()}/`)(name) as T;
}

const systems: Readonly<Record<string, string>> = { win32: "windows", sunos: "solaris" };
const machines: Readonly<Record<string, string>> = { x64: "amd64", ia32: "386", loong64: "loong64", mipsel: "mipsle" };

/** The variables of `@tag(…, var=name)` that -T fills in; the names of systems and machines are Go's. */
export function nodeTagVariables(cwd: string): ReadonlyMap<string, TagVariable> {
  return new Map<string, TagVariable>([
    // RFC 3339 drops zeros at the end of the fraction.
    ["now", () => new Date().toISOString().replace(/\.?0+Z$/, "Z")],
    ["os", () => systems[process.platform] ?? process.platform],
    ["arch", () => machines[process.arch] ?? process.arch],
    ["cwd", () => cwd],
    ["username", () => os().userInfo().username],
    ["hostname", () => os().hostname()],
    ["rand", () => makeBasicLit("INT", `0x${crypto().randomBytes(16).toString("hex")}`)],
  ]);
}
