// What the tests hold for right, judged by others: a real API server, and the examples' own pages.
import { readFileSync, readdirSync, existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { testNeeding } from "../tool/test-needs.ts";
import { ApiJudge, namedApiServer } from "./api-server.ts";
import { goldenManifests } from "./golden-manifests.ts";
import { parseArchive } from "./txtar.ts";

const server = namedApiServer(process.env);
const withServer = testNeeding("an API server: OPM_KUBE_URL, OPM_KUBE_CA, OPM_KUBE_TOKEN", server !== undefined);

describe("golden manifests", () => {
  test("are found", () => {
    expect(goldenManifests().length).toBeGreaterThan(200);
  });

  withServer("are what Kubernetes takes (dry run, strict)", async () => {
    const judge = new ApiJudge(server!);
    const faults: string[] = [];
    const unknown = new Set<string>();
    const work = goldenManifests();
    const worker = async (): Promise<void> => {
      for (let next = work.pop(); next !== undefined; next = work.pop()) {
        const { apiVersion, kind, metadata } = next.object;
        const fault = await judge.faultOf(next.object);
        if (fault === undefined) unknown.add(`${apiVersion} ${kind}`);
        else if (fault !== null) faults.push(`${next.source}: ${kind} ${metadata.name}: ${fault}`);
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    expect(faults).toEqual([]);
    // Only kinds of others may be unknown to a bare server.
    expect(
      [...unknown].filter((kind) => /^(?:v1|apps|batch|policy|autoscaling|\w+\.k8s\.io)(?:\/| )/.test(kind)),
    ).toEqual([]);
  });

  test("of the examples are the same in their folders and in the archives", () => {
    const wrong: string[] = [];
    for (const name of readdirSync("examples")) {
      const [page, archive] = [`examples/${name}/manifests.yaml`, `conformance/pipeline/example-${name}.txtar`];
      if (!existsSync(page) || !existsSync(archive)) continue;
      const file = parseArchive(readFileSync(archive)).files.find((f) => /^want\/(?:1\/)?stdout$/.test(f.name));
      const masked = new TextDecoder().decode(file?.data).split("\n");
      const lines = readFileSync(page, "utf8").split("\n");
      const same =
        lines.length === masked.length && lines.every((line, i) => line === masked[i] || masked[i]!.endsWith("'***'"));
      if (!same) wrong.push(name);
    }
    expect(wrong).toEqual([]);
  });
});
