import { randomBytes } from "node:crypto";
import { hostname, userInfo } from "node:os";
import type { TagVariable } from "../cue/load/index.ts";
import { makeBasicLit } from "../cue/syntax/index.ts";

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
    ["username", () => userInfo().username],
    ["hostname", () => hostname()],
    ["rand", () => makeBasicLit("INT", `0x${randomBytes(16).toString("hex")}`)],
  ]);
}
