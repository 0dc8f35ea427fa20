// Formats of strings and numbers that CUE can check.
import { makeCall, makeIdent } from "../syntax/index.ts";
import type { Expr } from "../syntax/index.ts";
import { Kind, NUMBER } from "./json-node.ts";
import type { JsonNode } from "./json-node.ts";
import { member } from "./keyword-scalar.ts";
import type { SchemaState } from "./schema-state.ts";
import { string } from "./syntax.ts";
import { DRAFTS, EVERYWHERE, KUBERNETES, OPENAPI_LIKE, Version, from } from "./versions.ts";

type Check = (s: SchemaState, node: JsonNode) => void;

const text =
  (x: (s: SchemaState) => Expr): Check =>
  (s, node) =>
    s.add(Kind.string, node, x(s));
const number =
  (name: string): Check =>
  (s, node) =>
    s.add(NUMBER, node, makeIdent(name));
/** Known, and not checked. */
const free: Check = () => {};

const { draft6, draft7, draft2019, openApi } = Version;
const time = text((s) => member(s, "time", "Time"));
const url = text((s) => member(s, "net", "AbsURL"));
const reference = text((s) => member(s, "net", "URL"));

const rows: readonly (readonly [versions: number, check: Check, ...names: string[]])[] = [
  [EVERYWHERE, time, "date-time"],
  [KUBERNETES, time, "datetime"],
  [from(draft7) | OPENAPI_LIKE, text((s) => makeCall(member(s, "time", "Format"), [string("2006-01-02")])), "date"],
  [EVERYWHERE, url, "uri"],
  [from(draft7), url, "iri"],
  [from(draft6), reference, "uri-reference"],
  [from(draft7), reference, "iri-reference"],
  [from(draft7), text((s) => member(s, "regexp", "Valid")), "regex"],
  [OPENAPI_LIKE, number("int32"), "int32"],
  [OPENAPI_LIKE, number("int64"), "int64"],
  [KUBERNETES, number("uint32"), "uint32"],
  [KUBERNETES, number("uint64"), "uint64"],
  [EVERYWHERE, free, "email", "hostname", "ipv4", "ipv6"],
  [OPENAPI_LIKE, free, "byte", "double", "float", "password"],
  [openApi, free, "binary", "data"],
  [DRAFTS & from(draft6), free, "json-pointer", "uri-template"],
  [from(draft7), free, "idn-email", "idn-hostname", "relative-json-pointer", "time"],
  [from(draft2019) | KUBERNETES, free, "duration", "uuid"],
  [KUBERNETES, free, "bsonobjectid", "cidr", "creditcard", "hexcolor", "isbn", "isbn10", "isbn13"],
  [KUBERNETES, free, "mac", "rgbcolor", "ssn", "uuid3", "uuid4", "uuid5"],
];
const FORMATS = new Map(
  rows.flatMap(([versions, check, ...names]) => names.map((n) => [n, { versions, check }] as const)),
);

export function format(s: SchemaState, node: JsonNode): void {
  if (node.text === undefined) return s.fail(node, "invalid string");
  const known = FORMATS.get(node.text);
  if (known !== undefined && s.is(known.versions)) known.check(s, node);
  // OpenAPI says that any word may be a format.
  else if (s.whole.options.strictKeywords && !s.is(OPENAPI_LIKE))
    s.fail(
      node,
      `${known === undefined ? "unknown format" : "format of another version of JSON Schema:"} ${JSON.stringify(node.text)}`,
    );
}
