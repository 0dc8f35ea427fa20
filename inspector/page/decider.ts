// Who decided a field, from its way back: the tier of the value that won, else the module's own line, else the transformer.
import type { OriginPicture, ValuePicture } from "../../src/picture/index.ts";

export function deciderOf(chain: readonly OriginPicture[], values: readonly ValuePicture[]): string | undefined {
  const value = chain.find(({ what }) => what === "value");
  if (value !== undefined) {
    const path = valuePath(value);
    const tier = values.find((one) => one.path === path)?.steps[0]?.tier;
    if (tier !== undefined) return tier;
  }
  if (chain.some(({ what }) => what === "component")) return "module";
  return chain.some(({ what }) => what === "transformer") ? "transformer" : undefined;
}

/** `replicas` of `replicas = 3 (environment prod)`; "" for a step that is about no value. */
export function valuePath({ what, text }: OriginPicture): string {
  return what === "value" || what === "shadows" ? (/^(\S+) = /.exec(text)?.[1] ?? "") : "";
}
