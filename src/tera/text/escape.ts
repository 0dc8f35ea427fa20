/** Escapes what matters in HTML, the slash included. */
export function escapeHtml(text: string): string {
  return replaceChars(text, htmlEntity);
}

/** Escapes what matters in XML. */
export function escapeXml(text: string): string {
  return replaceChars(text, xmlEntity);
}

function replaceChars(text: string, entity: (c: number) => string | undefined): string {
  let out = "";
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const replacement = entity(text.charCodeAt(i));
    if (replacement === undefined) continue;
    out += text.slice(from, i) + replacement;
    from = i + 1;
  }
  return from === 0 ? text : out + text.slice(from);
}

function htmlEntity(c: number): string | undefined {
  if (c === 39) return "&#x27;";
  return c === 47 ? "&#x2F;" : commonEntity(c);
}

function xmlEntity(c: number): string | undefined {
  return c === 39 ? "&apos;" : commonEntity(c);
}

function commonEntity(c: number): string | undefined {
  switch (c) {
    case 38:
      return "&amp;";
    case 60:
      return "&lt;";
    case 62:
      return "&gt;";
    case 34:
      return "&quot;";
    default:
      return undefined;
  }
}
