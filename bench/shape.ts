/** CUE programs by shape and size. They are inputs, so they never change; a new idea is a new shape. */
export interface Shape {
  /** What to run on it: `cue COMMAND file`. */
  readonly command: readonly string[];
  readonly size: number;
  readonly generate: (n: number) => string;
}

const lines = (n: number, line: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => line(i)).join("\n");
const exporting = ["export"];

export const shapes: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ["chain", { command: exporting, size: 1000, generate: (n) => `f0: 1\n${lines(n, (i) => `f${i + 1}: f${i} + 1`)}\n` }],
  [
    "template",
    {
      command: exporting,
      size: 1000,
      generate: (n) =>
        `#Server: {\n\tname: string\n\tport: int & >0 & <65536 | *8080\n\tlabels: app: name\n}\n${lines(n, (i) => `s${i}: #Server & {name: "s${i}", port: ${1024 + (i % 60_000)}}`)}\n`,
    },
  ],
  [
    "comprehension",
    {
      command: exporting,
      size: 5000,
      generate: (n) => `import "list"\n\nin: list.Range(0, ${n}, 1)\nout: [for x in in if mod(x, 3) == 0 {x * x}]\n`,
    },
  ],
  [
    "union",
    {
      command: exporting,
      size: 1000,
      generate: (n) =>
        `#Step: ${Array.from({ length: 8 }, (_, i) => `{kind: "k${i}", v${i}: int}`).join(" | ")}\n${lines(n, (i) => `s${i}: #Step & {kind: "k${i % 8}", v${i % 8}: ${i}}`)}\n`,
    },
  ],
  [
    "nested",
    {
      command: exporting,
      size: 60,
      generate: (n) => `#D0: {v: int}\n${lines(n, (i) => `#D${i + 1}: {#D${i}, f${i}: "x"}`)}\nout: #D${n} & {v: 1}\n`,
    },
  ],
  [
    "objects",
    {
      command: ["vet", "-c"],
      size: 500,
      generate: (n) =>
        `#Meta: {name: string & =~"^[a-z0-9-]+$", namespace: string | *"default", labels: [string]: string}
#Port: {name: string, port: int & >0 & <65536, protocol: *"TCP" | "UDP"}
#Object: {apiVersion: string, kind: string, metadata: #Meta, ...}
#Service: #Object & {apiVersion: "v1", kind: "Service", spec: {ports: [...#Port], selector: [string]: string}}
objects: [string]: #Service
${lines(n, (i) => `objects: o${i}: {metadata: {name: "o${i}", labels: app: "a${i}"}, spec: {ports: [{name: "http", port: 80}], selector: app: "a${i}"}}`)}\n`,
    },
  ],
]);
