import { afterAll, describe, expect, test } from "vitest";
import { opm, removeScratch } from "./command-fixture.ts";

afterAll(removeScratch);

describe("which objects are printed", () => {
  test("by kind, component and name", async () => {
    expect((await opm("mod build examples/hello -o name")).out).toBe("service/web\ndeployment.apps/web\n");
    expect((await opm("mod build examples/hello -o name --kind deployments")).out).toBe("deployment.apps/web\n");
    expect((await opm("mod build examples/hello -o name --component web --kind Service")).out).toBe("service/web\n");
  });
  test("a filter that nothing fits says what there is, with exit 5; a folder holds all", async () => {
    expect(await opm("mod build examples/hello --name wbe")).toMatchObject({
      exit: 5,
      out: "",
      err: expect.stringContaining("did you mean web?"),
    });
    expect((await opm("mod build examples/hello --kind Service --out-dir x")).err).toContain("OPM0010");
  });
  test("--quiet says nothing but errors", async () => {
    expect((await opm("mod build examples/secrets -q")).err).toBe("");
    expect((await opm("mod build examples/hello --set replicas=50 --quiet")).err).toContain("error");
  });
});
