import type { Io } from "../io.ts";

export type Style = "bold" | "dim" | "red" | "yellow" | "cyan" | "green";
export type Paint = (style: Style, text: string) => string;

const codes: Readonly<Record<Style, number>> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 };

/**
 * Colour is for people: on a terminal, unless NO_COLOR (https://no-color.org) or TERM=dumb ask for none.
 * FORCE_COLOR and `--color` overrule that.
 */
export function painter(io: Io, stream: "stdout" | "stderr", when: unknown): Paint {
  return wantsColour(io, stream, when) ? (style, text) => `\x1b[${codes[style]}m${text}\x1b[0m` : (_, text) => text;
}

function wantsColour({ env, isTerminal }: Io, stream: "stdout" | "stderr", when: unknown): boolean {
  if (when === "always" || when === "never") return when === "always";
  if (env["NO_COLOR"]) return false;
  if (env["FORCE_COLOR"] && env["FORCE_COLOR"] !== "0") return true;
  return env["TERM"] !== "dumb" && isTerminal(stream);
}
