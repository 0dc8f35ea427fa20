/** Numbers that look random and only depend on a seed (SplitMix over 32-bit halves, sfc32). */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: bigint) {
    const low = Number(BigInt.asUintN(32, seed));
    const high = Number(BigInt.asUintN(32, seed >> 32n));
    this.#a = low ^ 0x9e3779b9;
    this.#b = high ^ 0x243f6a88;
    this.#c = 0xb7e15162;
    for (let i = 0; i < 15; i++) this.bits();
  }

  /** 32 bits. */
  bits(): number {
    const t = (this.#a + this.#b + this.#counter++) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + t;
    this.#c |= 0;
    return t >>> 0;
  }

  /** At least 0, below 1. */
  fraction(): number {
    return ((this.bits() >>> 5) * 67108864 + (this.bits() >>> 6)) / 9007199254740992;
  }

  /** From min to max, both included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1));
  }

  pick<T>(items: readonly T[]): T {
    return items[this.between(0, items.length - 1)] as T;
  }

  hex(length: number): string {
    let out = "";
    while (out.length < length) out += this.bits().toString(16).padStart(8, "0");
    return out.slice(0, length);
  }

  digits(length: number): string {
    return Array.from({ length }, () => this.between(0, 9)).join("");
  }
}
