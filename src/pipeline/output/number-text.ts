import { decimalText } from "../../cue/index.ts";

/** A number as CUE has it: 1.0, 1e400 and 0.1234567890123456789 are not what a number of JavaScript makes of them. */
export class NumberText {
  readonly text: string;
  readonly isInt: boolean;

  constructor(literal: string) {
    const number = decimalText(literal);
    if (number === undefined) throw new Error(`no number: ${literal}`);
    this.isInt = number.isInt;
    this.text = number.text;
  }
}
