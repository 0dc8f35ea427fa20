// Where the Tera runner meets our engine.
import { answerTeraLine } from "./tera-answer.ts";

export type TeraAnswer =
  | { readonly output: string }
  | {
      readonly stage: "parse" | "render";
      readonly error: readonly string[];
      readonly at?: { readonly line: number; readonly column: number };
    };

/**
 * Answers one case, given as its JSON text, because a context tells 1 from 1.0 and holds 64-bit integers, which
 * JSON.parse loses.
 */
export function answerTeraCase(json: string): TeraAnswer {
  const { id: _, ...answer } = answerTeraLine(json);
  return answer as TeraAnswer;
}
