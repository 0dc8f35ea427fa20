import { expect, test } from "vitest";
import { OciClient } from "./oci-client.ts";
import type { HttpTransport } from "./transport.ts";

const answering =
  (status: number): HttpTransport =>
  () =>
    Promise.resolve({ status, headers: new Map(), body: new Uint8Array() });

const down: HttpTransport = () => Promise.reject(new Error("connect: connection refused"));

test.each<[string, HttpTransport, object]>([
  ["no answer", down, { kind: "registry", args: { trouble: "unreachable" } }],
  ["401", answering(401), { kind: "registry", args: { trouble: "refused", status: 401 } }],
  ["403", answering(403), { kind: "registry", args: { trouble: "refused", status: 403 } }],
  ["404", answering(404), { kind: "import", args: {} }],
  ["429", answering(429), { kind: "registry", args: { trouble: "unreachable", status: 429 } }],
  ["503", answering(503), { kind: "registry", args: { trouble: "unreachable", status: 503 } }],
  ["400", answering(400), { kind: "registry", args: { trouble: "damaged", status: 400 } }],
])("the reason of a registry's failure: %s (PIPE-9)", async (_, transport, reason) => {
  const client = new OciClient("registry.example", false, { transport });
  const answer = await client.getManifest("a/b", "v0.1.0");
  expect(answer).toMatchObject({ ok: false, fault: { reason } });
});
