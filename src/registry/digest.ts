/** SHA-256 by the platform's own implementation (the same call in Node and in a browser). */
export async function sha256Hex(data: Uint8Array): Promise<string> {
  const hash = new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", data as Uint8Array<ArrayBuffer>));
  let hex = "";
  for (const b of hash) hex += (b < 16 ? "0" : "") + b.toString(16);
  return hex;
}

/** The digest form of OCI: `sha256:` and 64 hexadecimal digits. */
export async function digestOf(data: Uint8Array): Promise<string> {
  return `sha256:${await sha256Hex(data)}`;
}
