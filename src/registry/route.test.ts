import { describe, expect, test } from "vitest";
import { failure, success } from "../cue/module/index.ts";
import { parseRegistrySetting } from "./route-config.ts";
import { allHosts, locate, parseRoutes } from "./route.ts";
import type { RegistryRoutes } from "./route.ts";

function routes(text: string): RegistryRoutes {
  const r = parseRoutes(text);
  if (typeof r === "string") throw new Error(r);
  return r;
}

function setting(text: string): RegistryRoutes | string {
  const r = parseRegistrySetting(text, (path) =>
    path === "conf.cue"
      ? success('defaultRegistry: registry: "none"')
      : failure(`open ${path}: no such file or directory`),
  );
  return r.ok ? r.value : r.fault.message;
}

describe("CUE_REGISTRY (CUE-3)", () => {
  test("the longest prefix of whole elements wins", async () => {
    const r = routes("ex.com=one.com,ex.com/a=two.com/repo+insecure,ex.com/b=none,localhost:5000/x");
    const at = async (path: string) => {
      const l = await locate(r, path, "v1.0.0");
      return l === undefined ? undefined : `${l.insecure ? "http" : "https"} ${l.host} ${l.repository} ${l.tag}`;
    };
    expect(await at("ex.com/m")).toBe("https one.com ex.com/m v1.0.0");
    expect(await at("ex.com/a/m")).toBe("http two.com repo/ex.com/a/m v1.0.0");
    expect(await at("ex.com/ab")).toBe("https one.com ex.com/ab v1.0.0");
    expect(await at("ex.com/b")).toBeUndefined();
    expect(await at("other.com/m")).toBe("http localhost:5000 x/other.com/m v1.0.0");
    expect(allHosts(r)).toEqual([
      { name: "localhost:5000", insecure: true },
      { name: "one.com", insecure: false },
      { name: "two.com", insecure: true },
    ]);
  });

  test("without a catch-all it is the central registry", () => {
    expect(routes("").fallback.host).toBe("registry.cue.works");
    expect(routes("ex.com=a.com").fallback.host).toBe("registry.cue.works");
  });

  test.each([
    ["localhost:1", true],
    ["127.0.0.1:80", true],
    ["[::1]:80", true],
    ["[0:0:0:0:0:0:0:1]:80", true],
    ["a.com", false],
    ["10.0.0.1", false],
    ["localhost:1+secure", false],
    ["a.com+insecure", true],
  ])("%s is insecure: %s", (text, insecure) => {
    expect(routes(text).fallback.insecure).toBe(insecure);
  });

  test.each([
    ["a.com,,b.com", "empty registry part"],
    ["a.com,b.com", "duplicate catch-all registry"],
    ["=a.com", "empty module prefix"],
    ["ex.com=", "empty registry reference"],
    ["ex.com=a.com,ex.com=b.com", 'duplicate module prefix "ex.com"'],
    ["bad=a.com", 'invalid module path "bad": missing dot in first path element'],
    ["foo", 'invalid registry "foo": invalid host name "foo" in registry'],
    ["a.com+x", 'invalid registry "a.com+x": unknown suffix ("+x"), need +insecure, +secure or no suffix)'],
    ["a.com/b:tag", 'invalid registry "a.com/b:tag": cannot have an associated tag or digest'],
    ["ex.com=a.com,ex.com/x=a.com+insecure", 'registry host "a.com" is specified both as secure and insecure'],
  ])("%j is refused", (text, why) => expect(parseRoutes(text)).toBe(why));

  test("inline and file configurations", async () => {
    const r = setting(
      'inline:moduleRegistries: "ex.com": {registry: "a.com/mods", stripPrefix: true}\ndefaultRegistry: {registry: "b.com/all", pathEncoding: "hashAsTag", prefixForTags: "p-"}',
    );
    if (typeof r === "string") throw new Error(r);
    expect((await locate(r, "ex.com/m", "v1.0.0"))?.repository).toBe("mods/m");
    expect(await locate(r, "o.com/m", "")).toEqual({
      host: "b.com",
      insecure: false,
      repository: "all",
      tag: "p-d8aa97a70ec49e1cd6a6a1b1b8b7ba9cf1da4b2ed5c49b5cc2b1e29ae2ef9b30-".replace(
        /[0-9a-f]{64}/,
        await hashOf("o.com/m"),
      ),
    });
    expect(typeof setting("file:conf.cue")).toBe("object");
    expect(setting("file:other.cue")).toBe("open other.cue: no such file or directory");
    expect(setting("simple:none")).toMatchObject({ fallback: { none: true } });
    expect(setting("inline:x: 1")).toContain("field not allowed");
    expect(setting('inline:defaultRegistry: {registry: "a.com", stripPrefix: true}')).toBe(
      "bad value for registry: invalid default registry configuration: use of stripPrefix requires a non-empty repository within the registry",
    );
  });
});

async function hashOf(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toString("hex");
}
