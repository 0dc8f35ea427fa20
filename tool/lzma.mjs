// LZMA for the parts of the page: they are a sixth smaller than with gzip, and a browser has no brotli to unpack.
// The raw stream alone, without a header: lc = 4, lp = 0, pb = 0, as inspector/page/unpack.js reads it.

const BITS = 11;
const HALF = 1 << (BITS - 1);
const RATE = 5;
const LC = 4;
const STATES = 12;

/** Prices of a bit by its probability, in sixteenths of a bit. */
const PRICES = Uint16Array.from({ length: 1 << 7 }, (_, i) =>
  Math.round(-16 * Math.log2(((i << 4) + 8) / (1 << BITS))),
);
const price = (p, bit) => PRICES[(bit === 0 ? p : (1 << BITS) - p) >> 4];

class RangeEncoder {
  bytes = [];
  low = 0;
  range = 0xffffffff;
  cache = 0;
  pending = 1;

  bit(probs, at, bit) {
    const p = probs[at];
    const bound = (this.range >>> BITS) * p;
    if (bit === 0) {
      this.range = bound;
      probs[at] = p + (((1 << BITS) - p) >>> RATE);
    } else {
      this.low += bound;
      this.range = (this.range - bound) >>> 0;
      probs[at] = p - (p >>> RATE);
    }
    while (this.range < 1 << 24) {
      this.range = (this.range << 8) >>> 0;
      this.shift();
    }
  }

  direct(value, count) {
    for (let i = count - 1; i >= 0; i--) {
      this.range >>>= 1;
      if ((value >>> i) & 1) this.low += this.range;
      while (this.range < 1 << 24) {
        this.range = (this.range << 8) >>> 0;
        this.shift();
      }
    }
  }

  shift() {
    if (this.low < 0xff000000 || this.low >= 2 ** 32) {
      const carry = this.low >= 2 ** 32 ? 1 : 0;
      for (let byte = this.cache; this.pending > 0; this.pending--, byte = 0xff) this.bytes.push((byte + carry) & 0xff);
      this.cache = Math.floor(this.low / 2 ** 24) & 0xff;
    }
    this.pending++;
    this.low = (this.low % 2 ** 24) * 256;
  }

  end() {
    for (let i = 0; i < 5; i++) this.shift();
    return Uint8Array.from(this.bytes);
  }
}

const probs = (size) => new Uint16Array(size).fill(HALF);

/** Lengths 2 to 273. */
class Lengths {
  choice = probs(2);
  low = probs(8);
  mid = probs(8);
  high = probs(256);

  encode(rc, length) {
    const n = length - 2;
    if (n < 8) {
      rc.bit(this.choice, 0, 0);
      tree(rc, this.low, 0, 3, n);
    } else if (n < 16) {
      rc.bit(this.choice, 0, 1);
      rc.bit(this.choice, 1, 0);
      tree(rc, this.mid, 0, 3, n - 8);
    } else {
      rc.bit(this.choice, 0, 1);
      rc.bit(this.choice, 1, 1);
      tree(rc, this.high, 0, 8, n - 16);
    }
  }

  price(length) {
    const n = length - 2;
    const [a, b] = this.choice;
    if (n < 8) return price(a, 0) + treePrice(this.low, 0, 3, n);
    if (n < 16) return price(a, 1) + price(b, 0) + treePrice(this.mid, 0, 3, n - 8);
    return price(a, 1) + price(b, 1) + treePrice(this.high, 0, 8, n - 16);
  }
}

function tree(rc, p, base, bits, value) {
  let m = 1;
  for (let i = bits - 1; i >= 0; i--) {
    const bit = (value >>> i) & 1;
    rc.bit(p, base + m, bit);
    m = (m << 1) | bit;
  }
}

function treePrice(p, base, bits, value) {
  let m = 1;
  let sum = 0;
  for (let i = bits - 1; i >= 0; i--) {
    const bit = (value >>> i) & 1;
    sum += price(p[base + m], bit);
    m = (m << 1) | bit;
  }
  return sum;
}

function reverseTree(rc, p, base, bits, value) {
  let m = 1;
  for (let i = 0; i < bits; i++) {
    const bit = (value >>> i) & 1;
    rc.bit(p, base + m, bit);
    m = (m << 1) | bit;
  }
}

const slotOf = (distance) => {
  if (distance < 4) return distance;
  const top = 31 - Math.clz32(distance);
  return (top << 1) | ((distance >>> (top - 1)) & 1);
};

