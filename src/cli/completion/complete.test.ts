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
    expect(words("vers")).toEqual(["version"]);
    expect(words("mod", "bu")).toEqual(["build"]);
    expect(words("nothing", "")).toEqual([]);
  });

  test("options, their values, and arguments", () => {
    expect(words("version", "--o")).toEqual(["--output"]);
    expect(words("version", "-o", "")).toEqual(["text", "json"]);
    expect(words("version", "--output", "j")).toEqual(["json"]);
    expect(words("version", "--output=j")).toEqual(["--output=json"]);
    expect(words("version", "--output", "=", "")).toEqual(["text", "json"]);
    expect(words("version", "--output", "=")).toEqual(["text", "json"]);
    expect(words("mod", "build", "--values=")).toEqual([]);
    expect(words("mod", "build", "")).toEqual([":directory"]);
    expect(words("mod", "build", "x", "")).toEqual([]);
    expect(words("completion", "f")).toEqual(["fish"]);
    expect(words("completion", "--color", "never", "f")).toEqual(["fish"]);
  });

  test("__complete prints words with what they mean", async () => {
    const io = memoryIo();
    await main(["__complete", "--", "vers"], io, "1");
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

testNeeding("fish on the PATH", hasProgram("fish"))(
  "fish offers what __complete answers, and looks for files itself",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "opm-completion-"));
    writeFileSync(join(folder, "a file.yaml"), "");
    const script = `function opm
  switch "$argv"
    case '__complete -- mod bu'
      printf 'build\\tRender it\\nbuff\\n'
    case '__complete -- mod build -f '
      printf ':file\\t\\n'
  end
end
${shellScript("fish")}
complete -C 'opm mod bu'
complete -C 'opm mod build -f '`;
    const { stdout } = spawnSync("fish", ["--no-config", "-c", script], { encoding: "utf8", cwd: folder });
    rmSync(folder, { recursive: true });
    // fish sorts.
    expect(stdout).toBe("buff\nbuild\tRender it\na file.yaml\n");
  },
);

testNeeding("zsh on the PATH", hasProgram("zsh"))("zsh offers what __complete answers", () => {
  // The functions of the completion system only work inside of the line editor; these say what they are given.
  const script = `compdef() { :; }
_describe() { print -rl -- "\${(@P)2}"; }
_files() { print -r -- "files $*"; }
opm() {
  case "$*" in
  "__complete -- mod bu") printf 'build\\tRender: it\\nbuff\\nx:y\\t\\n' ;;
  "__complete -- mod build -f ") printf ':file\\t\\n' ;;
  "__complete -- mod build ") printf ':directory\\t\\n' ;;
  esac
}
${shellScript("zsh")}
words=(opm mod bu) CURRENT=3; _opm
words=(opm mod build -f "") CURRENT=5; _opm
words=(opm mod build "") CURRENT=4; _opm`;
  const { stdout } = spawnSync("zsh", ["-f", "-c", script], { encoding: "utf8" });
  expect(stdout).toBe("build:Render: it\nbuff\nx\\:y\nfiles \nfiles -/\n");
});
