import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hasProgram, testNeeding } from "../../../tool/test-needs.ts";
import { main } from "../main.ts";
import { memoryIo } from "../memory-io.ts";
import { complete } from "./complete.ts";
import { shellScript, shells } from "./shell-script.ts";

const words = (...line: string[]): string[] => complete(line).map((c) => c.word);

describe("complete", () => {
  test("commands and groups", () => {
    expect(words("")).toEqual(expect.arrayContaining(["mod", "version", "completion"]));
    expect(words("ver")).toEqual(["version"]);
    expect(words("mod", "bu")).toEqual(["build"]);
    expect(words("nothing", "")).toEqual([]);
  });

  test("options, their values, and arguments", () => {
    expect(words("version", "--o")).toEqual(["--output"]);
    expect(words("version", "-o", "")).toEqual(["text", "json"]);
    expect(words("version", "--output", "j")).toEqual(["json"]);
    expect(words("mod", "build", "")).toEqual([":directory"]);
    expect(words("mod", "build", "x", "")).toEqual([]);
    expect(words("completion", "f")).toEqual(["fish"]);
    expect(words("completion", "--color", "never", "f")).toEqual(["fish"]);
  });

  test("__complete prints words with what they mean", async () => {
    const io = memoryIo();
    await main(["__complete", "--", "ver"], io, "1");
    expect(io.out()).toMatch(/^version\tPrint the version/);
  });
});

test("there is a script for four shells, which asks __complete", () => {
  expect(shells).toEqual(["bash", "zsh", "fish", "powershell"]);
  for (const shell of shells) expect(shellScript(shell)).toContain("opm __complete -- ");
});

// What each shell says of the script's syntax; pwsh has no check that runs nothing.
for (const [shell, check] of [
  ["bash", ["-n"]],
  ["zsh", ["-n"]],
  ["fish", ["--no-execute"]],
] as const) {
  testNeeding(`${shell} on the PATH`, hasProgram(shell))(`${shell} accepts its script`, () => {
    const folder = mkdtempSync(join(tmpdir(), "opm-completion-"));
    writeFileSync(join(folder, "script"), shellScript(shell)!);
    const { status, stderr } = spawnSync(shell, [...check, join(folder, "script")], { encoding: "utf8" });
    rmSync(folder, { recursive: true });
    expect([status, stderr]).toEqual([0, ""]);
  });
}

testNeeding("bash on the PATH", hasProgram("bash"))("bash offers what __complete answers", () => {
  const script = `opm() { [ "$1 $2 $3 $4" = "__complete -- mod bu" ] && printf 'build\\tRender\\nbuff\\tx y\\n'; }
${shellScript("bash")}
COMP_WORDS=(opm mod bu) COMP_CWORD=2
_opm
printf '%s|' "\${COMPREPLY[@]}"`;
  expect(spawnSync("bash", ["-c", script], { encoding: "utf8" }).stdout).toBe("build|buff|");
});
