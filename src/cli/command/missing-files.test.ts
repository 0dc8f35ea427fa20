// What is named and is not there: one exit code, whichever command it is and whatever names it.
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { folderWith, opm, removeScratch } from "./command-fixture.ts";
import { MODULE, folderOf, removeFolders, values } from "./secrets-fixture.ts";

afterAll(removeScratch);
afterAll(removeFolders);

const given = values('{source: "k8s", path: "a", remoteKey: "b"}');

describe("exit code 5", () => {
  test.each([
    ["mod build NOWHERE"],
    ["release build NOWHERE"],
    ["bundle vet NOWHERE"],
    ["values merge NOWHERE"],
    ["mod build MODULE -f NOWHERE.yaml"],
    ["mod build MODULE -f NOWHERE.yaml.tera"],
    ["mod build MODULE --config NOWHERE.cue"],
    ["mod build MODULE --platform NOWHERE"],
    ["mod build MODULE --set-file db.host=NOWHERE"],
    ["mod build MODULE -f MODULE/t.yaml.tera --vars NOWHERE.yaml"],
    ["template render MODULE/t.yaml.tera --vars NOWHERE.yaml"],
    ["template render NOWHERE"],
    ["secret decrypt --reveal=always NOWHERE"],
    ["secret rotate-keys NOWHERE"],
    ["mod vendor crd NOWHERE"],
  ])("%s", async (line) => {
    const folder = folderOf({ ...given, "t.yaml.tera": "db: {host: {{ h }}}\n" });
    const words = line.replaceAll("NOWHERE", join(folder, "nowhere")).replaceAll("MODULE", folder);
    const { exit, out, err } = await opm(words);
    expect({ exit, out }).toEqual({ exit: 5, out: "" });
    expect(err).toMatch(/^error\[OPM\d{4}\]/);
  });
});

test("an include does not follow a link out of the template's folder", async () => {
  const outside = folderWith({ "outside.tera": "not for templates" });
  const folder = folderWith({ "in/t.tera": '{% include "linked.tera" %}', "in/inner.tera": "inner" });
  symlinkSync(join(outside, "outside.tera"), join(folder, "in/linked.tera"));
  const ran = await opm(`template render ${folder}/in/t.tera`);
  expect(ran.exit).not.toBe(0);
  expect(ran.out + ran.err).not.toContain("not for templates");
  const near = folderWith({ "t.tera": '{% include "near.tera" %}', "inner.tera": "inner" });
  symlinkSync(join(near, "inner.tera"), join(near, "near.tera"));
  expect(await opm(`template render ${near}/t.tera`)).toMatchObject({ exit: 0, out: "inner\n" });
});

describe("OPM1306 names what the next command takes", () => {
  test("names with dots, lists, structs and secrets", async () => {
    const folder = folderOf({
      ...given,
      "module.cue": MODULE(
        `"a.b": int\n\tname: string\n\tdb: {host: string, password: schemas.#Secret & {$secretName: "d", $dataKey: "p"}}`,
      ),
      "components.cue": "package main\n",
    });
    const first = await opm(`mod vet ${folder}`);
    const hints = [...first.err.matchAll(/by (--set\S* (?:'[^']*'|\S+?)),? or/g)].map(([, hint]) => hint!);
    expect(hints).toHaveLength(3);
    const flags = hints.flatMap((hint) => {
      const [flag, ...rest] = hint.split(" ");
      return [
        flag!,
        rest
          .join(" ")
          .replaceAll("'", "")
          .replace("…", hint.includes("a.b") ? "1" : "x"),
      ];
    });
    const second = await opm(["mod", "vet", folder, ...flags]);
    expect(second.err).not.toContain("OPM1306");
    expect(second.err).not.toContain("OPM4002");
    expect(second.exit).toBe(0);
  });
});

describe("secret list", () => {
  test("names the tier and the line that decided, and where containers find it", async () => {
    const folder = folderOf({ ...given, "v.yaml": "db:\n  password:\n    path: other\n" });
    const own = await opm(`secret list ${folder} -o json`);
    expect(JSON.parse(own.out)).toMatchObject([{ secretName: "a", dataKey: "b", source: "module author's values" }]);
    const over = await opm(`secret list ${folder} -f ${folder}/v.yaml -o json`);
    const [row] = JSON.parse(over.out) as { place: string; secretName: string; source: string }[];
    expect(row).toMatchObject({ secretName: "other", source: "values file" });
    expect(row!.place).toMatch(/v\.yaml:3:11$/);
  });
});
