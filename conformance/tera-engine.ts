// Where the Tera runner meets our engine.

export type TeraAnswer =
  | { readonly output: string }
  | {
      readonly stage: "parse" | "render";
      readonly error: readonly string[];
      readonly at?: { line: number; column: number };
    };

/**
 * Answers one case, given as its JSON text, because a context tells 1 from 1.0 and holds 64-bit integers, which
 * JSON.parse loses. Undefined while the engine is not there yet.
 */
export const answerTeraCase: ((json: string) => TeraAnswer) | undefined = undefined;
