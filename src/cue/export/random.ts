/**
 * The generator that names are drawn from. Names must come out as the original draws them, so this is its PCG with a
 * 128-bit state and the DXSM output.
 */
class Random {
  #state: bigint;
  constructor(high: bigint, low: bigint) {
    this.#state = (high << 64n) | low;
  }

  #next(): bigint {
    this.#state = (this.#state * multiplier + increment) & mask128;
    let high = this.#state >> 64n;
    const low = this.#state & mask64;
    high ^= high >> 32n;
    high = (high * cheap) & mask64;
    high ^= high >> 48n;
    return (high * (low | 1n)) & mask64;
  }

  /** A number from 0 up to n, which must be positive. */
  below(n: number): number {
    if (n > 0xffff_ffff) return Number(this.#below64(BigInt(n)));
    const limit = BigInt(n);
    if ((limit & (limit - 1n)) === 0n) return Number(this.#next() & (limit - 1n) & mask32);
    let product = (this.#next() >> 32n) * limit;
    let low = product & mask32;
    if (low < limit) {
      const threshold = ((1n << 32n) - limit) % limit;
      while (low < threshold) {
        product = (this.#next() >> 32n) * limit;
        low = product & mask32;
      }
    }
    return Number(product >> 32n);
  }

  #below64(n: bigint): bigint {
    if ((n & (n - 1n)) === 0n) return this.#next() & (n - 1n);
    let product = this.#next() * n;
    let low = product & mask64;
    if (low < n) {
      const threshold = ((1n << 64n) - n) % n;
      while (low < threshold) {
        product = this.#next() * n;
        low = product & mask64;
      }
    }
    return product >> 64n;
  }
}

const mask32 = (1n << 32n) - 1n;
const mask64 = (1n << 64n) - 1n;
const mask128 = (1n << 128n) - 1n;
const multiplier = 0x2360ed051fc65da44385df649fccf645n;
const increment = 0x5851f42d4c957f2d14057b7ef767814fn;
const cheap = 0xda942042e4dd58b5n;

/** Every export draws the same names. */
export const newRandom = (): Random => new Random(123n, 456n);

/** The widths that names grow to: 16, 16², … */
export const growth = (n: number): number => Math.min(n * 16, 2 ** 52);
