import { describe, expect, test } from "vitest";
import { ConfigSchema } from "./schema-rows.ts";

const schema = new ConfigSchema({
  type: "object",
  properties: {
    hosts: {
      type: "array",
      items: {
        type: "object",
        properties: {
          name: { type: "string", description: "As it is reached." },
          port: { type: "integer", minimum: 1, default: 80 },
          tls: { type: "object", properties: { secret: { type: "string" } }, required: ["secret"] },
          tags: { type: "array", items: { type: "string" } },
          token: { $ref: "#/$defs/Secret" },
        },
        required: ["name", "token"],
      },
    },
    users: { type: "object", additionalProperties: { enum: ["reader", "writer"] } },
  },
  $defs: { Secret: { anyOf: [{ type: "object", properties: { $opm: { const: "secret" } } }] } },
});

describe("PIPE-9: what mod docs says of lists and maps", () => {
  test("fields of elements", () => {
    const hosts = schema.at(["hosts"])!;
    expect(schema.type(hosts)).toBe("[...struct]");
    expect(schema.inner(hosts, "hosts").map(({ path, type, preset }) => `${path} ${type} ${preset}`.trim())).toEqual([
      "hosts[].name string **required**",
      "hosts[].port int & >=1 `80`",
      "hosts[].tls struct optional",
      "hosts[].tls.secret string **required**",
      "hosts[].tags [...string]",
      "hosts[].token secret **required**",
    ]);
  });

  test("entries that are no structs have a type alone", () => {
    const users = schema.at(["users"])!;
    expect(schema.type(users)).toBe('[string]: "reader" | "writer"');
    expect(schema.inner(users, "users")).toEqual([]);
  });
});
