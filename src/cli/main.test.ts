import { describe, expect, test } from "vitest";
import { commands } from "./command-table.ts";
import type { Io } from "./io.ts";
import { main } from "./main.ts";
import { memoryIo } from "./memory-io.ts";

async function run(line: string, env: Io["env"] = {}) {
  const io = memoryIo("/", env);
  const { exit } = await main(line === "" ? [] : line.split(" "), io, "9.9.9");
  return { exit, out: io.out(), err: io.err() };
}

describe("command line (PIPE-9)", () => {
  test("--version", async () => {
    expect(await run("--version")).toEqual({ exit: 0, out: "opm 9.9.9\n", err: "" });
  });

  test("without a command: help on stderr, exit 1", async () => {
    const { exit, out, err } = await run("");
    expect([exit, out]).toEqual([1, ""]);
    expect(err).toContain("Usage: opm");
  });

  test("help of everything goes to stdout and loads no command", async () => {
    const { exit, out, err } = await run("--help");
    expect([exit, err]).toEqual([0, ""]);
    for (const { name } of commands) expect(out).toContain(name.split(" ")[0]);
  });

  test.each(commands.map((c) => c.name))("opm %s --help has its examples", async (name) => {
    const { exit, out } = await run(`${name} --help`);
    const spec = commands.find((c) => c.name === name)!;
    expect(exit).toBe(0);
    expect(spec.examples.length).toBeGreaterThan(0);
    for (const example of spec.examples) expect(out).toContain(example.line);
  });

  test("an unknown command and an unknown flag are refused with a near name", async () => {
    expect(await run("mod biuld")).toMatchObject({ exit: 1, err: expect.stringContaining("Did you mean build?") });
    expect(await run("version --outptu json")).toMatchObject({ exit: 1, err: expect.stringContaining("--output") });
  });

  test("a wrong choice names the choices", async () => {
    expect(await run("version -o xml")).toMatchObject({
      exit: 1,
      err: expect.stringContaining("Allowed choices are text, json."),
    });
  });

  test("data as JSON", async () => {
    const { out } = await run("version -o json");
    expect(JSON.parse(out)).toMatchObject({ opm: "9.9.9" });
  });

  test("diagnostics as text and as JSON, before or after the command", async () => {
    expect(await run("completion tcsh")).toEqual({
      exit: 1,
      out: "",
      err: 'error[OPM0001]: no completion for the shell "tcsh"\n  hint: use one of bash, zsh, fish, powershell\n',
    });
    for (const line of ["completion tcsh --diagnostics json", "--diagnostics json completion tcsh"]) {
      expect(JSON.parse((await run(line)).err)).toMatchObject({
        code: "OPM0001",
        severity: "error",
        args: { shell: "tcsh" },
      });
    }
  });

  test("escapes in what the user typed are neutralised", async () => {
    const { err } = await run("\x1b[31mred");
    expect(err).toContain("\\u001b[31mred");
    expect(err).not.toContain("\x1b");
  });

  test("an exception says that it is ours, without arguments and without a stack", async () => {
    const spec = commands.find((c) => c.name === "version")!;
    const load = spec.load;
    Object.assign(spec, { load: () => Promise.reject(new Error("broken \x07bell")) });
    try {
      const { exit, err } = await run("version -o json");
      expect(exit).toBe(1);
      expect(err).toContain("internal error: broken \\u0007bell");
      expect(err).toContain("command: version\n");
      expect(err).not.toContain("    at ");
      expect((await run("version", { OPM_DEBUG: "1" })).err).toContain("    at ");
    } finally {
      Object.assign(spec, { load });
    }
  });
});

describe("words of other tools", () => {
  test("opm help COMMAND is COMMAND --help", async () => {
    expect((await run("help mod build")).out).toBe((await run("mod build --help")).out);
    expect((await run("help")).out).toContain("Usage: opm");
  });
  test("a command without its group is told with it", async () => {
    expect(await run("build examples/hello")).toMatchObject({
      exit: 1,
      err: expect.stringContaining("did you mean opm mod build, opm release build, opm bundle build?"),
    });
  });
  test.each([
    ["template examples/hello --help", "opm mod build"],
    ["install --help", "opm mod apply"],
    ["uninstall --help", "opm mod delete"],
    ["ls --help", "opm list"],
    ["template render --help", "opm template render"],
  ])("opm %s is %s", async (line, name) => {
    expect((await run(line)).out).toContain(`Usage: ${name} `);
  });
  test("options that many commands share stand in blocks of their own", async () => {
    const { out } = await run("mod build --help");
    for (const heading of ["What is released:", "Settings:", "Of every command:"])
      expect(out).toContain(`\n${heading}\n`);
  });
  test("-t means one thing", () => {
    const uses = commands.flatMap(({ options = [] }) => options.filter(({ flags }) => flags.startsWith("-t,")));
    expect(new Set(uses.map(({ flags }) => flags)).size).toBeLessThanOrEqual(2); // cue's own words for it, and ours
    for (const { flags } of uses) expect(flags).toMatch(/--inject/);
  });
});
