// Proxies and logins by helper programs. Servers that answer badly: conformance/attack/hostile-registry.ts.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { nodeCredentials } from "./node-credentials.ts";
import { proxyFor } from "./node-proxy.ts";
import { makeNodeTransport } from "./node-transport.ts";

const folder = mkdtempSync(join(tmpdir(), "opm-transport-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("proxies", () => {
  const proxy = (url: string, env: Record<string, string>): string | undefined => proxyFor(new URL(url), env)?.host;

  test("by scheme, with exceptions", () => {
    const env = { HTTPS_PROXY: "http://p.example:8080", NO_PROXY: "a.example, .b.example,10.0.0.0/8,c.example:5000" };
    expect(proxy("https://reg.example/v2/", env)).toBe("p.example:8080");
    expect(proxy("http://reg.example/v2/", env)).toBeUndefined();
    for (const host of ["a.example", "x.a.example", "y.b.example", "10.1.2.3", "c.example:5000", "localhost:5000"])
      expect(proxy(`https://${host}/`, env)).toBeUndefined();
    for (const host of ["b.example", "11.1.2.3", "c.example", "aa.example"])
      expect(proxy(`https://${host}/`, env)).toBe("p.example:8080");
    expect(proxy("https://x.example/", { ...env, no_proxy: "*" })).toBeUndefined();
  });

  test("a server of CGI does not take one from a request", () => {
    expect(proxy("http://x.example/", { HTTP_PROXY: "evil.example", REQUEST_METHOD: "GET" })).toBeUndefined();
  });

  test("is asked for the whole address, with its own login alone", async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(`${request.url} ${request.headers.host} ${request.headers["proxy-authorization"]}`);
      response.end("ok");
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const transport = makeNodeTransport({ http_proxy: `http://me:pw@127.0.0.1:${port}` });
    const answer = await transport({ method: "GET", url: "http://reg.example/v2/", headers: {} });
    expect(new TextDecoder().decode(answer.body)).toBe("ok");
    expect(seen).toEqual([`http://reg.example/v2/ reg.example Basic ${btoa("me:pw")}`]);
    server.close();
  });
});

describe("credential helpers", () => {
  const script = join(folder, "docker-credential-test");
  writeFileSync(
    script,
    '#!/bin/sh\nread host\n[ "$host" = reg.example ] || { echo "credentials not found"; exit 1; }\n' +
      'echo \'{"ServerURL":"reg.example","Username":"me","Secret":"pw"}\'\n',
  );
  chmodSync(script, 0o755);
  const ask = (config: unknown, host: string) => {
    writeFileSync(join(folder, "config.json"), JSON.stringify(config));
    return nodeCredentials({ DOCKER_CONFIG: folder, HOME: folder, PATH: `${folder}:/usr/bin:/bin` })(host);
  };

  test.skipIf(process.platform === "win32")("for a host, and for all", async () => {
    const login = { kind: "basic", username: "me", password: "pw" };
    expect(await ask({ credHelpers: { "reg.example": "test" } }, "reg.example")).toEqual(login);
    expect(await ask({ credHelpers: { "reg.example": "test" } }, "other.example")).toBeUndefined();
    expect(await ask({ credsStore: "test" }, "reg.example")).toEqual(login);
    expect(await ask({ credsStore: "test" }, "other.example")).toBeUndefined();
  });

  test("a path is no helper, and one that is missing is said", async () => {
    await expect(ask({ credsStore: "../../evil" }, "reg.example")).rejects.toThrow("no valid credential helper");
    await expect(ask({ credsStore: "absent" }, "reg.example")).rejects.toThrow("docker-credential-absent");
  });
});

describe("connections that are used again", () => {
  test("one that the server closed meanwhile is no failure of the next request", async () => {
    // Another process: this one does not look at its connections while it is busy.
    const server = spawn(process.execPath, [
      "-e",
      `let n = 0; const s = require("node:http").createServer((q, r) => { q.resume(); q.on("end", () => { r.end(String(++n)); setTimeout(() => q.socket.destroy(), 5); }); }); s.listen(0, "127.0.0.1", () => console.log(s.address().port));`,
    ]);
    const port = await new Promise<string>((done) =>
      server.stdout.once("data", (text: Buffer) => done(String(text).trim())),
    );
    const send = makeNodeTransport({});
    const ask = async (): Promise<string> => {
      const body = new TextEncoder().encode("x");
      const answer = await send({ method: "PUT", url: `http://127.0.0.1:${port}/`, headers: {}, body });
      return new TextDecoder().decode(answer.body);
    };
    for (let i = 1; i <= 4; i++) {
      expect(await ask()).toBe(String(i));
      const until = Date.now() + 60;
      while (Date.now() < until);
    }
    server.kill();
  });
});
