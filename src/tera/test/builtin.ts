import type { Test } from "../compile/library.ts";
import { failure } from "../render/failure.ts";
import { compilePattern } from "../text/regex.ts";
import { toFloat } from "../value/number.ts";
import { isArray, isNumber, isObject, sameValue } from "../value/value.ts";
import type { Value } from "../value/value.ts";

/** All tests of Tera. */
export const builtinTests: ReadonlyMap<string, Test> = new Map(
  Object.entries({
    defined: counted("defined", 0, (value) => value !== undefined),
    undefined: counted("undefined", 0, (value) => value === undefined),
    string: ofValue("string", 0, (value) => typeof value === "string"),
    number: ofValue("number", 0, isNumber),
    odd: ofValue("odd", 0, isOdd),
    even: ofValue("even", 0, (value) => !isOdd(value)),
    divisibleby: ofValue("divisibleby", 1, divisibleBy),
    iterable: ofValue("iterable", 0, (value) => isArray(value) || isObject(value)),
    object: ofValue("object", 0, isObject),
    starting_with: ofValue("starting_with", 1, (value, args) => {
      const text = textOf("starting_with", "on a variable", value);
      return text.startsWith(textOf("starting_with", "with a parameter", args[0]));
    }),
    ending_with: ofValue("ending_with", 1, (value, args) => {
      const text = textOf("ending_with", "on a variable", value);
      return text.endsWith(textOf("ending_with", "with a parameter", args[0]));
    }),
    containing: ofValue("containing", 1, containing),
    matching: ofValue("matching", 1, matching),
  }),
);

/** A test with at most so many arguments. */
function counted(name: string, max: number, test: Test): Test {
  return (value, args) => {
    if (args.length <= max) return test(value, args);
    if (max === 0) throw failure(`Tester \`${name}\` was called with some args but this test doesn't take args`);
    throw failure(`Tester \`${name}\` was called with ${args.length} args, the max number is ${max}`);
  };
}

/** One that wants a value. */
function ofValue(name: string, max: number, test: (value: Value, args: readonly Value[]) => boolean): Test {
  return counted(name, max, (value, args) => {
    if (value === undefined) throw failure(`Tester \`${name}\` was called on an undefined variable`);
    return test(value, args);
  });
}

function isOdd(value: Value): boolean {
  if (isNumber(value)) return toFloat(value) % 2 !== 0;
  throw failure("Tester `odd` was called on a variable that isn't a number");
}

function divisibleBy(value: Value, args: readonly Value[]): boolean {
  if (!isNumber(value)) throw failure("Tester `divisibleby` was called on a variable that isn't a number");
  const divisor = args[0];
  if (!isNumber(divisor)) throw failure("Tester `divisibleby` was called with a parameter that isn't a number");
  return toFloat(value) % toFloat(divisor) === 0;
}

function textOf(test: string, part: string, value: Value | undefined): string {
  if (typeof value === "string") return value;
  throw failure(`Tester \`${test}\` was called ${part} that isn't a string`);
}

function containing(value: Value, args: readonly Value[]): boolean {
  const wanted = args[0];
  if (isArray(value)) {
    if (wanted === undefined) throw failure("Tester `containing` was called without a parameter");
    return value.some((item) => sameValue(item, wanted));
  }
  if (typeof value === "string") return value.includes(textOf("containing", "with a parameter", wanted));
  if (isObject(value)) return value.has(textOf("containing", "with a parameter", wanted));
  throw failure("Tester `containing` can only be used on string, array or map");
}

function matching(value: Value, args: readonly Value[]): boolean {
  const text = textOf("matching", "on a variable", value);
  const pattern = compilePattern(textOf("matching", "with a parameter", args[0]));
  if (!pattern.ok) throw failure(`Tester \`matching\`: Invalid regular expression: ${pattern.message}`);
  return pattern.test(text);
}
