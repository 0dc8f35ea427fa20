// Tera by itself, for the playground.
import { codeFrame, placeText } from "../../src/source/index.ts";
import { renderTemplate } from "../../src/tera/index.ts";
import type { Answers, QuestionOf } from "./project.ts";

export function plainTera({ template, variables }: QuestionOf<"tera">): Answers["tera"] {
  const result = renderTemplate(template, variables, { name: "template.tera" });
  if (result.ok) return { text: result.output, errors: "" };
  const errors = result.diagnostics
    .map(({ message, places = [], hint }) =>
      [
        message,
        ...places.flatMap((place) => [`  ${placeText(place)}`, ...codeFrame(place).map((l) => `  ${l.text}`)]),
        ...(hint === undefined ? [] : [`  ${hint}`]),
      ].join("\n"),
    )
    .join("\n");
  return { text: "", errors: `${errors}\n` };
}
