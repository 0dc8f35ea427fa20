/** Percent-encodes UTF-8 bytes; `strict` leaves only letters and digits, otherwise what a path may hold stays. */
export function percentEncode(text: string, strict: boolean): string {
  let out = "";
  for (const byte of new TextEncoder().encode(text)) {
    const char = String.fromCharCode(byte);
    const plain = isAlphanumeric(byte) || (!strict && byte < 127 && byte > 32 && !encoded.includes(char));
    out += plain ? char : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return out;
}

const encoded = "\"<>`#?{}:;=@[\\]^|!$&'()*+,";

function isAlphanumeric(c: number): boolean {
  return (c >= 48 && c <= 57) || (c >= 65 && c <= 90) || (c >= 97 && c <= 122);
}
