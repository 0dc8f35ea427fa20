import { parseNumber, toText } from "../../cue/number/index.ts";

/** A number as CUE has it: 1.0, 1e400 and 0.1234567890123456789 are not what a number of JavaScript makes of them. */
export class NumberText {
  readonly text: string;
  readonly isInt: boolean;

  constructor(literal: string) {
    const parsed = parseNumber(literal);
    if (typeof parsed === "string") throw new Error(parsed);
    this.isInt = parsed.isInt;
    const text = toText(parsed.value);
    // A float without its point would be read as an integer.
    this.text = this.isInt || /[.Ee]/.test(text) ? text : `${text}.0`;
  }
}
