import { describe, expect, test } from "vitest";
import { Exhausted } from "./exhausted.ts";
import { defaultLimits } from "./limits.ts";
import { Meter } from "./meter.ts";

const caught = (run: () => void): unknown => {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
};

describe("the meter", () => {
  test("ends steps, values, bytes and depth at their limits and not before", () => {
    const meter = new Meter({ steps: 100, values: 5, bytes: 64, depth: 2 });
    meter.steps(99);
    meter.step();
    expect(caught(() => meter.step())).toEqual(new Exhausted("steps", 100));
    expect(caught(() => new Meter({ values: 5 }).values(6))).toEqual(new Exhausted("values", 5));
    expect(caught(() => new Meter({ bytes: 64 }).bytes(65))).toEqual(new Exhausted("bytes", 64));
    const deep = new Meter({ depth: 2 });
    deep.enter();
    deep.enter();
    expect(caught(() => deep.enter())).toEqual(new Exhausted("depth", 2));
  });

  test("charges steps for values and for bytes", () => {
    const meter = new Meter(defaultLimits);
    meter.values(3);
    meter.bytes(640);
    expect(meter.used).toEqual({ steps: 13, values: 3, bytes: 640 });
  });

  test("the outermost operation begins with everything, those inside share", () => {
    const meter = new Meter({ steps: 10 });
    for (let i = 0; i < 5; i++) meter.during(() => meter.during(() => meter.steps(10)));
    const nested = (): void =>
      meter.during(() => {
        meter.during(() => meter.steps(6));
        meter.during(() => meter.steps(6));
      });
    expect(caught(nested)).toEqual(new Exhausted("steps", 10));
    meter.during(() => meter.steps(10));
  });

  test("depth is right again after an operation that failed", () => {
    const meter = new Meter({ depth: 2 });
    const tooDeep = (): void => {
      meter.enter();
      tooDeep();
    };
    expect(caught(() => meter.during(tooDeep))).toEqual(new Exhausted("depth", 2));
    meter.during(() => {
      meter.enter();
      meter.enter();
    });
  });

  test("a signal and the clock end what takes steps", () => {
    const signal = { aborted: false };
    const meter = new Meter({ signal });
    meter.steps(100_000);
    signal.aborted = true;
    expect(caught(() => meter.steps(100_000))).toEqual(new Exhausted("signal", 0));
    const endless = (): void => {
      const short = new Meter({ milliseconds: 1, steps: Infinity });
      for (;;) short.step();
    };
    expect(caught(endless)).toEqual(new Exhausted("milliseconds", 1));
  });
});
