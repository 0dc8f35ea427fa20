import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { instanceOrder, waves } from "./instance-order.ts";

const of = (...pairs: [string, ...string[]][]) => pairs.map(([name, ...after]) => ({ name, after }));

describe("order of a bundle's instances", () => {
  test("each after those that it waits for, otherwise as written", () => {
    const { value } = instanceOrder(of(["web", "api"], ["api", "db"], ["mail"], ["db"]), "shop");
    expect(value?.map((i) => i.name)).toEqual(["db", "api", "web", "mail"]);
    expect(waves(value!).map((wave) => wave.map((i) => i.name))).toEqual([["db", "mail"], ["api"], ["web"]]);
  });

  test("a circle is refused with the circle", () => {
    expect(instanceOrder(of(["a", "b"], ["b", "c"], ["c", "a"]), "shop")).toMatchObject({
      diagnostics: [{ code: "OPM1612", message: "instances of shop wait for each other: a → b → c → a" }],
    });
  });

  test("waiting for what is no instance is refused with the nearest", () => {
    expect(instanceOrder(of(["web", "apj"], ["api"]), "shop").diagnostics).toMatchObject([
      { code: "OPM1613", hint: "did you mean api?" },
    ]);
  });

  test("nothing comes before what it waits for, and nothing is lost", () => {
    const graph = fc
      .array(fc.array(fc.nat(), { maxLength: 3 }), { maxLength: 12 })
      .map((rows) =>
        rows.map((row, i) => ({ name: `i${i}`, after: i === 0 ? [] : [...new Set(row.map((n) => `i${n % i}`))] })),
      );
    fc.assert(
      fc.property(graph, (instances) => {
        const order = instanceOrder(instances, "b").value!.map((i) => i.name);
        expect(order.toSorted()).toEqual(instances.map((i) => i.name).toSorted());
        for (const { name, after } of instances)
          for (const other of after) expect(order.indexOf(other)).toBeLessThan(order.indexOf(name));
      }),
    );
  });
});
