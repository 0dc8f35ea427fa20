// Reads what tool/lzma.mjs writes: LZMA without a header, lc = 4, lp = 0, pb = 0. It stands alone, because a Worker is
// given its text.
export function unpack(input, size) {
  const out = new Uint8Array(size);
  const probs = (n) => new Uint16Array(n).fill(1024);
  let range = -1 >>> 0;
  let code = 0;
  let next = 1;
  for (; next < 5; next++) code = ((code << 8) | input[next]) >>> 0;
  const bit = (p, at) => {
    if (range < 16777216) {
      range = (range << 8) >>> 0;
      code = ((code << 8) | input[next++]) >>> 0;
    }
    const v = p[at];
    const bound = (range >>> 11) * v;
    if (code < bound) {
      range = bound;
      p[at] = v + ((2048 - v) >>> 5);
      return 0;
    }
    range -= bound;
    code -= bound;
    p[at] = v - (v >>> 5);
    return 1;
  };
  const tree = (p, base, bits) => {
    let m = 1;
    for (let i = 0; i < bits; i++) m = (m << 1) | bit(p, base + m);
    return m - (1 << bits);
  };
  const reverse = (p, base, bits) => {
    let m = 1;
    let sum = 0;
    for (let i = 0; i < bits; i++) {
      const b = bit(p, base + m);
      m = (m << 1) | b;
      sum |= b << i;
    }
    return sum;
  };
  const direct = (bits) => {
    let sum = 0;
    for (; bits > 0; bits--) {
      if (range < 16777216) {
        range = (range << 8) >>> 0;
        code = ((code << 8) | input[next++]) >>> 0;
      }
      range >>>= 1;
      const b = code >= range ? 1 : 0;
      if (b) code -= range;
      sum = (sum << 1) | b;
    }
    return sum;
  };
  const lengths = () => ({ choice: probs(2), low: probs(8), mid: probs(8), high: probs(256) });
  const length = (l) =>
    bit(l.choice, 0) === 0
      ? 2 + tree(l.low, 0, 3)
      : bit(l.choice, 1) === 0
        ? 10 + tree(l.mid, 0, 3)
        : 18 + tree(l.high, 0, 8);
  const [isMatch, isRep, isRep0, isRep1, isRep2, isLong] = Array.from({ length: 6 }, () => probs(12));
  const [literal, slots, special, align] = [probs(12288), probs(256), probs(128), probs(16)];
  const [own, repeated] = [lengths(), lengths()];
  let [r0, r1, r2, r3] = [0, 0, 0, 0];
  let state = 0;
  let at = 0;
  while (at < size) {
    if (bit(isMatch, state) === 0) {
      const base = 768 * ((at > 0 ? out[at - 1] : 0) >>> 4);
      let m = 1;
      if (state >= 7) {
        let match = out[at - r0 - 1];
        while (m < 256) {
          const guess = (match >>> 7) & 1;
          match <<= 1;
          const b = bit(literal, base + ((1 + guess) << 8) + m);
          m = (m << 1) | b;
          if (b !== guess) break;
        }
      }
      while (m < 256) m = (m << 1) | bit(literal, base + m);
      out[at++] = m;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let count;
    if (bit(isRep, state) === 1) {
      if (bit(isRep0, state) === 0) {
        if (bit(isLong, state) === 0) {
          state = state < 7 ? 9 : 11;
          out[at] = out[at - r0 - 1];
          at++;
          continue;
        }
      } else if (bit(isRep1, state) === 0) [r0, r1] = [r1, r0];
      else if (bit(isRep2, state) === 0) [r0, r1, r2] = [r2, r0, r1];
      else [r0, r1, r2, r3] = [r3, r0, r1, r2];
      count = length(repeated);
      state = state < 7 ? 8 : 11;
    } else {
      count = length(own);
      state = state < 7 ? 7 : 10;
      const slot = tree(slots, Math.min(count - 2, 3) * 64, 6);
      let distance = slot;
      if (slot >= 4) {
        const bits = (slot >>> 1) - 1;
        distance = (2 | (slot & 1)) << bits;
        distance += slot < 14 ? reverse(special, distance - slot, bits) : direct(bits - 4) * 16 + reverse(align, 0, 4);
      }
      [r0, r1, r2, r3] = [distance, r0, r1, r2];
    }
    for (; count > 0 && at < size; count--, at++) out[at] = out[at - r0 - 1];
  }
  return out;
}
