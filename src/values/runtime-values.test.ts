// Values that are known at run time (VAL-9, ENV-8): typed, optional or required, from variables now and a cluster later.
import { describe, expect, test } from "vitest";
import { placeText } from "../source/index.ts";
import type { Outcome } from "../source/index.ts";
import { layerValues } from "./layers.ts";
import { toPlain } from "./plain.ts";
import { readValues } from "./read-values.ts";
import { resolveTags } from "./resolve-tags.ts";
import type { LiveAnswer, TagHost } from "./resolve-tags.ts";
import type { Tier } from "./tier.ts";

const file = (text: string, tier: Tier = "user") => readValues({ name: `${tier}.cue`, text }, { tier }).value!;

function host(variables: Readonly<Record<string, string>>): TagHost {
  return {
    fetch: async (_, place) => ({
      diagnostics: [{ code: "OPM0000", severity: "error", message: "nothing is fetched here", places: [place] }],
    }),
    reveal: () => "",
    runtime: (name) => variables[name],
  };
}

const resolved = async (text: string, variables: Readonly<Record<string, string>> = {}) =>
  resolveTags(layerValues({ author: file("n: 1\nlow: 2\n", "author"), user: [file(text)] }).value!, host(variables));

describe("@opm(runtime:TYPE:NAME)", () => {
  test.each([
    ["n: int @opm(runtime:int:N)\n", { N: "4" }, { n: 4, low: 2 }],
    ["n: _ @opm(runtime:bool:N)\n", { N: "true" }, { n: true, low: 2 }],
    ["n: _ @opm(runtime:string:N)\n", { N: "4" }, { n: "4", low: 2 }],
    ["n: number @opm(runtime:number:N)\n", { N: "-1.5e3" }, { n: -1500, low: 2 }],
    ["n: *7 | int @opm(runtime:int:N)\n", { N: "4" }, { n: 4, low: 2 }],
    ["n: *7 | int @opm(runtime:int:N)\n", {}, { n: 7, low: 2 }],
    ["n: 8 @opm(runtime:int:N)\n", {}, { n: 8, low: 2 }],
    ["n?: int @opm(runtime:int:N)\n", { N: "4" }, { n: 4, low: 2 }],
    ["n?: int @opm(runtime:int:N)\n", {}, { n: 1, low: 2 }],
    ["more?: int @opm(runtime:int:N)\n", {}, { n: 1, low: 2 }],
  ])("%j with %j", async (text, variables, wanted) => {
    const { value, diagnostics } = await resolved(text, variables);
    expect(diagnostics).toEqual([]);
    expect(toPlain(value!.tree)).toEqual(wanted);
  });

  test.each([
    ["n: int @opm(runtime:int:N)\n", {}, "OPM4005", "the runtime value N is not set"],
    ["n: int @opm(runtime:int:N)\n", { N: "many" }, "OPM4005", "the runtime value N is not a number"],
    ["n: bool @opm(runtime:bool:N)\n", { N: "yes" }, "OPM4005", "the runtime value N is not a bool"],
    ["n: *7 | int @opm(runtime:int:N)\n", { N: "x" }, "OPM4005", "the runtime value N is not a number"],
    ["n: int @opm(runtime:integer:N)\n", { N: "1" }, "OPM4004", "TYPE string, number, int or bool"],
    ["n: int @opm(whatever)\n", {}, "OPM4004", "expected @opm(runtime:TYPE:NAME)"],
    ["n: int @opm(k8s:v1:Secret:a:b)\n", {}, "OPM4017", "asks the live cluster, which cannot be reached from here"],
    [
      "n: _ @opm(runtime:string:k8s:v1:Secret:a:b)\n",
      {},
      "OPM4017",
      "asks the live cluster, which cannot be reached from here",
    ],
    ["n?: int @opm(whatever)\n", {}, "OPM4004", "expected @opm(runtime:TYPE:NAME)"],
  ])("%j with %j is told at its place", async (text, variables, code, message) => {
    const { value, diagnostics } = await resolved(text, variables);
    expect(value).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code, path: "n", message: expect.stringContaining(message) }]);
    expect(placeText(diagnostics[0]!.places![0]!)).toBe(`user.cue:1:${text.indexOf("@") + 1}`);
  });

  test("what is not set says how to make it optional", async () => {
    const { diagnostics } = await resolved("n: int @opm(runtime:int:N)\n");
    expect(diagnostics[0]!.hint).toContain("set the environment variable N. A default");
  });

  test("neither a variable nor a default gets around a lock (VAL-4)", async () => {
    const tree = layerValues({
      platform: [file("n: 3\n", "platform")],
      user: [file("n: *7 | int @opm(runtime:int:N)\n")],
    });
    expect(tree.diagnostics).toEqual([]);
    for (const [variables, given] of [
      [{ N: "4" }, "4"],
      [{}, "7"],
    ] as const)
      expect((await resolveTags(tree.value!, host(variables))).diagnostics).toMatchObject([
        { code: "OPM4001", message: `n is locked by the platform: 3 cannot be changed to ${given}` },
      ]);
    expect((await resolveTags(tree.value!, host({ N: "3" }))).diagnostics).toEqual([]);
  });
});

describe("@opm(query:…) with a cluster (CLU-6)", () => {
  const secret = { origin: "the cluster" };
  const asking = (
    answers: Readonly<Record<string, string | null>>,
    variables: Readonly<Record<string, string>> = {},
  ): TagHost => ({
    ...host(variables),
    reveal: () => "5",
    query: async ({ kind, namespace, name, path }): Promise<Outcome<LiveAnswer | null>> => {
      const text = answers[`${kind} ${namespace ?? ""}/${name} ${path}`];
      if (text === undefined) return { diagnostics: [{ code: "OPM7601", severity: "error", message: "no answer" }] };
      return { value: text === null ? null : kind === "Secret" ? { secret } : { text }, diagnostics: [] };
    },
  });
  const ask = async (text: string, tags: TagHost) =>
    resolveTags(layerValues({ author: file("n: 1\n", "author"), user: [file(text)] }).value!, tags);

  test("answers are typed; what is not there is told, or gives way where it is optional", async () => {
    const n = "n: int @opm(query:v1:ConfigMap:infra/size:data.n)\n";
    expect(toPlain((await ask(n, asking({ "ConfigMap infra/size data.n": "4" }))).value!.tree)).toEqual({ n: 4 });
    expect((await ask(n, asking({ "ConfigMap infra/size data.n": "x" }))).diagnostics).toMatchObject([
      { code: "OPM4005" },
    ]);
    expect((await ask(n, asking({ "ConfigMap infra/size data.n": null }))).diagnostics).toMatchObject([
      { code: "OPM4017", message: expect.stringContaining("the cluster has no such value") },
    ]);
    const optional = n.replace("n:", "n?:");
    expect(toPlain((await ask(optional, asking({ "ConfigMap infra/size data.n": null }))).value!.tree)).toEqual({
      n: 1,
    });
  });

  test("no answer is an error, even for an optional one: nothing is guessed", async () => {
    expect((await ask("n?: int @opm(query:v1:ConfigMap:a:b)\n", asking({}))).diagnostics).toMatchObject([
      { message: "no answer" },
    ]);
  });

  test("what comes from a Secret is one", async () => {
    const { value } = await ask("n: string @opm(query:v1:Secret:s:data.k)\n", asking({ "Secret /s data.k": "x" }));
    expect(value!.secrets).toEqual([secret]);
    expect(toPlain(value!.tree)).toEqual({ n: "***" });
  });
});
