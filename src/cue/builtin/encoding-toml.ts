import { decodeToml, tomlText } from "../codec/index.ts";
import { SourceFile } from "../../source/index.ts";
import { Bottom, newestFeatures, Src } from "../value/index.ts";
import type { BuiltinPackage } from "../value/index.ts";
import { chargeData, yamlMarks } from "./charge.ts";
import { B, definePackage, failAtPlace, fn, S, T } from "./define.ts";
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
      const text = chargeData(c.meter, decodeUtf8(c.bytes(0)), yamlMarks);
      const { documents, error } = decodeToml(text);
      if (error === undefined) return c.engine.compile(documents[0]!);
      return failAtPlace(new Src(new SourceFile("", text), error.offset, null, newestFeatures), error.message);
    }),
  });
}
