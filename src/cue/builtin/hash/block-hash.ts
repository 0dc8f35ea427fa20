/** Pads a message as the MD and SHA families do: one bit, zeros, and the length in bits. */
export function padMessage(message: Uint8Array, block: number, littleEndian: boolean): Uint8Array {
  const lengthBytes = block / 8;
  const total = Math.ceil((message.length + 1 + lengthBytes) / block) * block;
  const out = new Uint8Array(total);
  out.set(message);
  out[message.length] = 0x80;
  const view = new DataView(out.buffer);
  const bits = BigInt(message.length) * 8n;
  view.setBigUint64(total - 8, bits, littleEndian);
  return out;
}

/** A hash function: its digest and the size of the blocks it reads. */
export interface HashFunction {
  readonly block: number;
  readonly sum: (message: Uint8Array) => Uint8Array;
}
