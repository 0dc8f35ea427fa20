import { expect, test } from "vitest";
import { attackAll } from "./hostile-registry.ts";

test("no answer of a registry hangs, is believed, or gets a password (SEC)", async () => {
  const { count, failures } = await attackAll();
  expect(failures).toEqual([]);
  expect(count).toBeGreaterThanOrEqual(100);
}, 60_000);
