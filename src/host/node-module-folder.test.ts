import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { nodeCredentials } from "./node-credentials.ts";
import { nodeFiles } from "./node-files.ts";
import { cueCacheFolder, userConfigFolder } from "./node-folders.ts";
import { readModuleFolder } from "./node-module-folder.ts";
import { nodeTagVariables } from "./node-tag-variables.ts";

const root = mkdtempSync(join(tmpdir(), "opm-folder-"));
afterAll(() => rmSync(root, { recursive: true }));

describe("a module folder (CUE-3)", () => {
  test("regular files, without links, version control and nested modules", () => {
    for (const dir of ["cue.mod", ".git", "nested/cue.mod", "sub"])
      mkdirSync(join(root, "m", dir), { recursive: true });
    for (const name of ["cue.mod/module.cue", ".git/config", "nested/x.cue", "sub/b.cue", "a.cue"])
      writeFileSync(join(root, "m", name), name);
    symlinkSync("/etc/hosts", join(root, "m/link.cue"));
    expect(readModuleFolder(join(root, "m")).map((f) => f.name)).toEqual(["a.cue", "cue.mod/module.cue", "sub/b.cue"]);
  });

  test("faults are worded as the system words them", () => {
    expect(nodeFiles.readFile(join(root, "none"))).toEqual({ fault: "absent", text: "no such file or directory" });
    expect(nodeFiles.readFile(root)).toEqual({ fault: "folder", text: "is a directory" });
    expect(nodeFiles.readFolder(join(root, "m/a.cue"))).toEqual({ fault: "not-folder", text: "not a directory" });
    expect(nodeFiles.stat(join(root, "m/a.cue/x"))).toMatchObject({ fault: "not-folder" });
    expect(nodeFiles.readFolder(join(root, "m"))).toContainEqual({ name: "link.cue", kind: "link" });
  });
});

describe("the user's folders", () => {
  test("as cue looks for them", () => {
    expect(cueCacheFolder({ CUE_CACHE_DIR: "/c" })).toBe("/c");
    expect(userConfigFolder({ HOME: "/h" }, "linux")).toBe("/h/.config");
    expect(userConfigFolder({ HOME: "/h", XDG_CONFIG_HOME: "/x" }, "linux")).toBe("/x");
    expect(userConfigFolder({ HOME: "/h" }, "darwin")).toBe("/h/Library/Application Support");
  });

  test("logins of cue come before those of docker; expired ones do not count", async () => {
    mkdirSync(join(root, "cue"));
    const registries = {
      "a.example": { access_token: "A" },
      "old.example": { access_token: "O", expiry: "2001-01-01T00:00:00Z" },
      __proto__x: {},
    };
    writeFileSync(join(root, "cue/logins.json"), JSON.stringify({ registries }));
    writeFileSync(
      join(root, "config.json"),
      JSON.stringify({
        auths: { "https://b.example/v1/": { auth: btoa("me:pass:word") }, "a.example": { auth: btoa("x:y") } },
      }),
    );
    const source = nodeCredentials({ CUE_CONFIG_DIR: join(root, "cue"), DOCKER_CONFIG: root });
    expect(await source("a.example")).toEqual({ kind: "bearer", token: "A" });
    expect(await source("b.example")).toEqual({ kind: "basic", username: "me", password: "pass:word" });
    expect(await source("old.example")).toBeUndefined();
    expect(await nodeCredentials({ CUE_CONFIG_DIR: "/none", DOCKER_CONFIG: "/none" })("a.example")).toBeUndefined();
  });

  test("variables of tags", () => {
    const variables = nodeTagVariables("/work");
    expect([...variables.keys()]).toEqual(["now", "os", "arch", "cwd", "username", "hostname", "rand"]);
    expect(variables.get("cwd")!()).toBe("/work");
    expect(variables.get("now")!()).toMatch(/^\d{4}-\d\d-\d\dT[\d:]+(\.\d*[1-9])?Z$/);
    expect(variables.get("rand")!()).toMatchObject({ kind: "BasicLit", token: "INT" });
  });
});
