import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { writeFleet } from "../../../bench/fleet-tree.ts";
import { main } from "../main.ts";
import { memoryIo } from "../memory-io.ts";
import { removeScratch, scratch } from "./command-fixture.ts";

afterAll(removeScratch);

describe("waiting for changes (REV-4)", () => {
  test("only what read the changed file is rendered again", { timeout: 120_000 }, async () => {
    const { apps, platform } = writeFleet(mkdtempSync(join(scratch(), "w-")), 2);
    const out = mkdtempSync(join(scratch(), "o-"));
    const io = memoryIo(process.cwd(), { HOME: scratch() });
    const words = ["release", "build", apps, "--platform", platform, "-e", "dev", "--out-dir", out, "--watch"];
    const ended = main(words, { ...io, stopped: () => io.err().split("waiting for changes").length > 2 }, "0.0.0");
    while (!io.err().includes("waiting for changes")) await new Promise((done) => setTimeout(done, 50));
    const values = join(apps, "app-00001", "values.cue");
    writeFileSync(values, readFileSync(values, "utf8").replace(":1.1.0", ":9.9.9"));
    expect((await ended).exit).toBe(0);
    expect(io.err()).toContain("app-00001/values.cue changed\n");
    expect(io.err()).toContain("2 of 2 releases in");
    expect(io.err()).toContain("1 from the cache\nwaiting");
    expect(readFileSync(join(out, "dev/app-00001/deployment-app-00001-service.yaml"), "utf8")).toContain(":9.9.9");
  });

  test("CLI: what prints is printed again, also when a values file of the command line changes", async () => {
    const folder = mkdtempSync(join(scratch(), "p-"));
    cpSync(join(process.cwd(), "examples/hello"), folder, { recursive: true });
    const values = join(scratch(), "mine.yaml");
    writeFileSync(values, "replicas: 3\n");
    const io = memoryIo(process.cwd(), { HOME: scratch() });
    const waits = (): number => io.err().split("waiting for changes").length - 1;
    const until = async (count: number): Promise<void> => {
      while (waits() < count) await new Promise((done) => setTimeout(done, 50));
    };
    const words = ["mod", "build", folder, "-f", values, "--kind", "Deployment", "--watch"];
    const ended = main(words, { ...io, stopped: () => waits() > 2 }, "0.0.0");
    await until(1);
    writeFileSync(values, "replicas: 40\n");
    await until(2);
    // What is wrong is told, and waited for, too.
    expect(io.err()).toContain("mine.yaml changed\n");
    expect(io.err()).toContain("error[");
    writeFileSync(values, "replicas: 4\n");
    expect((await ended).exit).toBe(0);
    expect(io.out().match(/^ {2}replicas: .*$/gm)).toEqual(["  replicas: 3", "  replicas: 4"]);
  });
});
