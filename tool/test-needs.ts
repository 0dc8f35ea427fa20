import { spawnSync } from "node:child_process";
import { test } from "vitest";
import type { TestContext } from "vitest";

type Body = (context: TestContext) => void | Promise<void>;

/** A test that needs something which a machine may lack: where it is missing, the test is skipped and says so. */
export function testNeeding(what: string, present: boolean): (name: string, body: Body) => void {
  return (name, body) => test(name, (context) => (present ? body(context) : context.skip(`needs ${what}`)));
}

/** Whether a program is on the PATH. */
export function hasProgram(name: string): boolean {
  return spawnSync(name, ["--version"], { stdio: "ignore" }).error === undefined;
}

/** The program that a variable names, or the one of that name on the PATH. */
export function programOf(variable: string, name: string): string {
  return process.env[variable] || name;
}
