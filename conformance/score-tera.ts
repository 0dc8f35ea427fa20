import type { TeraAnswer } from "./tera-engine.ts";
import type { Tally } from "./tally.ts";

export interface TeraCase {
  readonly id: string;
  /** "stage": the message has internals of the original, so only the stage is worth comparing. */
  readonly compare?: string;
  readonly want: TeraAnswer;
}

/** Compares one answer: the output byte for byte; of a failure its stage, first message, and position or last message. */
export function scoreTera(item: TeraCase, got: TeraAnswer | undefined, tally: Tally): void {
  const { want } = item;
  const at = (): string => `${item.id}\twant ${JSON.stringify(want)}\tgot ${JSON.stringify(got)}`;
  if ("output" in want) {
    tally.note("output", got !== undefined && "output" in got && got.output === want.output, at);
    return;
  }
  const failure = got !== undefined && "stage" in got ? got : undefined;
  tally.note("stage", failure?.stage === want.stage, at);
  if (item.compare === "stage") return;
  tally.note("outer", failure?.error[0] === want.error[0], at);
  if (want.at) tally.note("position", failure?.at?.line === want.at.line && failure.at.column === want.at.column, at);
  else tally.note("inner", failure !== undefined && failure.error.at(-1) === want.error.at(-1), at);
}
