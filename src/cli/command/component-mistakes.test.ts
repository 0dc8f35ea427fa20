// Mistakes in components that a cluster would find, or nobody: what users are told.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { copyOf, opm, removeScratch } from "./command-fixture.ts";
import { COMPONENT, MODULE, folderOf, removeFolders } from "./secrets-fixture.ts";
import type { Files } from "./secrets-fixture.ts";

afterAll(removeScratch);
afterAll(removeFolders);

const plain = (components: string): Files => ({
  "module.cue": MODULE('name: string | *"x"'),
  "components.cue": components,
});
const build = (components: string) => opm(`mod build ${folderOf(plain(components))} -o json`);

/** A component that embeds these mixins. */
const component = (mixins: readonly string[], spec: string, type = "stateless"): string => `package main

import (
	"opmodel.dev/resources/workload@v0"
	"opmodel.dev/resources/storage@v0"
	"opmodel.dev/blueprints/data@v0"
	network "opmodel.dev/traits/network@v0"
	security "opmodel.dev/traits/security@v0"
)

_used: [workload.#Container, storage.#Volumes, data.#SimpleDatabase, network.#Expose, security.#Encryption]

#components: web: {
	${mixins.join("\n\t")}
	metadata: labels: "core.opmodel.dev/workload-type": "${type}"
	spec: {
		${spec}
	}
}
`;
const CONTAINER = 'container: {name: "web", image: "example.com/web:1"}';

describe("a mixin that is misspelt", () => {
  const changed = (example: string, from: string, to: string): string => {
    const folder = copyOf(example);
    for (const name of readdirSync(folder).filter((n) => n.endsWith(".cue"))) {
      const path = join(folder, name);
      writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
    }
    return folder;
  };

  test.each([
    ["values-layering", "#Scaling", "#Scalling"],
    ["hello", "_resources.#Container", "_resources.#Contaner"],
    ["blog", "#HttpRoute", "#HtttpRoute"],
    ["own-provider", "#Topics", "#Topcs"],
  ])("%s: one error, with the name that was meant", async (example, from, to) => {
    const { exit, err } = await opm(`mod vet ${changed(example, from, to)}`);
    expect(exit).toBe(2);
    expect(err.match(/^error/gm)).toHaveLength(1);
    expect(err).toContain(`undefined field: #${to.split("#")[1]}`);
    expect(err).toContain(`did you mean #${from.split("#")[1]}?`);
  });
});

describe("volumes", () => {
  const mount = (extra: string) =>
    build(
      component(
        ["workload.#Container", "storage.#Volumes"],
        `container: {name: "web", image: "i", volumeMounts: {${extra}}}\n\t\tvolumes: cache: {name: "cache-volume", emptyDir: {}}`,
      ),
    );

  test("a mount of a volume that is not there is refused", async () => {
    const { exit, out, err } = await mount('data: mountPath: "/data"');
    expect({ exit, out }).toEqual({ exit: 2, out: "" });
    expect(err).toContain("component web: container web mounts the volume data, which is not there");
    expect(err).toContain("note: there: cache-volume");
  });

  test("a volume may be named by its key and by its own name", async () => {
    for (const extra of [
      'cache: mountPath: "/a"',
      'x: {name: "cache", mountPath: "/a"}',
      'x: {name: "cache-volume", mountPath: "/a"}',
    ])
      expect((await mount(extra)).out).toContain('"name": "cache-volume"');
  });

  test("encryption at rest reaches the claims of replicas", async () => {
    const { out } = await build(
      component(
        ["workload.#Container", "storage.#Volumes", "security.#Encryption"],
        `${CONTAINER}\n\t\tencryption: {atRest: true, inTransit: false}\n\t\tvolumes: data: persistentClaim: {size: "1Gi", perReplica: true}`,
        "stateful",
      ),
    );
    const { items } = JSON.parse(out) as { items: { spec: { volumeClaimTemplates?: { metadata: object }[] } }[] };
    expect(items[0]!.spec.volumeClaimTemplates![0]!.metadata).toMatchObject({
      annotations: { "encryption.opmodel.dev/at-rest": "required" },
    });
  });
});

describe("routes", () => {
  test.each([
    ["HttpRoute", "httpRoute"],
    ["GrpcRoute", "grpcRoute"],
    ["TcpRoute", "tcpRoute"],
  ])("a #%s to a port that is not exposed is refused", async (mixin, key) => {
    const routed = (expose: string, port: number) =>
      build(
        component(
          ["workload.#Container", ...(expose === "" ? [] : ["network.#Expose"]), `network.#${mixin}`],
          `${CONTAINER}\n\t\t${expose}\n\t\t${key}: {gatewayRef: name: "g", rules: [{backendPort: ${port}}]}`,
        ),
      );
    const expose = "expose: ports: http: {targetPort: 8080, exposedPort: 80}";
    expect((await routed(expose, 80)).exit).toBe(0);
    const inner = await routed(expose, 8080);
    expect(inner).toMatchObject({
      exit: 2,
      err: expect.stringContaining("leads to port 8080 of the Service web, which has 80"),
    });
    const none = await routed("", 80);
    expect(none).toMatchObject({ exit: 2, err: expect.stringContaining("leads to web, which has no Service") });
  });
});

describe("SimpleDatabase", () => {
  const database = (fields: string) =>
    build(component(["data.#SimpleDatabase"], `simpleDatabase: {version: "7", ${fields}}`, "stateful"));

  test("redis asks for no password, and says that one has no effect", async () => {
    expect(await database('engine: "redis"')).toMatchObject({ exit: 0, err: "" });
    const given = await database('engine: "redis", password: "hunter2"');
    expect(given).toMatchObject({ exit: 0, err: expect.stringContaining("password of simpleDatabase") });
  });

  test("others do", async () => {
    const { exit, err } = await database('engine: "postgres"');
    expect(exit).toBe(2);
    for (const name of ["dbName", "username", "password"]) expect(err).toContain(`simpleDatabase.${name}`);
  });
});

test("mod eval prints integers as integers", async () => {
  const folder = folderOf({ ...plain(COMPONENT("ports: http: targetPort: 8080")) });
  const { out } = await opm(`mod eval ${folder}`);
  expect(out).toMatch(/targetPort: 8080$/m);
  expect(out).not.toMatch(/\de\+/);
});