class Model {
  isMatch = probs(STATES);
  isRep = probs(STATES);
  isRep0 = probs(STATES);
  isRep1 = probs(STATES);
  isRep2 = probs(STATES);
  isRep0Long = probs(STATES);
  literal = probs(0x300 << LC);
  slots = probs(4 * 64);
  special = probs(128);
  align = probs(16);
  lengths = new Lengths();
  repLengths = new Lengths();
  state = 0;
  reps = [0, 0, 0, 0];

  literalPrice(data, at) {
    const base = 0x300 * ((at > 0 ? data[at - 1] : 0) >>> (8 - LC));
    if (this.state < 7) return price(this.isMatch[this.state], 0) + treePrice(this.literal, base, 8, data[at]);
    let match = data[at - this.reps[0] - 1];
    let m = 1;
    let sum = price(this.isMatch[this.state], 0);
    let matched = true;
    for (let i = 7; i >= 0; i--) {
      const bit = (data[at] >>> i) & 1;
      const guess = (match >>> 7) & 1;
      sum += price(this.literal[base + (matched ? ((1 + guess) << 8) + m : m)], bit);
      match <<= 1;
      if (guess !== bit) matched = false;
      m = (m << 1) | bit;
    }
    return sum;
  }

  matchPrice(distance, length) {
    const slot = slotOf(distance);
    const s = Math.min(length - 2, 3);
    let sum = price(this.isMatch[this.state], 1) + price(this.isRep[this.state], 0) + this.lengths.price(length);
    sum += treePrice(this.slots, s * 64, 6, slot);
    if (slot >= 4) sum += ((slot >>> 1) - 1) * 16;
    return sum;
  }

  repPrice(which, length) {
    const s = this.state;
    let sum = price(this.isMatch[s], 1) + price(this.isRep[s], 1) + this.repLengths.price(length);
    if (which === 0) return sum + price(this.isRep0[s], 0) + price(this.isRep0Long[s], 1);
    sum += price(this.isRep0[s], 1);
    if (which === 1) return sum + price(this.isRep1[s], 0);
    return sum + price(this.isRep1[s], 1) + price(this.isRep2[s], which - 2);
  }

  encodeLiteral(rc, data, at) {
    rc.bit(this.isMatch, this.state, 0);
    const base = 0x300 * ((at > 0 ? data[at - 1] : 0) >>> (8 - LC));
    if (this.state < 7) tree(rc, this.literal, base, 8, data[at]);
    else {
      let match = data[at - this.reps[0] - 1];
      let m = 1;
      let matched = true;
      for (let i = 7; i >= 0; i--) {
        const bit = (data[at] >>> i) & 1;
        const guess = (match >>> 7) & 1;
        rc.bit(this.literal, base + (matched ? ((1 + guess) << 8) + m : m), bit);
        match <<= 1;
        if (guess !== bit) matched = false;
        m = (m << 1) | bit;
      }
    }
    this.state = this.state < 4 ? 0 : this.state < 10 ? this.state - 3 : this.state - 6;
  }

  encodeShortRep(rc) {
    rc.bit(this.isMatch, this.state, 1);
    rc.bit(this.isRep, this.state, 1);
    rc.bit(this.isRep0, this.state, 0);
    rc.bit(this.isRep0Long, this.state, 0);
    this.state = this.state < 7 ? 9 : 11;
  }

  encodeRep(rc, which, length) {
    const s = this.state;
    rc.bit(this.isMatch, s, 1);
    rc.bit(this.isRep, s, 1);
    if (which === 0) {
      rc.bit(this.isRep0, s, 0);
      rc.bit(this.isRep0Long, s, 1);
    } else {
      rc.bit(this.isRep0, s, 1);
      rc.bit(this.isRep1, s, which === 1 ? 0 : 1);
      if (which > 1) rc.bit(this.isRep2, s, which - 2);
      const [distance] = this.reps.splice(which, 1);
      this.reps.unshift(distance);
    }
    this.repLengths.encode(rc, length);
    this.state = s < 7 ? 8 : 11;
  }

  encodeMatch(rc, distance, length) {
    rc.bit(this.isMatch, this.state, 1);
    rc.bit(this.isRep, this.state, 0);
    this.lengths.encode(rc, length);
    const slot = slotOf(distance);
    tree(rc, this.slots, Math.min(length - 2, 3) * 64, 6, slot);
    if (slot >= 4) {
      const bits = (slot >>> 1) - 1;
      const base = (2 | (slot & 1)) << bits;
      if (slot < 14) reverseTree(rc, this.special, base - slot, bits, distance - base);
      else {
        rc.direct((distance - base) >>> 4, bits - 4);
        reverseTree(rc, this.align, 0, 4, (distance - base) & 15);
      }
    }
    this.reps = [distance, ...this.reps.slice(0, 3)];
    this.state = this.state < 7 ? 7 : 10;
  }
}

