import { describe, expect, it } from "vitest";
import { MemoryFiles, SourceCache } from "../../cue/load/index.ts";
import { HidingFiles } from "./hiding-files.ts";

describe("the folder of a module without its other values files", () => {
  const files = new MemoryFiles([
    ["/m/m.cue", "package m"],
    ["/m/values_prod.cue", "package m"],
  ]);

  it("hides listings alone: what is parsed for others is parsed for it", () => {
    const cache = new SourceCache();
    const hiding = new HidingFiles(files, "/m");
    expect(cache.parse(hiding, "/m/m.cue", "v0.15.0")).toBe(cache.parse(files, "/m/m.cue", "v0.15.0"));
    cache.forget(hiding, ["/m/m.cue"]);
    expect(cache.parse(hiding, "/m/m.cue", "v0.15.0")).toBe(
      cache.parse(new HidingFiles(hiding, "/m"), "/m/m.cue", "v0.15.0"),
    );
  });

  it("says whether it hid something", () => {
    const hiding = new HidingFiles(files, "/m");
    hiding.readFolder("/");
    expect(hiding.hides).toBe(false);
    hiding.readFolder("/m");
    expect(hiding.hides).toBe(true);
  });
});
