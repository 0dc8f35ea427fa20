import { describe, expect, test } from "vitest";
import { readExecCredential } from "./exec-credential.ts";
import { connectionOf, mergeKubeconfigs } from "./kubeconfig.ts";

const file = (path: string, content: unknown) => ({ path, text: JSON.stringify(content) });
const entry = (name: string, server: string, user: Record<string, unknown> = {}) => ({
  "current-context": name,
  clusters: [{ name, cluster: { server } }],
  users: [{ name, user }],
  contexts: [{ name, context: { cluster: name, user: name, namespace: "apps" } }],
});

describe("kubeconfigs", () => {
  test("the first file's whole entry wins, and its current context", () => {
    const merged = mergeKubeconfigs([
      file("/one/config", entry("a", "https://first", { token: "t" })),
      file("/two/config", {
        ...entry("a", "https://second", { tokenFile: "x" }),
        contexts: [{ name: "b", context: { cluster: "a", user: "a" } }],
      }),
    ]).value!;
    expect(connectionOf(merged).value).toMatchObject({ server: "https://first", token: "t", namespace: "apps" });
    expect(connectionOf(merged, "b").value).toMatchObject({
      server: "https://first",
      token: "t",
      namespace: undefined,
    });
  });

  test("paths are relative to the file that holds them", () => {
    const merged = mergeKubeconfigs([
      file("/etc/kube/config", entry("a", "https://x", { tokenFile: "secrets/token" })),
    ]);
    expect(connectionOf(merged.value!).value).toMatchObject({ tokenFile: "/etc/kube/secrets/token" });
  });

  test("what is no YAML is told without quoting it: it may hold a token", () => {
    const { diagnostics } = mergeKubeconfigs([{ path: "c", text: "users:\n- name: a\n  user: {token: s3cr3t-t0ken" }]);
    expect(diagnostics).toMatchObject([{ code: "OPM7001" }]);
    expect(JSON.stringify(diagnostics)).not.toContain("s3cr3t");
  });

  test("a name twice in a file, an absent user, no context", () => {
    const twice = { ...entry("a", "https://x"), users: [{ name: "a" }, { name: "a" }] };
    expect(mergeKubeconfigs([file("c", twice)]).diagnostics[0]!.message).toContain('two users named "a"');
    const absent = mergeKubeconfigs([file("c", { ...entry("a", "https://x"), users: [] })]).value!;
    for (const server of ["", "127.0.0.1", "https://v0.1.0", "https://h:99999", "https://["])
      expect(connectionOf(mergeKubeconfigs([file("c", entry("a", server))]).value!).diagnostics[0]!.message).toContain(
        "has no server address",
      );
    expect(connectionOf(absent).diagnostics[0]!.message).toContain('the user "a", who is not in the kubeconfig');
    expect(connectionOf(absent, "z").diagnostics).toMatchObject([
      { code: "OPM7003", notes: ["contexts: a", "files: c"] },
    ]);
  });
});

describe("exec credentials", () => {
  const plugin = {
    apiVersion: "client.authentication.k8s.io/v1",
    command: "x",
    args: [],
    env: [],
    provideClusterInfo: false,
    interactiveMode: "Never",
    installHint: "",
    file: "",
  } as const;
  const answer = (more: Record<string, unknown>) =>
    JSON.stringify({ kind: "ExecCredential", apiVersion: plugin.apiVersion, ...more });

  test("a token with its end", () => {
    const stamp = "2030-01-01T00:00:00Z";
    expect(readExecCredential(answer({ status: { token: "t", expirationTimestamp: stamp } }), plugin)).toEqual({
      token: "t",
      expires: Date.parse(stamp),
    });
  });

  test.each([
    ["nonsense", "no JSON"],
    ["[]", "no ExecCredential"],
    [answer({}), "no status"],
    [answer({ status: {} }), "neither a token nor a certificate"],
    [answer({ status: { clientKeyData: "k" } }), "a key without its certificate"],
    [answer({ apiVersion: "client.authentication.k8s.io/v1beta1", status: { token: "t" } }), "was asked for"],
  ])("%s: %s", (output, expected) => expect(readExecCredential(output, plugin)).toContain(expected));
});
