import type { BuiltinPackage, Call, CallResult } from "../value/index.ts";
import { chargeDigits } from "./charge.ts";
import { bitLength } from "./conv/parse-number.ts";
import { definePackage, fn, I } from "./define.ts";

/** A shift beyond this makes a number too large to hold. */
const MAX_SHIFT = 1n << 24n;

export function bitsPackage(): BuiltinPackage {
  return definePackage("math/bits", {
    Lsh: fn([I, I], I, (c) =>
      shift(c, (x, n) =>
        n > MAX_SHIFT && x !== 0n ? c.fail("shift count too large") : (c.meter.bytes(Number(n >> 3n)), x << n),
      ),
    ),
    Rsh: fn([I, I], I, (c) => shift(c, (x, n) => x >> n)),
    At: fn([I, I], I, (c) => shift(c, (x, n) => (n > 2147483647n ? c.fail("bit index too large") : (x >> n) & 1n))),
    Set: fn([I, I, I], I, (c) => {
      const [x, i, bit] = [c.bigint(0), c.int(1), c.sized(2, "uint64")];
      if (c.failed) return null;
      if (i < 0) return c.fail("negative bit index");
      if (bit !== 0n && bit !== 1n) return c.fail("set bit is not 0 or 1");
      c.meter.bytes(i / 8);
      const mask = 1n << BigInt(i);
      return bit === 1n ? x | mask : x & ~mask;
    }),
    And: fn([I, I], I, (c) => c.bigint(0) & c.bigint(1)),
    Or: fn([I, I], I, (c) => c.bigint(0) | c.bigint(1)),
    Xor: fn([I, I], I, (c) => c.bigint(0) ^ c.bigint(1)),
    Clear: fn([I, I], I, (c) => c.bigint(0) & ~c.bigint(1)),
    OnesCount: fn([I], I, (c) => {
      const x = c.bigint(0);
      chargeDigits(c.meter, bitLength(x));
      let n = 0;
      for (const d of (x < 0n ? -x : x).toString(2)) if (d === "1") n++;
      return n;
    }),
    Len: fn([I], I, (c) => bitLength(c.bigint(0))),
  });
}

function shift(c: Call, f: (x: bigint, n: bigint) => CallResult): CallResult {
  const [x, n] = [c.bigint(0), c.sized(1, "uint64")];
  return c.failed ? null : f(x, n);
}
