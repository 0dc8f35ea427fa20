import {
  makeBasicLit,
  makeCall,
  makeEllipsis,
  makeIdent,
  makeList,
  makeNull,
  makeSelector,
  makeStruct,
  parseExpr,
} from "../../syntax/index.ts";
import type { Expr, Ident } from "../../syntax/index.ts";
import { SourceFile } from "../../../source/index.ts";
import { imported } from "../syntax.ts";

/** Makes what a name stands for: anew each time, since each stands elsewhere. */
export type NameMaker = () => Expr;

const SCALARS: ReadonlyMap<string, string> = new Map([
  ["sint32", "int32"],
  ["sint64", "int64"],
  ["fixed32", "uint32"],
  ["fixed64", "uint64"],
  ["sfixed32", "int32"],
  ["sfixed64", "int64"],
  ["double", "float64"],
  ["float", "float32"],
  ...["int32", "int64", "uint32", "uint64", "bool", "string", "bytes"].map((name) => [name, name] as const),
]);

/** A type of the language; undefined for others. */
export function scalarType(links: Map<Ident, object>, name: string): Ident | undefined {
  const type = SCALARS.get(name);
  return type === undefined ? undefined : builtin(links, type);
}

function builtin(links: Map<Ident, object>, name: string): Ident {
  const ident = makeIdent(name);
  // Bound to nothing in the file: a field of its name would hide it.
  links.set(ident, { kind: "Predeclared" });
  return ident;
}

const parsed = (text: string) => (): Expr => parseExpr(new SourceFile("", text)).expr;

const ANY = `{
	// A URL/resource name that uniquely identifies the type of the serialized protocol buffer message. This string must contain at least one "/" character. The last segment of the URL's path must represent the fully qualified name of the type (as in \`type.googleapis.com/google.protobuf.Duration\`). The name should be in a canonical form (e.g., leading "." is not accepted).
	// The remaining fields of this object correspond to fields of the proto messsage. If the embedded message is well-known and has a custom JSON representation, that representation is assigned to the 'value' field.
	"@type": string,
}`;

/** The types of files that come with protocol buffers, as JSON has them; undefined for other files. */
export function wellKnown(links: Map<Ident, object>, file: string): ReadonlyMap<string, NameMaker> | undefined {
  const member =
    (path: string, name: string): NameMaker =>
    () =>
      makeSelector(imported(links, path, path), makeIdent(name));
  const google = (types: Readonly<Record<string, NameMaker>>): ReadonlyMap<string, NameMaker> =>
    new Map(Object.entries(types).map(([name, make]) => [`google.protobuf.${name}`, make]));
  switch (file) {
    case "cue/cue.proto":
      return new Map();
    case "google/protobuf/struct.proto":
      return google({
        Struct: () => makeStruct([makeEllipsis()]),
        Value: () => makeIdent("_"),
        NullValue: makeNull,
        ListValue: () => makeList([makeEllipsis()]),
        StringValue: () => builtin(links, "string"),
        BoolValue: () => builtin(links, "bool"),
        NumberValue: () => builtin(links, "number"),
      });
    case "google/protobuf/empty.proto":
      return google({ Empty: () => makeCall(member("struct", "MaxFields")(), [makeBasicLit("INT", "0")]) });
    case "google/protobuf/duration.proto":
      return google({ Duration: member("time", "Duration") });
    case "google/protobuf/timestamp.proto":
      return google({ Timestamp: member("time", "Time") });
    case "google/protobuf/any.proto":
      return google({ Any: parsed(ANY) });
    case "google/protobuf/wrappers.proto":
      return google({
        DoubleValue: parsed("null | float"),
        FloatValue: parsed("null | float"),
        Int64Value: parsed("null | int64"),
        UInt64Value: parsed("null | uint64"),
        Int32Value: parsed("null | int32"),
        UInt32Value: parsed("null | uint32"),
        BoolValue: parsed("null | bool"),
        StringValue: parsed("null | string"),
        BytesValue: parsed("null | bytes"),
      });
    default:
      return undefined;
  }
}
