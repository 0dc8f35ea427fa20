/** The words of a name: split at whatever is no letter or digit, and where a capital follows a small letter. */
function nameWords(text: string): string[] {
  return text
    .replace(/(\p{Ll}|\p{Nd})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[^\p{L}\p{Nd}]+/u)
    .filter((word) => word !== "");
}

export function kebabCase(text: string): string {
  return nameWords(text).join("-").toLowerCase();
}

export function snakeCase(text: string): string {
  return nameWords(text).join("_").toLowerCase();
}

export function pascalCase(text: string): string {
  return nameWords(text)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join("");
}

export function camelCase(text: string): string {
  const pascal = pascalCase(text);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
}
