import { mkdtempSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { DEFAULT_LAYOUT, nameJobs } from "../../matrix/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { ManifestFolder } from "../print/manifest-folder.ts";
import { removeScratch, scratch } from "./command-fixture.ts";
import { FleetOutput } from "./fleet-output.ts";

afterAll(removeScratch);

describe("the output of many releases", () => {
  test("law: each is where its name says, whatever names came before it, and nothing else is there", () => {
    const name = fc.constantFrom("a", "b", "c");
    const job = fc.record(
      { name, field: name, environment: fc.constantFrom("dev", "prod"), failed: fc.boolean() },
      { requiredKeys: ["name", "field", "failed"] },
    );
    fc.assert(
      fc.property(fc.array(job, { maxLength: 7 }), (given) => {
        const root = mkdtempSync(join(scratch(), "out-"));
        const context = { io: { stderr: () => {} }, report: () => {}, options: {} } as unknown as CommandContext;
        const output = new FleetOutput(new ManifestFolder(context, root, { path: "/source" }), DEFAULT_LAYOUT);
        const jobs = given.map((one, i) => ({
          ...one,
          folder: `/f${i}`,
          files: one.failed ? [] : [{ name: "x.yaml", text: String(i) }],
        }));
        for (const one of jobs) output.add(one);
        const { ids, written } = output.finish();
        expect(ids).toEqual(nameJobs(jobs).ids);
        const found = (readdirSync(root, { recursive: true }) as string[])
          .filter((path) => statSync(join(root, path)).isFile() && path.endsWith(".yaml"))
          .map((path) => [path, readFileSync(join(root, path), "utf8")]);
        const expected = jobs.flatMap((one, i) => {
          expect(written[i]).toBe(!one.failed && ids[i] !== undefined);
          return written[i] === true ? [[`${ids[i]}/x.yaml`, String(i)]] : [];
        });
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
      }),
      { numRuns: 60 },
    );
  });
});
