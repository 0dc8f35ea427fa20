import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { hasProgram, testNeeding } from "../../../tool/test-needs.ts";
import { main } from "../main.ts";
import { memoryIo } from "../memory-io.ts";

interface Case {
  readonly files: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  /** Files afterwards, or what is printed with `-o -`. */
  readonly want: string;
}

const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  names: {kind: Widget, plural: widgets, singular: widget}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              required: [size]
              properties:
                size: {type: integer, minimum: 1, description: How big.}
                tags: {type: array, items: {type: string}}
`;

const cases: readonly Case[] = [
  { files: { "a.json": '{"a": 1, "b": {"c": 1}}' }, args: ["import", "-o", "-", "a.json"], want: "a: 1, b: c: 1\n" },
  {
    files: { "a.json": '{\n  "a": 1,\n  "b-c": {"c": 1, "d": [1, {"x": 1}]}\n}' },
    args: ["import", "-o", "-", "a.json"],
    want: 'a: 1\n"b-c": {c: 1, d: [1, {x: 1}]}\n',
  },
  { files: { "a.json": "[1,2]" }, args: ["import", "-p", "p", "-o", "-", "a.json"], want: "package p\n\n[1, 2]\n" },
  {
    files: { "a.yaml": "kind: Service\nname: booster\n" },
    args: ["import", "-o", "-", "-l", "strings.ToLower(kind)", "-l", "name", "a.yaml"],
    want: 'service: booster: {\n\tkind: "Service"\n\tname: "booster"\n}\n',
  },
  {
    files: { "a.jsonl": '{"a":1}\n{"a":2}\n' },
    args: ["import", "-o", "-", "--list", "a.jsonl"],
    want: "[{\n\ta: 1\n}, {\n\ta: 2\n}]\n",
  },
  {
    files: {
      "a.cue":
        '#D: {a: 1, b: *2 | int, c: {d: "x"}}\nx: #D & {a: 1, b: 2, c: d: "x"}\ny: #D & {b: 3}\nz: {a: 1} & {a: 1}\n',
    },
    args: ["trim", "-o", "-", "a.cue"],
    want: '#D: {a: 1, b: *2 | int, c: {d: "x"}}\nx: #D & _\ny: #D & {b: 3}\nz: {a: 1} & _\n',
  },
  {
    files: {
      "a.cue":
        "#D: {a: 1, c: {d: 2, e: int}}\nw: #D & {a: 1, c: {d: 2, e: 4}}\ny: #D\ny: {a: 1, c: {d: 2}}\nb: {c: 1}\nb: {c: 1}\n",
    },
    args: ["trim", "-o", "-", "a.cue"],
    want: "#D: {a: 1, c: {d: 2, e: int}}\nw: #D & {c: {e: 4}}\ny: #D\ny: _\nb: {c: 1}\n",
  },
  {
    files: { "x.txt": "" },
    args: ["mod", "init", "example.com/a@v1"],
    want: 'cue.mod/module.cue\nmodule: "example.com/a@v1"\nlanguage: {\n\tversion: "v0.17.1"\n}\n',
  },
  {
    files: {
      "cue.mod/module.cue": 'module: "a.b/c@v0"\nlanguage: version: "v0.15.0"\n',
      "c.cue": 'package c\nimport "a.b/c/s"\nx: s.y\n',
      "s/s.cue": "package s\ny: 1\n",
    },
    args: ["mod", "rename", "d.e/f@v0"],
    want: 'c.cue\npackage c\n\nimport "d.e/f/s"\n\nx: s.y\ncue.mod/module.cue\nmodule: "d.e/f@v0"\nlanguage: {\n\tversion: "v0.15.0"\n}\n',
  },
  {
    files: { "crd.yaml": CRD, "cue.mod/module.cue": 'module: "a.b/c@v0"\nlanguage: version: "v0.17.0"\n' },
    args: ["get", "crd", "crd.yaml"],
    want: `v1/widget.cue
package v1

#Widget: {
	_embeddedResource
	spec?: {
		// How big.
		size!: int & >=1
		tags?: [...string]
	}

	_embeddedResource: {
		apiVersion!: string
		kind!:       string
		metadata?: {
			...
		}
	}
	apiVersion: "example.com/v1"
	kind:       "Widget"
	metadata!: {
		name!:      string
		namespace!: string
		labels?: [string]: string
		annotations?: [string]: string
		...
	}
}
`,
  },
];

/** What the command printed, or the files that it changed. */
async function answered({ files, args }: Case, run: (folder: string) => Promise<string> | string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "opm-cue-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const printed = await run(folder);
    if (args.includes("-")) return printed;
    const all = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".cue"))
      .sort();
    return all
      .filter((name) => readFileSync(join(folder, name), "utf8") !== files[name])
      .map((name) => `${name}\n${readFileSync(join(folder, name), "utf8")}`)
      .join("");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("opm cue import, trim, mod, get", () => {
  test.each(cases)("$args", async (one) => {
    const out = await answered(one, async (folder) => {
      const io = memoryIo(folder);
      const { exit } = await main(["cue", ...one.args], io, "1");
      expect([exit, exit === 0 ? "" : io.err()]).toEqual([0, ""]);
      return io.out();
    });
    expect(out).toBe(one.want);
  });

  testNeeding("cue v0.17 on the PATH", isJudge())("cue answers the same", async () => {
    for (const one of cases)
      expect(
        await answered(one, (folder) =>
          execFileSync("cue", [...one.args], { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
        ),
      ).toBe(one.want);
  });

  test("what is there stays; what is not supported is refused", async () => {
    const folder = mkdtempSync(join(tmpdir(), "opm-cue-"));
    try {
      writeFileSync(join(folder, "a.json"), "{}");
      writeFileSync(join(folder, "a.cue"), "x: 1\n");
      const io = memoryIo(folder);
      await main(["cue", "import", "a.json"], io, "1");
      expect(io.err()).toContain("already exists.\nUse -f to override.\n");
      expect((await main(["cue", "import", "proto", "x.proto"], memoryIo(folder), "1")).exit).toBe(1);
      expect((await main(["cue", "get", "go", "x"], memoryIo(folder), "1")).exit).toBe(1);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

function isJudge(): boolean {
  return hasProgram("cue") && /v0\.17\./.test(spawnSync("cue", ["version"], { encoding: "utf8" }).stdout);
}
