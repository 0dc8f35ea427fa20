import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { servePage } from "./node-page-server.ts";
import type { PageServer } from "./node-page-server.ts";

let server: PageServer;
let url: URL;

beforeAll(async () => {
  server = await servePage({
    port: 0,
    page: () => "<p>the page</p>",
    answer: (question) => Promise.resolve({ question }),
    patience: 1000,
  });
  url = new URL(server.address);
});
afterAll(() => server.close());

interface Ask {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

function ask({ path = `/${url.search}`, method = "GET", headers = {}, body }: Ask = {}): Promise<{
  status: number;
  text: string;
}> {
  return new Promise((done, failed) => {
    const sent = request({ host: "127.0.0.1", port: url.port, path, method, headers }, (response) => {
      let text = "";
      response.on("data", (part: Buffer) => (text += part.toString()));
      response.on("end", () => done({ status: response.statusCode!, text }));
    });
    sent.on("error", failed);
    sent.end(body);
  });
}

describe("PAGE-1: the page is served to the one who has the address", () => {
  test("with the token", async () => {
    expect(await ask()).toEqual({ status: 200, text: "<p>the page</p>" });
  });
  test.each([
    ["no token", { path: "/" }, 403],
    ["a wrong token", { path: "/?token=x" }, 403],
    ["another origin", { headers: { origin: "https://evil.example" } }, 403],
    ["the browser calls it cross-site", { headers: { "sec-fetch-site": "cross-site" } }, 403],
    ["another name for this machine (DNS rebinding)", { headers: { host: "evil.example" } }, 421],
    ["another method", { method: "PUT" }, 405],
    ["a form of another site", { method: "POST", headers: { "content-type": "text/plain" } }, 415],
    ["a question from nowhere", { method: "POST", headers: { "content-type": "application/json" } }, 415],
    ["a path that climbs", { path: "/../../etc/passwd" }, 403],
    ["an address without end", { path: `/?token=${"x".repeat(5000)}` }, 414],
  ])("not with %s", async (_, wrong, status) => {
    expect((await ask(wrong)).status).toBe(status);
  });
  test("nothing else is there, token or not", async () => {
    expect((await ask({ path: `/../../etc/passwd${url.search}` })).status).toBe(404);
    expect((await ask({ path: `/package.json${url.search}` })).status).toBe(404);
  });
  test("headers without end are refused", async () => {
    const status = await new Promise<string>((done) => {
      const socket = connect(Number(url.port), "127.0.0.1");
      socket.on("data", (part: Buffer) => done(part.toString().split("\r\n")[0]!));
      socket.on("error", () => done("closed"));
      socket.on("close", () => done("closed"));
      socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX: ${"y".repeat(40_000)}\r\n\r\n`);
    });
    expect(status).toMatch(/431|closed/);
  });
  const json = () => ({ "content-type": "application/json", origin: url.origin });
  test("a question of the page is answered", async () => {
    const asked = await ask({ path: `/ask${url.search}`, method: "POST", headers: json(), body: '{"a":1}' });
    expect(asked).toEqual({ status: 200, text: '{"question":{"a":1}}' });
  });
  test.each([
    ["without the token", { path: "/ask", body: "{}" }, 403],
    ["that is no JSON", { body: "{" }, 400],
    ["to another address", { path: `/${"x".repeat(9)}`, body: "{}" }, 403],
    ["without end", { body: `"${"x".repeat(9 << 20)}"` }, 413],
  ])("no question %s", async (_, wrong: Ask, status) => {
    const found = await ask({ path: `/ask${url.search}`, method: "POST", headers: json(), ...wrong }).catch(
      // A server that has heard enough hangs up while the rest is being sent.
      () => ({ status }),
    );
    expect(found.status).toBe(status);
  });
  test("who sends slowly is cut off, and the others are answered meanwhile", async () => {
    const socket = connect(Number(url.port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(
      `POST /ask${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nOrigin: ${url.origin}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    expect((await ask()).status).toBe(200);
    const ended = new Promise<string>((done) => {
      let text = "";
      socket.on("data", (part: Buffer) => (text += part.toString()));
      socket.on("close", () => done(text));
    });
    expect(await ended).toMatch(/^(?:HTTP\/1\.1 4(?:08|13)|$)/);
  });
  test("only this machine can reach it", () => {
    expect(url.hostname).toBe("127.0.0.1");
  });
});
