// What answers for the logs of the fake node's pods: nobody else does.
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Trial } from "./harness.ts";

export interface FakeKubelet {
  close(): Promise<void>;
}

export async function fakeKubelet(t: Trial, log: (pod: string, container: string) => string): Promise<FakeKubelet> {
  const pki = join(t.server.run ?? "", "pki");
  const server = createServer(
    { cert: readFileSync(join(pki, "server.crt")), key: readFileSync(join(pki, "server.key")) },
    (request, response) => {
      const [, , , pod = "", container = ""] = new URL(request.url ?? "", "https://x").pathname.split("/");
      response.end(log(pod, container));
    },
  );
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const aim = (address: string, to: number) =>
    t.patch(
      "v1",
      "Node",
      "fake-0",
      {
        status: {
          addresses: [{ type: "InternalIP", address }],
          daemonEndpoints: { kubeletEndpoint: { Port: to } },
        },
      },
      "kubelet",
      "status",
    );
  await aim("127.0.0.1", port);
  return {
    async close() {
      await aim("10.64.0.1", 0);
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
