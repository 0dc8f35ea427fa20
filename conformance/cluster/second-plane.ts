// Another API server with a store of its own, beside the one that runs: the same programs and certificates, other ports.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open, sleep } from "./harness.ts";
import type { Server } from "./harness.ts";

export interface SecondPlane {
  readonly kubeconfig: string;
  /** Forgets everything before the newest change. */
  compact(): Promise<void>;
  /** The server dies, and is started again. */
  stop(): Promise<void>;
  start(): Promise<void>;
  end(): Promise<void>;
}

export async function secondPlane({ run, admin }: Server, flags: readonly string[] = []): Promise<SecondPlane> {
  if (run === undefined) throw new Error("needs a control plane of its own: OPM_KUBE_RUN or OPM_KUBE_CACHE");
  const folder = mkdtempSync(join(tmpdir(), "opm-second-"));
  const [etcdPort, peerPort, port] = await freePorts(3);
  const commandOf = (name: string): string[] =>
    readFileSync(`/proc/${readFileSync(join(run, `${name}.pid`), "utf8").split(" ")[0]}/cmdline`, "utf8")
      .split("\0")
      .filter((word) => word !== "");
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const peerUrl = `http://127.0.0.1:${peerPort}`;
  const [etcdProgram = ""] = commandOf("etcd");
  const etcdWords = `--name test --data-dir ${join(folder, "etcd")} --unsafe-no-fsync --log-level error --listen-client-urls ${etcdUrl} --advertise-client-urls ${etcdUrl} --listen-peer-urls ${peerUrl} --initial-advertise-peer-urls ${peerUrl} --initial-cluster test=${peerUrl}`;
  const [serverProgram = "", ...serverWords] = commandOf("kube-apiserver");
  const words = serverWords
    .map((word) =>
      word
        .replace(/^--etcd-servers=.*/, `--etcd-servers=${etcdUrl}`)
        .replace(/^--secure-port=.*/, `--secure-port=${port}`)
        .replace(/^--cert-dir=.*/, `--cert-dir=${folder}`),
    )
    .filter((word) => !flags.some((flag) => flag.split("=")[0] === word.split("=")[0]));
  const kubeconfig = join(folder, "kubeconfig");
  writeFileSync(kubeconfig, readFileSync(admin, "utf8").replace(/server: .*/, `server: https://127.0.0.1:${port}`), {
    mode: 0o600,
  });
  const begin = (program: string, given: readonly string[]): ChildProcess =>
    spawn(program, [...given], { cwd: run, stdio: "ignore" });
  const etcd = begin(etcdProgram, etcdWords.split(" "));
  let server: ChildProcess | undefined;
  const plane: SecondPlane = {
    kubeconfig,
    async compact() {
      const ask = async (path: string, body: unknown): Promise<unknown> =>
        (await fetch(`${etcdUrl}/v3/kv/${path}`, { method: "POST", body: JSON.stringify(body) })).json();
      const { header } = (await ask("range", { key: "YQ==" })) as { header: { revision: string } };
      await ask("compaction", { revision: header.revision });
    },
    async start() {
      server = begin(serverProgram, [...words, ...flags]);
      for (let i = 0; i < 300; i++) {
        const opened = open(kubeconfig);
        try {
          const map = await opened.client.resources(true);
          const namespaces = map.find("v1", "Namespace");
          if (namespaces && (await opened.client.get(namespaces, "", "default")) !== undefined) return;
        } catch {
          // not yet
        } finally {
          opened.transport.close();
        }
        await sleep(200);
      }
      throw new Error("the second API server does not come up");
    },
    stop: () => killed(server),
    async end() {
      await killed(server);
      await killed(etcd);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await plane.start();
  } catch (error) {
    await plane.end();
    throw error;
  }
  return plane;
}

function killed(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    child.once("exit", () => done());
    child.kill("SIGKILL");
  });
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((done) =>
          server.listen(0, "127.0.0.1", () => done((server.address() as AddressInfo).port)),
        ),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}
