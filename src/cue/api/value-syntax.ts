import type { ValueSyntax } from "../program/index.ts";

/** How builtins such as json.Marshal see a value as source. */
export const valueSyntax: ValueSyntax = () => {
  throw new Error("values cannot be printed as source yet");
};
