// Each way in which a registry can answer badly, as a handler of requests.
import type { IncomingMessage, ServerResponse } from "node:http";
import { MODULE_FILE, badNames, badZips, bytes, goodZip, stored, zipOf } from "./registry-bodies.ts";
import type { Stored } from "./registry-bodies.ts";

/** What a handler may use: the module that it serves well, and the address of somebody else. */
export interface Scene {
  readonly other: string;
  serve(request: IncomingMessage, response: ServerResponse, what?: Stored): void;
}

export interface Answer {
  readonly name: string;
  readonly doing: "fetch" | "versions" | "publish";
  /** Almost all are refused; a few are odd and legal. */
  readonly wants: "refused" | "good" | "any";
  handle(request: IncomingMessage, response: ServerResponse, scene: Scene): void;
  /** What the other host does; it sees requests without credentials in any case. */
  readonly other?: (request: IncomingMessage, response: ServerResponse) => void;
}

type Handle = Answer["handle"];

const json = { "content-type": "application/vnd.oci.image.manifest.v1+json" };
const send = (response: ServerResponse, status: number, headers: Record<string, string>, body: string | Uint8Array) => {
  response.writeHead(status, headers);
  response.end(body);
};

/** Sends the same text for as long as somebody listens. */
function flood(response: ServerResponse, chunk: string): void {
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", more);
  more();
}

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write(" "), 20);
  response.on("close", () => clearInterval(timer));
}

const asking = (realm: string): Record<string, string> => ({
  "www-authenticate": `Bearer realm="${realm}",service="s"`,
});

function fetching(name: string, handle: Handle, more: Partial<Answer> = {}): Answer {
  return { name, doing: "fetch", wants: "refused", handle, ...more };
}

function redirects(): Answer[] {
  const out: Answer[] = [];
  for (const status of [301, 302, 307, 308])
    for (const challenge of ["Basic realm=x", "bearer of the other", "bearer of the registry"]) {
      out.push(
        fetching(
          `redirect ${status} to another host that asks for a password: ${challenge}`,
          (_, response, scene) => send(response, status, { location: `${scene.other}/v2/x` }, ""),
          {
            other: (request, response) => {
              const realm = `http://${request.headers.host}/token`;
              const header = challenge.startsWith("Basic") ? { "www-authenticate": challenge } : asking(realm);
              send(response, 401, header, "");
            },
          },
        ),
      );
    }
  const places = {
    itself: "",
    "a file": "file:///etc/passwd",
    "another protocol": "ftp://host.example/x",
    "no address": "http://[",
    "a script": "javascript:alert(1)",
    "plain HTTP elsewhere": "http://registry.example/x",
    "an address with credentials": "http://me:pw@127.0.0.1:1/x",
    "a closed port": "http://127.0.0.1:1/x",
    "a very long address": `/${"a".repeat(10_000)}`,
  };
  for (const [name, location] of Object.entries(places))
    out.push(fetching(`redirect to ${name}`, (_, response) => send(response, 307, { location }, "")));
  out.push(
    fetching("redirects without end", (request, response) => send(response, 302, { location: `${request.url}x` }, "")),
  );
  return out;
}

function challenges(): Answer[] {
  const of = (name: string, header: string): Answer =>
    fetching(`challenge: ${name}`, (_, response) => send(response, 401, { "www-authenticate": header }, ""));
  const token = (name: string, body: string | Uint8Array, status = 200): Answer =>
    fetching(`token answer: ${name}`, (request, response, scene) => {
      if (request.headers.authorization?.startsWith("Bearer ") === true) scene.serve(request, response);
      else if (request.url!.startsWith("/token")) send(response, status, {}, body);
      else send(response, 401, asking(`http://${request.headers.host}/token`), "");
    });
  return [
    of("empty", ""),
    of("of no known kind", "Digest realm=x"),
    of("without a realm", "Bearer"),
    of("with a realm that is no address", 'Bearer realm="x"'),
    of("with a file as realm", 'Bearer realm="file:///etc/passwd"'),
    of("with a realm over plain HTTP", 'Bearer realm="http://tokens.example/t"'),
    of("with a realm with credentials", 'Bearer realm="http://a:b@127.0.0.1:1/t"'),
    of("again and again", "Basic realm=x"),
    of("of five thousand parameters", `Bearer ${'a="b",'.repeat(1200)}`),
    of("with unclosed quotes", `Bearer realm="${"\\".repeat(4000)}`),
    token("no JSON", "no"),
    token("null", "null"),
    token("a number", '{"token": 5}'),
    token("empty", '{"token": ""}'),
    token("a token with a new line", '{"token": "a\\r\\nx-evil: 1"}'),
    token("five megabytes", new Uint8Array(5 << 20)),
    token("a server error", '{"token": "t"}', 500),
    token("a redirect", '{"token": "t"}', 302),
  ];
}

function statuses(): Answer[] {
  return [201, 202, 204, 206, 300, 304, 400, 403, 404, 405, 418, 429, 500, 502, 503, 599].map((status) =>
    fetching(`status ${status}`, (_, response) =>
      send(
        response,
        status,
        json,
        status === 204 || status === 304 ? "" : '{"errors":[{"code":"X","message":"\u001b[2J"}]}',
      ),
    ),
  );
}

