import { decodeToml, tomlText } from "../codec/index.ts";
import { Bottom } from "../value/index.ts";
import type { BuiltinPackage } from "../value/index.ts";
import { B, definePackage, fn, S, T } from "./define.ts";
import { decodeUtf8 } from "./text/utf8.ts";
import { valueToData } from "./value-data.ts";

export function tomlPackage(): BuiltinPackage {
  return definePackage("encoding/toml", {
    Marshal: fn([T], S, (c) => {
      const problem = c.engine.concreteError(c.value(0));
      if (problem !== null) return problem;
      const d = valueToData(c, c.value(0), (text) => `cannot convert non-concrete value ${text}`);
      if (d instanceof Bottom) return d;
      const r = tomlText(d);
      return "error" in r ? c.fail(r.error) : r.text;
    }),
    Unmarshal: fn([B], T, (c) => {
      const d = decodeToml(decodeUtf8(c.bytes(0)));
      return d.error !== undefined ? c.fail(d.error.message) : c.engine.compile(d.documents[0]!);
    }),
  });
}
