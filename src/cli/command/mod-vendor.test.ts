// `opm mod vendor crd URL` over servers on the loopback: what is good is kept, what is not is refused with its reason.
import { createServer } from "node:http";
import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { main } from "../main.ts";
import { memoryIo } from "../memory-io.ts";

const work = realpathSync(mkdtempSync(join(tmpdir(), "opm-vendor-")));

function crd(group: string, schema: string): string {
  const version = `{name: v1, served: true, storage: true, schema: {openAPIV3Schema: ${schema}}}`;
  return `kind: CustomResourceDefinition\nspec:\n  group: ${group}\n  names: {kind: Topic}\n  versions: [${version}]\n`;
}
const plain = "{type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}";
const level = (n: number): string =>
  `a${n}: &a${n} {type: object, properties: {${Array.from({ length: 9 }, (_, i) => `p${i}: *a${n - 1}`).join(", ")}}}`;

const pages: Record<string, (response: ServerResponse) => void> = {
  "/good": (r) => r.end(crd("good.example.com", plain)),
  "/list": (r) => r.end(JSON.stringify({ kind: "List", items: [{ kind: "Pod" }, null, 3] })),
  "/once": (r) => r.writeHead(302, { location: "more/twice" }).end(),
  "/more/twice": (r) => r.writeHead(307, { location: "../good" }).end(),
  "/round": (r) => r.writeHead(301, { location: "/round" }).end(),
  "/file": (r) => r.writeHead(302, { location: "file:///etc/passwd" }).end(),
  "/nowhere": (r) => r.writeHead(302).end(),
  "/private": (r) => r.writeHead(403).end("no"),
  "/binary": (r) => r.end(Buffer.from([0xff, 0xfe, 0x00, 0x80])),
  "/page": (r) => r.end("<!doctype html>\n<p>: hello\n"),
  "/broken": (r) => r.end("a: [1,\nb: }\n"),
  "/outside": (r) => r.end(crd('".."', plain)),
  "/strange": (r) =>
    r.end(crd("strange.example.com", "{type: object, properties: {a: null, b: {required: 3, properties: x}}}")),
  "/pattern": (r) =>
    r.end(crd("pattern.example.com", "{type: object, properties: {a: {type: string, pattern: '(?!x)y'}}}")),
  "/bomb": (r) =>
    r.end(
      `x:\n  a0: &a0 {type: object}\n${[1, 2, 3, 4, 5, 6, 7].map((n) => `  ${level(n)}\n`).join("")}` +
        `${crd("bomb.example.com", "{type: object, properties: {deep: *a7}}")}`,
    ),
  "/endless": (r) => {
    const block = Buffer.alloc(1 << 20, "# \n");
    const more = (): void => {
      while (!r.destroyed && r.write(block));
    };
    r.on("drain", more);
    more();
  },
  "/short": (r) => {
    r.writeHead(200, { "content-length": "1000" });
    r.write("kind: Custom");
    setTimeout(() => r.destroy(), 20);
  },
};

let server: Server;
let base = "";

beforeAll(async () => {
  server = createServer((request, response) => (pages[request.url ?? ""] ?? ((r) => r.writeHead(404).end()))(response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(work, { recursive: true, force: true });
});

async function vendor(...sources: string[]): Promise<{ exit: number; out: string; err: string }> {
  const io = memoryIo(work, { HOME: work });
  const { exit } = await main(
    ["mod", "vendor", "crd", ...sources.map((s) => (s.startsWith("/") ? base + s : s))],
    io,
    "0.0.0",
  );
  return { exit, out: io.out(), err: io.err() };
}

describe("mod vendor crd URL", () => {
  test("writes the types, also behind redirects", async () => {
    const types = "cue.mod/gen/good.example.com/topic/v1/types_gen.cue";
    expect(await vendor("/good")).toEqual({ exit: 0, out: `${types}\n`, err: "" });
    expect(readFileSync(join(work, types), "utf8")).toContain("size?: int");
    expect(await vendor("/once")).toEqual({ exit: 0, out: `${types}\n`, err: "" });
  });

  test.each<[string, number, string]>([
    ["/missing", 5, "the server answers 404"],
    ["/private", 4, "the server answers 403"],
    ["/round", 3, "more than 5 redirects"],
    ["/file", 3, "redirects to file:///etc/passwd, which is not secure"],
    ["/nowhere", 3, "redirects to nowhere"],
    ["/endless", 3, "response is longer than 33554432 bytes"],
    ["/short", 3, "cannot read"],
    ["http://127.0.0.1:1/", 3, "connection refused"],
    ["/binary", 2, "not text in UTF-8"],
    ["/broken", 2, "is not YAML"],
    ["/page", 2, "is not YAML"],
    ["/list", 2, "holds no CustomResourceDefinition"],
  ])("%s is refused", async (source, exit, why) => {
    const answer = await vendor(source);
    expect(answer).toMatchObject({ exit, out: "" });
    expect(answer.err).toContain(why);
  });

  test("a definition cannot name a place outside of the folder", async () => {
    expect(await vendor("/outside")).toMatchObject({
      exit: 2,
      out: "",
      err: expect.stringContaining("not a group and kind"),
    });
    expect(existsSync(join(work, "cue.mod/topic"))).toBe(false);
  });

  test("what cannot be checked is left open, with a warning", async () => {
    expect(await vendor("/strange")).toMatchObject({ exit: 0 });
    expect(await vendor("/pattern")).toMatchObject({ exit: 0, err: expect.stringContaining("cannot be checked here") });
    expect(await vendor("/bomb")).toMatchObject({ exit: 0, err: expect.stringContaining("more than 100000 types") });
  });

  test("every source is looked at; the first refusal says how it ends", async () => {
    const { exit, out, err } = await vendor("/missing", "/good", "/broken", "nothing.yaml");
    expect([exit, out]).toEqual([5, "cue.mod/gen/good.example.com/topic/v1/types_gen.cue\n"]);
    expect(err.match(/error\[OPM1208\]/g)).toHaveLength(3);
  });
});
