let table: Uint32Array | undefined;

/** The checksum of zip archives (polynomial 0xEDB88320, reflected). */
export function crc32(data: Uint8Array): number {
  const t = (table ??= makeTable());
  let crc = 0xffffffff;
  for (let i = 0; i < data.length; i++) crc = (t[(crc ^ data[i]!) & 0xff] as number) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function makeTable(): Uint32Array {
  const t = new Uint32Array(256);
  for (let n = 0; n < 256; n++) {
    let c = n;
    for (let k = 0; k < 8; k++) c = (c & 1) === 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    t[n] = c >>> 0;
  }
  return t;
}