function transfers(): Answer[] {
  const raw = (name: string, text: string): Answer =>
    fetching(name, (request) => void request.socket.end(text, "latin1"));
  return [
    fetching("no answer at all", () => undefined),
    fetching("a connection that is closed", (request) => void request.socket.destroy()),
    fetching("headers and nothing more", (_, response) => void response.writeHead(200, json).flushHeaders()),
    fetching("a byte now and then", (_, response) => void drip(response.writeHead(200, json))),
    fetching("a byte now and then in an error", (_, response) => void drip(response.writeHead(500, json))),
    fetching("a body without end", (_, response) => void flood(response.writeHead(200, json), " ".repeat(65536))),
    fetching("an error without end", (_, response) => void flood(response.writeHead(500, json), "x".repeat(65536))),
    fetching("a refusal without end", (_, response) => void flood(response.writeHead(404, json), "x".repeat(65536))),
    raw("no HTTP", "SSH-2.0-OpenSSH_9.6\r\n"),
    raw("a header without end", `HTTP/1.1 200 OK\r\nx: ${"y".repeat(200_000)}`),
    raw("ten thousand headers", `HTTP/1.1 200 OK\r\n${"a: b\r\n".repeat(10_000)}\r\n`),
    raw("a wrong chunk", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n"),
    raw("two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 5\r\n\r\n{}"),
    raw("less than announced", "HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{}"),
    raw("a terabyte announced", "HTTP/1.1 200 OK\r\ncontent-length: 1099511627776\r\n\r\n{}"),
    raw(
      "compressed without being asked",
      "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 2\r\n\r\n\x1f\x8b",
    ),
    raw("status 999", "HTTP/1.1 999 What\r\ncontent-length: 0\r\n\r\n"),
    raw("continue for ever", `${"HTTP/1.1 100 Continue\r\n\r\n".repeat(5000)}`),
  ];
}

function manifests(): Answer[] {
  const body = (name: string, content: string | Uint8Array, headers: Record<string, string> = json): Answer =>
    fetching(`manifest: ${name}`, (_, response) => send(response, 200, headers, content));
  const changed = (name: string, change: (manifest: Record<string, unknown>) => void): Answer =>
    fetching(`manifest: ${name}`, (request, response, scene) =>
      scene.serve(request, response, stored(undefined, undefined, change)),
    );
  const layer = (name: string, key: string, value: unknown): Answer =>
    changed(`archive with ${name}`, (m) => void ((m["layers"] as Record<string, unknown>[])[0]![key] = value));
  return [
    body("empty", ""),
    body("no JSON", "{"),
    body("a list", "[]"),
    body("null", "null"),
    body("deeply nested", "[".repeat(1_000_000)),
    body("names of prototypes", '{"__proto__":{"config":1},"constructor":2}'),
    body("of no type", "{}", {}),
    body("a page of HTML", "<html>", { "content-type": "text/html" }),
    body("with another digest in its header", stored().manifest, { ...json, "docker-content-digest": "sha256:00" }),
    body("five megabytes", new Uint8Array(5 << 20)),
    changed("no layers", (m) => void (m["layers"] = [])),
    changed("three layers", (m) => void (m["layers"] as unknown[]).push((m["layers"] as unknown[])[0])),
    changed("another artifact", (m) => void ((m["config"] as Record<string, unknown>)["mediaType"] = "x")),
    changed("layers in the wrong order", (m) => void (m["layers"] as unknown[]).reverse()),
    layer("a negative size", "size", -1),
    layer("half a byte", "size", 1.5),
    layer("an endless size", "size", 1e300),
    layer("a size in words", "size", "5"),
    layer("one byte less", "size", goodZip().length - 1),
    layer("one byte more", "size", goodZip().length + 1),
    layer("another digest", "digest", `sha256:${"0".repeat(64)}`),
    layer("a digest that is weak", "digest", "md5:d41d8cd98f00b204e9800998ecf8427e"),
    layer("a path as digest", "digest", "../../../etc/passwd"),
  ];
}

function contents(): Answer[] {
  const out: Answer[] = [];
  const archive = (name: string, zip: Uint8Array, file = bytes(MODULE_FILE)): void =>
    void out.push(
      fetching(`archive: ${name}`, (request, response, scene) => scene.serve(request, response, stored(zip, file))),
    );
  for (const [name, zip] of Object.entries(badZips())) archive(name, zip);
  for (const name of badNames)
    archive(`entry ${JSON.stringify(name)}`, zipOf({ "cue.mod/module.cue": MODULE_FILE, "m.cue": "", [name]: "evil" }));
  const blob = (name: string, change: (content: Uint8Array) => Uint8Array): void =>
    void out.push(
      fetching(`blob: ${name}`, (request, response, scene) => {
        if (!request.url!.includes("/blobs/")) scene.serve(request, response);
        else send(response, 200, {}, change(goodZip()));
      }),
    );
  blob("empty", () => new Uint8Array());
  blob("cut off", (b) => b.subarray(1));
  blob("one bit changed", (b) => b.map((x, i) => (i === 40 ? x ^ 1 : x)));
  blob("something behind it", (b) => new Uint8Array([...b, 0]));
  return out;
}

function versions(): Answer[] {
  const of = (name: string, wants: Answer["wants"], handle: Handle): Answer => ({
    name: `tags: ${name}`,
    doing: "versions",
    wants,
    handle,
  });
  const list = (tags: unknown): string => JSON.stringify({ name: "x", tags });
  const page =
    (link: string): Handle =>
    (_, response) =>
      send(response, 200, { link }, list(["v0.1.0"]));
  return [
    of("no list", "any", (_, response) => send(response, 200, {}, "[]")),
    of("a number", "good", (_, response) => send(response, 200, {}, list(5))),
    of("no texts", "good", (_, response) => send(response, 200, {}, list([1, null, {}, ["v0.1.0"]]))),
    of("that steer the terminal", "good", (_, response) =>
      send(response, 200, {}, list(["v0.1.0\u001b[2J", "v0.2.0\n", "v0.3.0-\u202e", "v0.4.0"])),
    ),
    of("a million", "refused", (_, response) => send(response, 200, {}, list(Array(450_000).fill("v0.1.0")))),
    of("pages without end", "refused", (request, response) =>
      page(`<${request.url}x>; rel="next"`)(request, response, null as never),
    ),
    of("a page that follows itself", "refused", page('</v2/x/tags/list>; rel="next"')),
    of("a page elsewhere", "refused", (request, response, scene) =>
      page(`<${scene.other}/v2/x/tags/list>; rel="next"`)(request, response, scene),
    ),
    of("a link that is none", "good", page("<http://[>; rel=next")),
  ];
}

function uploads(): Answer[] {
  const of = (name: string, handle: Handle, more: Partial<Answer> = {}): Answer => ({
    name: `upload: ${name}`,
    doing: "publish",
    wants: "refused",
    handle,
    ...more,
  });
  /** A registry that has nothing yet and answers the beginning of an upload as told. */
  const begin = (name: string, location: (scene: Scene) => string | undefined, more: Partial<Answer> = {}): Answer =>
    of(
      name,
      (request, response, scene) => {
        request.resume();
        const to = location(scene);
        if (request.method !== "POST") send(response, request.method === "PUT" ? 500 : 404, {}, "");
        else send(response, 202, to === undefined ? {} : { location: to }, "");
      },
      more,
    );
  const askPassword: Answer["other"] = (request, response) => {
    request.resume();
    send(response, 401, { "www-authenticate": "Basic realm=x" }, "");
  };
  const askToken: Answer["other"] = (request, response) => {
    request.resume();
    send(response, 401, asking(`http://${request.headers.host}/token`), "");
  };
  return [
    begin("to another host that asks for a password", (scene) => `${scene.other}/up`, { other: askPassword }),
    begin("to another host that asks for a token", (scene) => `${scene.other}/up`, { other: askToken }),
    begin("to plain HTTP elsewhere", () => "http://store.example/up"),
    begin("to a file", () => "file:///tmp/up"),
    begin("to no address", () => "http://["),
    begin("nowhere", () => undefined),
    of("a redirect of the content", (request, response, scene) => {
      request.resume();
      if (request.method === "POST") send(response, 202, { location: "/up" }, "");
      else if (request.method === "PUT") send(response, 307, { location: `${scene.other}/up` }, "");
      else send(response, 404, {}, "");
    }),
    of("a version that is there already", (request, response, scene) => {
      request.resume();
      if (request.method === "GET")
        scene.serve(request, response, stored(zipOf({ "cue.mod/module.cue": MODULE_FILE })));
      else if (request.method === "HEAD") send(response, 200, {}, "");
      else send(response, 201, {}, "");
    }),
    of("nobody knows whether a version is there", (request, response) => {
      request.resume();
      send(response, request.method === "GET" ? 500 : 201, {}, "");
    }),
  ];
}

const legal: readonly Answer[] = [
  fetching("all is well", (request, response, scene) => scene.serve(request, response), { wants: "good" }),
  fetching(
    "content from another host, as it should be",
    (request, response, scene) => {
      if (request.url!.includes("/blobs/")) send(response, 307, { location: `${scene.other}${request.url}` }, "");
      else scene.serve(request, response);
    },
    { wants: "good" },
  ),
  fetching(
    "a token from the registry",
    (request, response, scene) => {
      if (request.headers.authorization === "Bearer t") scene.serve(request, response);
      else if (request.url!.startsWith("/token")) send(response, 200, {}, '{"token": "t"}');
      else send(response, 401, asking(`http://${request.headers.host}/token`), "");
    },
    { wants: "good" },
  ),
];

export const answers: readonly Answer[] = [
  ...legal,
  ...redirects(),
  ...challenges(),
  ...statuses(),
  ...transfers(),
  ...manifests(),
  ...contents(),
  ...versions(),
  ...uploads(),
];
