/** The four characters that the grammar calls whitespace. */
export function isBlank(c: number): boolean {
  return c === 32 || c === 10 || c === 13 || c === 9;
}

export function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}

export function isIdentStart(c: number): boolean {
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95;
}

export function isIdentPart(c: number): boolean {
  return isIdentStart(c) || isDigit(c);
}
