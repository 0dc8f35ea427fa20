// A registry that answers badly in more than a hundred ways, over real connections. Each answer must come to an end, be
// refused with a reason, leave nothing on disk, and never bring the user's password to another host.
//
//   node tool/run.mjs conformance/attack/hostile-registry.ts [--only TEXT]
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeNodeTransport } from "../../src/host/node-transport.ts";
import { nodeCacheFolder } from "../../src/host/node-cache-folder.ts";
import { nodeInflate } from "../../src/host/node-zip.ts";
import { ModuleCache, ModuleClient, parseRoutes } from "../../src/registry/index.ts";
import type { RegistryRoutes } from "../../src/registry/index.ts";
import { answers } from "./registry-answers.ts";
import type { Answer, Scene } from "./registry-answers.ts";
import { MODULE, digest, goodZip, stored } from "./registry-bodies.ts";
import type { Stored } from "./registry-bodies.ts";

const password = "registry-password-of-the-user";
/** Short, so that a hundred silences take seconds; the order of events is the same. */
const patience = { connect: 400, header: 400, idle: 400, whole: 800 };
const longest = 5000;

function serve(request: IncomingMessage, response: ServerResponse, what: Stored = stored()): void {
  const url = request.url ?? "";
  const type = { "content-type": "application/vnd.oci.image.manifest.v1+json" };
  if (url.includes("/manifests/")) response.writeHead(200, type).end(what.manifest);
  else if (url.endsWith(digest(what.zip))) response.writeHead(200).end(what.zip);
  else if (url.endsWith(digest(what.file))) response.writeHead(200).end(what.file);
  else response.writeHead(404).end();
}

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<[Server, string]> {
  const server = createServer(handle);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return [server, `127.0.0.1:${(server.address() as AddressInfo).port}`];
}

/** What went wrong with one answer; undefined if nothing did. */
export async function attack(answer: Answer): Promise<string | undefined> {
  const seenElsewhere: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), "opm-hostile-"));
  const [other, otherHost] = await listen((request, response) => {
    seenElsewhere.push(JSON.stringify(request.headers) + request.url);
    if (answer.other === undefined) serve(request, response);
    else answer.other(request, response);
  });
  const scene: Scene = { other: `http://${otherHost}`, serve };
  const [registry, host] = await listen((request, response) => answer.handle(request, response, scene));
  try {
    const routes = parseRoutes(`${host}/mods`) as RegistryRoutes;
    // Every operation of the client has a deadline; a test waits for a shorter one.
    const transport = makeNodeTransport({}, patience);
    const client = new ModuleClient(routes, {
      transport: (request) => transport({ ...request, deadline: Date.now() + patience.whole }),
      credentials: (asked) => Promise.resolve(asked === host ? { kind: "basic", username: "me", password } : undefined),
    });
    const begun = Date.now();
    const result = await perform(answer, client, folder);
    if (Date.now() - begun > longest) return `took ${Date.now() - begun} ms`;
    const secret = [password, Buffer.from(`me:${password}`).toString("base64")];
    if (seenElsewhere.some((text) => secret.some((s) => text.includes(s)) || /"authorization"/i.test(text)))
      return "credentials went to another host";
    if (secret.some((s) => result.text.includes(s))) return "the message shows the password";
    if (answer.wants === "refused" && result.ok) return "was believed";
    if (answer.wants === "good" && !result.ok) return `was refused: ${result.text}`;
    if (!result.ok && answer.doing === "fetch" && existsSync(join(folder, "mod", "extract")))
      return `left ${readdirSync(join(folder, "mod", "extract")).join(", ")} behind`;
    return undefined;
  } catch (error) {
    return `was thrown: ${String(error)}`;
  } finally {
    for (const server of [registry, other]) {
      server.closeAllConnections();
      server.close();
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

async function perform(answer: Answer, client: ModuleClient, folder: string): Promise<{ ok: boolean; text: string }> {
  const cache = new ModuleCache(nodeCacheFolder(folder), client, nodeInflate);
  const result =
    answer.doing === "publish"
      ? await client.publish(MODULE, goodZip(), nodeInflate)
      : answer.doing === "versions"
        ? await cache.versions(MODULE.path)
        : await cache.fetch(MODULE);
  return { ok: result.ok, text: result.ok ? JSON.stringify(result.value) : result.fault.message };
}

export async function attackAll(only = ""): Promise<{ count: number; failures: string[] }> {
  const chosen = answers.filter(({ name }) => name.includes(only));
  const failures: string[] = [];
  for (let at = 0; at < chosen.length; at += 8)
    await Promise.all(
      chosen.slice(at, at + 8).map(async (answer) => {
        const wrong = await attack(answer);
        if (wrong !== undefined) failures.push(`${answer.name}: ${wrong}`);
      }),
    );
  return { count: chosen.length, failures };
}

if (process.argv[1]?.endsWith("hostile-registry.ts") === true) {
  const at = process.argv.indexOf("--only");
  const { count, failures } = await attackAll(at < 0 ? "" : process.argv[at + 1]);
  for (const failure of failures) console.error(failure);
  console.log(`${count} answers, ${failures.length} failures`);
  process.exit(failures.length === 0 ? 0 : 1);
}
