import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { copyOf, folderWith, opm, removeScratch, scratch } from "./command-fixture.ts";

afterAll(removeScratch);

const git = (folder: string, ...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
    cwd: folder,
    encoding: "utf8",
  });

function repository(example: string): string {
  const folder = copyOf(example);
  git(folder, "init", "-q", "-b", "main");
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "-m", "one");
  return folder;
}

function edit(folder: string, file: string, from: string, to: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, "utf8");
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

describe("opm diff (REV-2)", () => {
  test("a revision and the files as they are: equal differences once, each with its line", async () => {
    const folder = repository("environments");
    const same = await opm(["diff", "--against", "HEAD", folder, "--all-environments", "--exit-code"]);
    expect(same).toMatchObject({ exit: 0, out: "nothing differs in 4 releases\n", err: "" });
    edit(folder, "values.cue", "app:2.3.0", "app:2.4.0");
    edit(folder, "environments.cue", "replicas: 5", "replicas: 6");
    const { out, exit, err } = await opm(["diff", "--against", "HEAD", folder, "--all-environments", "--exit-code"]);
    expect({ exit, err }).toEqual({ exit: 1, err: "" });
    expect(out).toContain("1 field in 4 of 4 releases, because ");
    expect(out).toMatch(/values\.cue:4 \(image = "registry\.example\.com\/app:2\.4\.0" \(module author's values\)\)/);
    expect(out).toMatch(
      /1 field in 1 of 4 releases, because \S*environments\.cue:38 \(replicas = 6 \(environment production\)\)/,
    );
    expect(out).toContain("~ Deployment/app spec.replicas: 5 → 6\n  in prod-eu/environments\n");
    expect(out.endsWith("4 of 4 releases change, 2 distinct differences\n")).toBe(true);
    expect(git(folder, "status", "--short")).toBe(" M environments.cue\n M values.cue\n");
  });

  test("two revisions; since the branch left; a word that is no revision", async () => {
    const folder = repository("hello");
    git(folder, "checkout", "-q", "-b", "topic");
    edit(folder, "values.cue", "Hello, platform", "Good day");
    git(folder, "commit", "-qam", "two");
    const both = JSON.parse((await opm(["diff", "--against", "main..topic", folder, "-o", "json"])).out) as Json;
    expect(both.summary).toMatchObject({ releases: 1, changed: 1 });
    git(folder, "checkout", "-q", "main");
    // The working tree is main's again: nothing differs from main, and topic is another matter.
    expect((await opm(["diff", "--against", "main...", folder])).out).toBe("nothing differs in 1 release\n");
    for (const word of ["nowhere", "--upload-pack=x"]) {
      const refused = await opm(["diff", `--against=${word}`, folder]);
      expect(refused.exit).toBe(1);
      expect(refused.err).toContain("OPM8001");
    }
  });

  test("two environments, two values files, two folders", async () => {
    const environments = await opm(
      "diff examples/environments --from-environment staging --to-environment prod-eu -o json",
    );
    const found = JSON.parse(environments.out) as Json;
    expect(found.groups.flatMap(({ changes }) => changes.map(({ path }) => path))).toContain("spec.replicas");
    const files = folderWith({ "a.yaml": "replicas: 2\n", "b.yaml": "replicas: 4\n" });
    const values = await opm([
      "diff",
      "examples/hello",
      "--from-values",
      join(files, "a.yaml"),
      "--to-values",
      join(files, "b.yaml"),
    ]);
    expect(values.out).toMatch(
      /because \S*b\.yaml:1 \(replicas = 4 \(values file\)\)\n {2}~ Deployment\/web spec\.replicas: 2 → 4\n/,
    );
    const other = copyOf("hello");
    edit(other, "module.cue", "version:", 'version: "9.9.9" //');
    const folders = await opm(["diff", "examples/hello", other]);
    expect(folders.out).toContain("9.9.9");
    expect((await opm("diff examples/hello")).err).toContain("OPM8002");
  });

  test("a secret is changed, and not shown; a broken former side is a warning", async () => {
    const folder = repository("secrets");
    const json = await opm(["diff", folder, "--against", "HEAD", "-o", "json"]);
    expect(json.exit).toBe(0);
    const broken = repository("hello");
    edit(broken, "values.cue", "values:", "values: nothing: here\nvalues:");
    git(broken, "commit", "-qam", "broken");
    edit(broken, "values.cue", "values: nothing: here\n", "");
    const mended = await opm(["diff", "--against", "HEAD", broken]);
    expect(mended.exit).toBe(0);
    expect(mended.err).toContain("warning");
    expect(mended.out).toContain("1 not compared, because they do not render");
  });

  test("Markdown stays within its bounds, annotations point at causes", async () => {
    const folder = repository("environments");
    edit(folder, "values.cue", "app:2.3.0", "app:`x`");
    const markdown = await opm(["diff", "--against", "HEAD", folder, "--all-environments", "-o", "markdown"]);
    expect(markdown.out).toContain("```diff");
    const short = await opm(["diff", "--against", "HEAD", folder, "-o", "markdown", "--max-chars", "300"]);
    expect(short.out.length).toBeLessThanOrEqual(400);
    expect(short.out).toContain("… and 1 more difference");
    const notes = await opm(["diff", "--against", "HEAD", folder, "-o", "github"]);
    expect(notes.out).toMatch(/^::notice file=[^,]*values\.cue,line=4,title=1 field::Deployment\/app /);
  });
});

describe("diagnostics for other programs", () => {
  test("annotations and SARIF", async () => {
    const folder = copyOf("hello");
    edit(folder, "values.cue", "values:", "values: nothing: here\nvalues:");
    const notes = await opm(["--diagnostics", "github", "mod", "vet", folder]);
    expect(notes.err).toMatch(/^::error file=[^,]*values\.cue,line=\d+,endLine=\d+,col=\d+/);
    const file = join(scratch(), "out.sarif");
    await opm(["mod", "vet", folder, "--sarif", file]);
    const { runs, version } = JSON.parse(readFileSync(file, "utf8")) as Sarif;
    expect(version).toBe("2.1.0");
    expect(runs[0]!.results[0]!.locations[0]!.physicalLocation.region.startLine).toBeGreaterThan(0);
    await opm(["mod", "vet", "examples/hello", "--sarif", file]);
    expect((JSON.parse(readFileSync(file, "utf8")) as Sarif).runs[0]!.results).toEqual([]);
  });
});

interface Json {
  readonly summary: Readonly<Record<string, unknown>>;
  readonly groups: readonly { readonly changes: readonly { readonly path: string }[] }[];
}

interface Sarif {
  readonly version: string;
  readonly runs: readonly {
    readonly results: readonly {
      readonly locations: readonly { readonly physicalLocation: { readonly region: { readonly startLine: number } } }[];
    }[];
  }[];
}