const LONGEST = 273;
const DEPTH = 48;

/** Earlier places with the same first bytes, newest first. */
class Finder {
  constructor(data) {
    this.data = data;
    this.heads = new Int32Array(1 << 18).fill(-1);
    this.heads2 = new Int32Array(1 << 16).fill(-1);
    this.next = new Int32Array(data.length).fill(-1);
    this.done = 0;
  }

  #hash(at) {
    const d = this.data;
    return (Math.imul(d[at] | (d[at + 1] << 8) | (d[at + 2] << 16), 0x9e3779b1) >>> 14) & ((1 << 18) - 1);
  }

  #short(at) {
    return this.data[at] | (this.data[at + 1] << 8);
  }

  upTo(end) {
    const last = this.data.length - 2;
    for (; this.done < end && this.done < last; this.done++) {
      const h = this.#hash(this.done);
      this.next[this.done] = this.heads[h];
      this.heads[h] = this.done;
      this.heads2[this.#short(this.done)] = this.done;
    }
  }

  length(from, at) {
    const most = Math.min(LONGEST, this.data.length - at);
    let n = 0;
    while (n < most && this.data[from + n] === this.data[at + n]) n++;
    return n;
  }

  /** For each length the nearest place: [length, distance], growing in both. */
  matches(at) {
    this.upTo(at);
    const out = [];
    if (at + 2 >= this.data.length) return out;
    let longest = 1;
    const near = this.heads2[this.#short(at)];
    if (near >= 0 && at - near <= 2048) {
      longest = 2;
      out.push([2, at - near - 1]);
    }
    let from = this.heads[this.#hash(at)];
    for (let i = 0; from >= 0 && i < DEPTH; i++, from = this.next[from]) {
      if (longest > 1 && this.data[from + longest] !== this.data[at + longest]) continue;
      const n = this.length(from, at);
      if (n > longest) {
        out.push([n, at - from - 1]);
        longest = n;
        if (n >= LONGEST) break;
      }
    }
    return out;
  }
}

/** The cheapest step by its price for each byte that it covers; a literal before a better match is tried. */
export function packLzma(data) {
  const rc = new RangeEncoder();
  const model = new Model();
  const finder = new Finder(data);
  for (let at = 0; at < data.length;) {
    const best = bestStep(model, finder, data, at);
    if (best.kind === "literal") model.encodeLiteral(rc, data, at);
    else if (best.kind === "short") model.encodeShortRep(rc);
    else if (best.kind === "rep") model.encodeRep(rc, best.which, best.length);
    else model.encodeMatch(rc, best.distance, best.length);
    at += best.length;
  }
  return rc.end();
}

/** What a byte costs on average: what a longer step is worth. */
const BYTE = 80;

function bestStep(model, finder, data, at) {
  const literal = model.literalPrice(data, at);
  let best = { kind: "literal", length: 1, gain: BYTE - literal };
  const take = (step, cost) => {
    const gain = step.length * BYTE - cost;
    if (gain > best.gain) best = { ...step, gain };
  };
  if (at > 0) {
    model.reps.forEach((distance, which) => {
      if (distance >= at) return;
      const n = finder.length(at - distance - 1, at);
      if (n >= 1 && which === 0) {
        const s = model.state;
        take(
          { kind: "short", length: 1 },
          price(model.isMatch[s], 1) +
            price(model.isRep[s], 1) +
            price(model.isRep0[s], 0) +
            price(model.isRep0Long[s], 0),
        );
      }
      if (n >= 2) take({ kind: "rep", which, length: n }, model.repPrice(which, n));
    });
  }
  for (const [length, distance] of finder.matches(at))
    take({ kind: "match", length, distance }, model.matchPrice(distance, length));
  if (best.length > 1 && best.length < 64 && at + 1 < data.length) {
    // One byte later there may be something better.
    let later = -Infinity;
    for (const [length, distance] of finder.matches(at + 1))
      later = Math.max(later, length * BYTE - model.matchPrice(distance, length));
    for (const [which, distance] of model.reps.entries()) {
      if (distance >= at + 1) continue;
      const n = finder.length(at - distance, at + 1);
      if (n >= 2) later = Math.max(later, n * BYTE - model.repPrice(which, n));
    }
    if (later + BYTE - literal > best.gain + 4) return { kind: "literal", length: 1 };
  }
  return best;
}
