import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { gitCommit } from "./node-git-commit.ts";
import { findConnection } from "./node-kube-config.ts";
import { proxyFor } from "./node-kube-proxy.ts";

const folder = mkdtempSync(join(tmpdir(), "opm-host-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("proxies", () => {
  const env = { HTTPS_PROXY: "http://proxy:3128", NO_PROXY: "example.com,10.0.0.0/8,*.corp:8443" };
  const through = (server: string, own?: string) => proxyFor(new URL(server), own, env)?.host;

  test.each([
    ["https://cluster.other.org", "proxy:3128"],
    ["https://example.com", undefined],
    ["https://api.example.com:6443", undefined],
    ["https://10.1.2.3", undefined],
    ["https://11.1.2.3", "proxy:3128"],
    ["https://a.corp:8443", undefined],
    ["https://a.corp:6443", "proxy:3128"],
    ["https://127.0.0.1:6443", undefined],
    ["https://localhost:6443", undefined],
  ])("%s through %s", (server, expected) => expect(through(server)).toBe(expected));

  test("the kubeconfig's own beats the environment, exceptions included", () => {
    expect(through("https://example.com", "http://mine:1")).toBe("mine:1");
    expect(() => through("https://example.com", "socks5://mine:1")).toThrow("not supported");
  });
});

describe("kubeconfigs on this machine", () => {
  test("files of KUBECONFIG that are missing are passed over; without any there is no cluster, and none is guessed", () => {
    const file = join(folder, "config");
    writeFileSync(
      file,
      JSON.stringify({
        "current-context": "a",
        clusters: [{ name: "a", cluster: { server: "https://x" } }],
        contexts: [{ name: "a", context: { cluster: "a" } }],
      }),
    );
    const { value } = findConnection({ KUBECONFIG: `${join(folder, "none")}:${file}` }, {});
    expect(value).toMatchObject({ server: "https://x", context: "a" });
    expect(findConnection({ HOME: join(folder, "nobody") }, {}).diagnostics).toMatchObject([{ code: "OPM7002" }]);
    expect(findConnection({}, { kubeconfig: join(folder, "none") }).diagnostics).toMatchObject([{ code: "OPM7001" }]);
  });
});

describe("the commit of a folder", () => {
  const hash = "0123456789abcdef0123456789abcdef01234567";
  const repository = (name: string, files: Readonly<Record<string, string>>): string => {
    const root = join(folder, name);
    mkdirSync(join(root, ".git/refs/heads"), { recursive: true });
    mkdirSync(join(root, "deep/er"), { recursive: true });
    for (const [path, text] of Object.entries(files)) writeFileSync(join(root, ".git", path), text);
    return join(root, "deep/er");
  };

  test.each<[string, Readonly<Record<string, string>>]>([
    ["a branch", { HEAD: "ref: refs/heads/main\n", "refs/heads/main": `${hash}\n` }],
    ["a packed branch", { HEAD: "ref: refs/heads/main\n", "packed-refs": `# pack-refs\n${hash} refs/heads/main\n` }],
    ["no branch", { HEAD: `${hash}\n` }],
  ])("%s", (name, files) => expect(gitCommit(repository(name, files))).toBe(hash));

  test("before the first commit there is none", () =>
    expect(gitCommit(repository("empty", { HEAD: "ref: refs/heads/main\n" }))).toBeUndefined());
});
