import { jsonText } from "../codec/index.ts";
import type { Data } from "../codec/index.ts";
import type { Engine } from "../eval/index.ts";
import { NoSchema, openApiDocument, valueData } from "../export/index.ts";
import { Bottom, ErrorCode, Failure, Tag, Vertex } from "../value/index.ts";
import type { Call, CallResult, Value } from "../value/index.ts";

/** `openapi.MarshalSchema(config, schema)`: the definitions of a struct as an OpenAPI document in JSON. */
export function marshalSchema(c: Call, engine: Engine): CallResult {
  const config = c.value(0);
  const wrong = c.engine.validate(config, {});
  if (wrong !== null) return wrong;
  const version = setting(c, engine, config, "version");
  if (version === null) return c.fail("field not found: version", ErrorCode.Incomplete);
  if (version instanceof Bottom) return version;
  if (version.kind !== "string") return c.fail("version is no string");
  const info = setting(c, engine, config, "info");
  if (info instanceof Bottom) return c.engine.wrap("openapi: could not encode info section", info);
  const expand = setting(c, engine, config, "expandReferences");
  if (expand instanceof Bottom) return expand;
  const schema = c.value(1);
  if (schema.tag === Tag.Bottom) return schema;
  const v = schema instanceof Vertex ? schema : new Vertex(null, 0, 0);
  try {
    return jsonText(
      openApiDocument(v, engine, {
        version: version.value,
        info,
        expandReferences: expand?.kind === "bool" && expand.value,
      }),
    );
  } catch (error) {
    if (!(error instanceof NoSchema)) throw error;
    return error.bottom ?? failure(c, error);
  }
}

/** The error of the call, with the place of what it is about. */
function failure(c: Call, { message, about }: NoSchema): Bottom {
  const place = about?.conjuncts[0]?.x.src ?? null;
  if (place === null) return c.fail(message);
  return new Bottom(null, new Failure(null, null, null, [place], "%", [message]), ErrorCode.Eval, null);
}

function setting(c: Call, engine: Engine, config: Value, name: string): Data | Bottom | null {
  const v = c.engine.lookup(config, name);
  if (v === null) return null;
  return v.tag === Tag.Vertex ? valueData(v, engine) : v.tag === Tag.Bottom ? v : null;
}
