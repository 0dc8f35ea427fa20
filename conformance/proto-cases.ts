// Random protocol buffers, for `cue import`.
import type { FilesCase } from "./files-case.ts";
import type { Random } from "./random.ts";

const SCALARS = ["string", "int32", "uint64", "sint32", "fixed64", "bool", "bytes", "double", "float"];
const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  "google/protobuf/timestamp.proto": ["google.protobuf.Timestamp"],
  "google/protobuf/duration.proto": ["google.protobuf.Duration"],
  "google/protobuf/struct.proto": ["google.protobuf.Struct", "google.protobuf.Value", "google.protobuf.ListValue"],
  "google/protobuf/any.proto": ["google.protobuf.Any"],
  "google/protobuf/empty.proto": ["google.protobuf.Empty"],
  "google/protobuf/wrappers.proto": ["google.protobuf.StringValue", "google.protobuf.Int64Value"],
};

class ProtoMaker {
  readonly #r: Random;
  readonly #types: string[];
  #number = 0;

  constructor(r: Random, types: readonly string[]) {
    this.#r = r;
    this.#types = [...SCALARS, ...types];
  }

  #doc(indent: string): string {
    const r = this.#r;
    return r.pick([
      "",
      "",
      "",
      `${indent}// What it is.\n`,
      `${indent}// Two\n${indent}//   lines.\n`,
      `${indent}// apart\n\n`,
      `${indent}/* block */\n`,
    ]);
  }

  #field(indent: string, inChoice: boolean): string {
    const r = this.#r;
    const name = `${r.pick(["name", "first_name", "string", "time", "x_y_z", "list"])}_${this.#number}`;
    const number = ++this.#number;
    // In a choice, cue takes a comment for a part of a name that begins with a dot.
    const type = r.pick(this.#types.filter((t) => !inChoice || !t.startsWith(".")));
    const options = r.pick([
      "",
      "",
      "",
      " [deprecated = true]",
      ' [(a.b) = "x", packed = false]',
      " [(cue.opt).required = true]",
      ' [(cue.val) = ">5"]',
    ]);
    const inline = r.chance(0.15) ? " // inline" : "";
    const label = inChoice ? "" : r.pick(["", "", "repeated ", "optional "]);
    const written = !inChoice && r.chance(0.1) ? `map<string, ${type}>` : `${label}${type}`;
    return `${this.#doc(indent)}${indent}${written} ${name} = ${number}${options};${inline}\n`;
  }

  enum(name: string, indent: string): string {
    const r = this.#r;
    const values = Array.from({ length: 1 + r.below(4) }, (_, i) => {
      const inline = r.chance(0.15) ? " // inline" : "";
      return `${this.#doc(`${indent}  `)}${indent}  ${name.toUpperCase()}_${i} = ${i};${inline}\n`;
    });
    return `${this.#doc(indent)}${indent}enum ${name} {\n${values.join("")}${indent}}\n`;
  }

  message(name: string, depth: number, indent = ""): string {
    const r = this.#r;
    const inner = `${indent}  `;
    let out = `${this.#doc(indent)}${indent}message ${name} {\n`;
    if (depth > 0 && r.chance(0.4)) {
      this.#types.push(`In${name}`);
      out += this.message(`In${name}`, depth - 1, inner);
    }
    if (r.chance(0.3)) out += this.enum(`State${name}`, inner);
    if (r.chance(0.2)) out += `${inner}reserved 100, 200;\n`;
    if (r.chance(0.1)) out += `${inner}option (some.thing) = true;\n`;
    for (let i = r.below(4); i >= 0; i--) out += this.#field(inner, false);
    if (r.chance(0.3))
      out += `${this.#doc(inner)}${inner}oneof choice_${this.#number} {\n${this.#field(`${inner}  `, true)}${this.#field(`${inner}  `, true)}${inner}}\n`;
    if (depth > 0) this.#types.splice(this.#types.indexOf(`In${name}`) >>> 0, 1);
    return `${out}${indent}}\n`;
  }
}

export function protoCase(r: Random): FilesCase {
  const imports = Object.keys(IMPORTS).filter(() => r.chance(0.3));
  const names = ["Foo", "Bar"];
  const maker = new ProtoMaker(r, [
    ...imports.flatMap((name) => IMPORTS[name]!),
    ...names,
    "acme.v1.Foo",
    ".acme.v1.Bar",
  ]);
  const text = [
    r.pick(["", "// Copyright.\n\n"]),
    'syntax = "proto3";\n\n',
    r.pick(["", "// The package.\n"]),
    "package acme.v1;\n\n",
    ...imports.map((name) => `import "${name}";\n`),
    r.pick(["", '\noption go_package = "acme.com/v1";\n', '\noption go_package = "acme.com/x;y";\n']),
    ...names.map((name) => `\n${maker.message(name, 2)}`),
    `\n${maker.enum("Top", "")}`,
    r.chance(0.3) ? "\nservice S {\n  rpc Do(Foo) returns (Bar);\n}\n" : "",
  ].join("");
  const args = [
    "import",
    ...r.pick([[], ["proto"], ["proto", "--proto_enum", "json"]]),
    ...r.pick([[], ["-o", "-"]]),
    ...r.pick([[], [], ["-p", "pkg"]]),
    "a.proto",
  ];
  return { kind: "proto", files: { "a.proto": text }, args };
}
