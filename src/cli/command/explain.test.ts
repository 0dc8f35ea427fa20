import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { main } from "../main.ts";
import { memoryIo } from "../memory-io.ts";

const examples = join(import.meta.dirname, "../../../examples");

async function opm(...line: string[]): Promise<{ out: string; err: string; exit: number }> {
  const io = memoryIo(examples);
  const { exit } = await main(line, io, "1");
  return { out: io.out(), err: io.err(), exit };
}

describe("opm explain (EDT-2)", () => {
  test("a trait, a field of it, a type; names that are not there", async () => {
    const trait = await opm("explain", "trait", "expose");
    expect(trait.out).toContain("FIELDS\n  ports  <{…}>");
    expect(trait.out).toContain('default "ClusterIP"');
    expect(trait.out).toContain("service-transformer (needs it)");
    expect(trait.out).toContain("network_traits.#Expose");
    expect((await opm("explain", "trait", "expose.ports")).out).toContain("targetPort  <");
    expect((await opm("explain", "type", "Container.resources")).out).toContain("cpu");
    expect((await opm("explain", "httpRoute.tls")).out).toContain("certificateRef  <");
    expect(JSON.parse((await opm("explain", "blueprints", "-o", "json")).out)).toContainEqual(
      expect.objectContaining({ name: "stateless-workload" }),
    );
    const wrong = await opm("explain", "trait", "exposs");
    expect([wrong.exit, wrong.err]).toEqual([5, expect.stringContaining("did you mean expose?")]);
    expect((await opm("explain", "trait", "expose.prots")).err).toContain("did you mean ports?");
  });

  test("mod tree --why: what is there, and the lines that add what is not", async () => {
    expect((await opm("mod", "tree", "--why", "service", "hello")).out).toBe(
      "web has Service web, by ServiceTransformer\n",
    );
    const lacking = await opm("mod", "tree", "--why", "Ingress", "hello");
    expect(lacking.out).toContain("web lacks Ingress: IngressTransformer needs trait HttpRoute\nthese lines add it:\n");
    expect(lacking.out).toContain("network_traits.#HttpRoute");
    expect((await opm("mod", "tree", "--why", "Nothing", "hello")).exit).toBe(5);
  });

  test("mod schema: nothing is required of a part of the values", async () => {
    const schema = JSON.parse((await opm("mod", "schema", "environments")).out);
    expect(schema.properties.logLevel.enum).toContain("warn");
    expect(JSON.stringify(schema)).not.toContain('"required"');
    expect((await opm("mod", "schema", "--complete", "environments")).out).toContain('"required"');
  });

  test("completion: paths of --set, environments, objects, the catalog", async () => {
    const words = async (...line: string[]): Promise<string[]> =>
      (await opm("__complete", "--", ...line)).out
        .split("\n")
        .filter((l) => l !== "")
        .map((l) => l.split("\t")[0]!);
    expect(await words("mod", "build", "environments", "--set", "database.")).toEqual([
      "database.host=",
      "database.pool=",
    ]);
    expect(await words("mod", "build", "environments", "--set=rep")).toEqual(["--set=replicas="]);
    expect(await words("mod", "build", "environments", "-e", "prod")).toEqual(["prod-eu", "prod-us"]);
    expect(await words("explain", "trait", "ex")).toEqual(["expose"]);
    expect(await words("explain", "trait", "expose.t")).toEqual(["expose.type"]);
    expect(await words("mod", "build", "nowhere", "-e", "")).toEqual([]);
  });
});
