import { describe, expect, test } from "vitest";
import { format } from "../../syntax/index.ts";
import { ProtoExtractor } from "../index.ts";

function translated(files: Readonly<Record<string, string>>, enumMode = ""): unknown {
  const all = new ProtoExtractor({ packageName: "", enumMode, folders: [""], read: (path) => files[path] });
  const made = all.add("/a.proto");
  return "file" in made ? format(made.file, { simplify: true }) : made;
}

const HEAD = 'syntax = "proto3";\npackage acme.v1;\n';

describe("protocol buffers", () => {
  test("messages, fields and choices", () => {
    const text = `${HEAD}// A message.\nmessage Foo {\n  string first_name = 1; // yours\n  repeated Bar bars = 2;\n  map<string, int32> m = 3;\n  oneof c {\n    bool a = 4;\n    Bar b = 5;\n  }\n  message In { bytes x = 1; }\n  Foo.In in = 6;\n}\nmessage Bar {}\n`;
    expect(translated({ "/a.proto": text })).toBe(
      "package v1\n\n// A message.\n#Foo: {\n\tfirstName?: string @protobuf(1,string,name=first_name) // yours\n\tbars?: [...#Bar] @protobuf(2,Bar)\n\tm?: {\n\t\t[string]: int32\n\t} @protobuf(3,map[string]int32)\n\t{} | {\n\t\ta: bool @protobuf(4,bool)\n\t} | {\n\t\tb: #Bar @protobuf(5,Bar)\n\t}\n\n\t#In: {\n\t\tx?: bytes @protobuf(1,bytes)\n\t}\n\tin?: #Foo.#In @protobuf(6,Foo.In)\n}\n\n#Bar: {}\n",
    );
  });

  test("enums by name and by number", () => {
    const text = `${HEAD}enum E { A = 0; B = -0x10; }\n`;
    expect(translated({ "/a.proto": text })).toContain('#E: {"A", #enumValue: 0} |\n\t{"B", #enumValue: -16}\n');
    expect(translated({ "/a.proto": text }, "int")).toContain("#A: 0\n#B: -16\n");
  });

  test("what other files declare is imported, well-known types are those of JSON", () => {
    const files = {
      "/a.proto": `${HEAD}import "b/b.proto";\nimport "google/protobuf/timestamp.proto";\nmessage A { other.B b = 1; google.protobuf.Timestamp at = 2; }\n`,
      "/b/b.proto": 'syntax = "proto3";\npackage other;\nmessage B {}\n',
    };
    const made = translated(files);
    expect(made).toContain('"googleapis.com/other"');
    expect(made).toContain("b?:  other.#B  @protobuf(1,other.B)");
    expect(made).toContain("at?: time.Time @protobuf(2,google.protobuf.Timestamp)");
  });

  test("what is wrong is said with its place", () => {
    const wrong = (text: string): unknown => translated({ "/a.proto": HEAD + text });
    expect(wrong("message A { B b = 1; }\n")).toMatchObject({ message: 'name "B" not found', path: "/a.proto" });
    expect(wrong('import "no.proto";\n')).toMatchObject({ message: 'could not find import "no.proto"' });
    expect(wrong('import "../etc/x.proto";\n')).toMatchObject({ message: 'could not find import "../etc/x.proto"' });
    expect(wrong("message A { string = 1; }\n")).toHaveProperty("offset");
    expect(wrong('message A { string x = 1 [a = "')).toHaveProperty("message");
    expect(wrong(`${"message A {".repeat(500)}`)).toHaveProperty("message");
    expect(wrong("message A {")).toHaveProperty("message");
    expect(translated({ "/a.proto": `${HEAD}import "a.proto";\n` })).toMatchObject({
      message: "files that import each other",
    });
  });
});
