// What `cue export` (v0.17.1) answers for small modules, asked once and written down here; and our reason for each.
import { describe, expect, test } from "vitest";
import { MemoryFiles, createContext, errorsOfFaults } from "../index.ts";
import type { CueError, ReasonKind } from "../index.ts";

interface Case {
  readonly files: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly tags?: readonly string[];
  /** The data that it comes to. */
  readonly data?: unknown;
  /** The message and its first place, as it is printed. */
  readonly error?: readonly [message: string, place: string | undefined, reason: ReasonKind];
}

const cases: Readonly<Record<string, Case>> = {
  "a folder without CUE files": { files: {}, error: ['cue: "." matched no packages', undefined, "package"] },
  "two packages in one folder": {
    files: { "a.cue": "package a\nx: 1\n", "b.cue": "package b\ny: 2\n" },
    error: ['found packages "a" (a.cue) and "b" (b.cue) in "."', undefined, "package"],
  },
  "one of two packages, by name": {
    files: { "a.cue": "package a\nx: 1\n", "b.cue": "package b\ny: 2\n" },
    args: [".:b"],
    data: { y: 2 },
  },
  "a tag that no file has": {
    files: { "a.cue": "package a\nx: 1\n" },
    tags: ["env=prod"],
    error: ['no tag for "env"', undefined, "tag"],
  },
  "a tag of another type": {
    files: { "a.cue": "package a\nx: int @tag(n,type=int)\n" },
    tags: ["n=many"],
    error: ['invalid number for injection tag "n": illegal number start "many"', undefined, "tag"],
  },
  "a tag by a short form": {
    files: { "a.cue": "package a\nx: string @tag(e,short=dev|prod)\n" },
    tags: ["prod"],
    data: { x: "prod" },
  },
  "a build attribute that leaves the file out": {
    files: { "a.cue": "@if(prod)\n\npackage a\nx: 1\n" },
    error: [
      "build constraints exclude all CUE files in .:\n    ./a.cue: @if(prod) did not match",
      undefined,
      "package",
    ],
  },
  "a build attribute that is met": {
    files: { "a.cue": "@if(prod)\n\npackage a\nx: 1\n" },
    tags: ["prod"],
    data: { x: 1 },
  },
  "an import of a package that is not there": {
    files: { "a.cue": 'package a\nimport "m.example/lib"\nx: lib.y\n' },
    error: [
      'import failed: cannot find package "m.example/lib": cannot find module providing package m.example/lib',
      "/m/a.cue:2:8",
      "import",
    ],
  },
  "a package that imports itself": {
    files: { "a.cue": 'package a\nimport "t.example/m:a"\nx: a.y\n' },
    error: ["import failed: import failed: package import cycle not allowed", "/m/a.cue:2:8", "import"],
  },
  "an import of a folder of the module": {
    files: { "a.cue": 'package a\nimport "t.example/m/lib"\nx: lib.y\n', "lib/l.cue": "package lib\ny: 7\n" },
    data: { x: 7 },
  },
  "a relative import": {
    files: { "a.cue": 'package a\nimport "./lib"\nx: lib.y\n' },
    error: ['import failed: relative import paths not allowed ("./lib")', "/m/a.cue:2:8", "import"],
  },
  "a file that is not there": {
    files: {},
    args: ["nothing.cue"],
    error: ["stat /m/nothing.cue: no such file or directory", undefined, "file"],
  },
  "a file that is not CUE": {
    files: { "a.cue": "package a\nx: {\n" },
    error: ["expected '}', found 'EOF'", "/m/a.cue:2:6", "syntax"],
  },
  "an embedded file": {
    files: {
      "a.cue": "@extern(embed)\n\npackage a\nx: _ @embed(file=d.json)\n",
      "d.json": '{"k": [1, null]}\n',
    },
    data: { x: { k: [1, null] } },
  },
  "an embedded file outside of the module": {
    files: { "a.cue": "@extern(embed)\n\npackage a\nx: _ @embed(file=../d.json)\n" },
    error: ["illegal token '..'; expected '.'", "/m/a.cue:4:18", "syntax"],
  },
  "hidden files, and those that begin with an underscore": {
    files: { "a.cue": "package a\nx: 1\n", "_b.cue": "package a\ny: 2\n", ".c.cue": "package a\nz: 3\n" },
    data: { x: 1 },
  },
  "files of parent folders belong to the package": {
    files: { "a.cue": "package a\nx: 1\n", "sub/b.cue": "package a\ny: x\n" },
    args: ["./sub"],
    data: { x: 1, y: 1 },
  },
};

function loaded({ files, args = ["."], tags = [] }: Case): { readonly errors: CueError[]; readonly data?: unknown } {
  const all = new MemoryFiles([
    ["/m/cue.mod/module.cue", 'module: "t.example/m@v0"\nlanguage: version: "v0.12.0"\n'],
    ...Object.entries(files).map(([name, text]) => [`/m/${name}`, text] as const),
  ]);
  const context = createContext({ files: all });
  const { errors, instances } = context.loadSync(args, { cwd: "/m", tags });
  const faults = [...errors, ...instances.flatMap((i) => [...i.errors, ...i.injectErrors])];
  if (faults.length > 0) return { errors: errorsOfFaults(faults) };
  const value = context.build(instances[0]!);
  const decoded = value.toJS();
  return decoded.ok ? { errors: [], data: decoded.value } : { errors: [...decoded.errors] };
}

describe("loading as cue does", () => {
  test.each(Object.entries(cases))("%s", (_, wanted) => {
    const { errors, data } = loaded(wanted);
    if (wanted.error === undefined) return expect({ errors, data }).toEqual({ errors: [], data: wanted.data });
    const [{ message, positions, reason }] = errors as [CueError];
    const [place] = positions;
    const at = place === undefined ? undefined : `${place.file}:${place.line}:${place.column}`;
    expect([message, at, reason.kind]).toEqual(wanted.error);
  });
});
