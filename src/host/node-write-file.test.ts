import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { writeWholeFile } from "./node-write-file.ts";

const top = mkdtempSync(join(tmpdir(), "opm-write-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));
let count = 0;
const fresh = (): string => {
  const folder = join(top, `w${count++}`);
  mkdirSync(folder);
  return folder;
};

describe.skipIf(process.platform === "win32")("files are written whole", () => {
  test("a new one, an old one that keeps its mode, one with secrets that nobody else reads", () => {
    const folder = fresh();
    writeWholeFile(join(folder, "a"), "one");
    chmodSync(join(folder, "a"), 0o640);
    writeWholeFile(join(folder, "a"), "two");
    expect(readFileSync(join(folder, "a"), "utf8")).toBe("two");
    expect(statSync(join(folder, "a")).mode & 0o777).toBe(0o640);
    writeWholeFile(join(folder, "a"), "three", { secret: true });
    expect(statSync(join(folder, "a")).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["a"]);
  });

  test("a link is replaced, and what it leads to stays", () => {
    const folder = fresh();
    writeFileSync(join(folder, "target"), "other's");
    symlinkSync("target", join(folder, "a"));
    writeWholeFile(join(folder, "a"), "mine");
    expect(readFileSync(join(folder, "target"), "utf8")).toBe("other's");
    expect(lstatSync(join(folder, "a")).isSymbolicLink()).toBe(false);
  });

  test("a stream is written to, a folder is none, and a failure leaves nothing", () => {
    const folder = fresh();
    expect(() => writeWholeFile("/dev/null", "x")).not.toThrow();
    expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true);
    mkdirSync(join(folder, "d"));
    expect(() => writeWholeFile(join(folder, "d"), "x")).toThrow("EISDIR");
    expect(() => writeWholeFile(join(folder, "none", "a"), "x")).toThrow("ENOENT");
    expect(readdirSync(folder)).toEqual(["d"]);
  });

  test("what a killed run left behind goes; other names that look alike stay", () => {
    const folder = fresh();
    writeFileSync(join(folder, ".a.999999999.abc.opm-part"), "half");
    writeFileSync(join(folder, ".mine.opm-part"), "mine");
    writeWholeFile(join(folder, "a"), "x");
    expect(readdirSync(folder).sort()).toEqual([".mine.opm-part", "a"]);
  });
});
