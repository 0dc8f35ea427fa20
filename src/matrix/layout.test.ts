import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { layoutPath, parseLayout } from "./layout.ts";
import { nameJobs } from "./job-names.ts";

describe("folders of releases", () => {
  test("steps that are known, each once, and the release among them", () => {
    expect(parseLayout("environment/cluster/namespace/release")).toEqual([
      "environment",
      "cluster",
      "namespace",
      "release",
    ]);
    expect(parseLayout("release/environment")).toEqual(["release", "environment"]);
    for (const text of ["", "environment", "release/release", "release/", "team/release", "../release"])
      expect(parseLayout(text)).toBeUndefined();
  });

  test("what a release has none of is left out; contexts become plain names", () => {
    const layout = parseLayout("environment/cluster/namespace/release")!;
    expect(layoutPath(layout, { environment: "prod", namespace: "web" }, "blog")).toBe("prod/web/blog");
    expect(layoutPath(layout, { cluster: "arn:aws:eks:eu:1:cluster/a" }, "blog")).toBe(
      "arn-aws-eks-eu-1-cluster-a/blog",
    );
  });

  test("law: no name leads out of the folder, and no two releases have one", () => {
    const name = fc.oneof(fc.constantFrom("..", ".", "a/b", "../x", "web"), fc.string({ minLength: 1, maxLength: 6 }));
    const job = fc.record(
      { name, field: name, folder: fc.constant("/f"), environment: name, cluster: name, namespace: name },
      { requiredKeys: ["name", "field", "folder"] },
    );
    fc.assert(
      fc.property(fc.array(job, { maxLength: 8 }), (jobs) => {
        const { ids, diagnostics } = nameJobs(jobs, parseLayout("environment/cluster/namespace/release"));
        const known = ids.filter((id) => id !== undefined);
        expect(new Set(known).size).toBe(known.length);
        expect(known.length + diagnostics.length).toBe(jobs.length);
        for (const id of known) for (const step of id.split("/")) expect(step).not.toMatch(/^\.*$|[\\/\0]/);
      }),
    );
  });
});
