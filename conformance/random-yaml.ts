// Data as YAML, in some of its forms.
import type { Random } from "./random.ts";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

function yaml(r: Random, value: Json, indent: string): string {
  if (value === null) return r.pick(["null", "~", ""]);
  if (typeof value !== "object") {
    if (typeof value !== "string") return String(value);
    if (value.includes("\n") && /^[\w: [\]\n]+$/.test(value) && r.chance(0.7))
      return `|${value.endsWith("\n") ? "" : "-"}\n${value.replace(/\n$/, "").replaceAll(/^/gm, `${indent}  `)}`;
    return /^[a-z][\w-]*$/i.test(value) && !/^(?:true|false|null|if)$/.test(value) ? value : JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    if (value.length === 0 || r.chance(0.3)) return JSON.stringify(value);
    return value.map((v) => `\n${indent}- ${yaml(r, v, `${indent}  `).replace(/^\n\s*/, "")}`).join("");
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  return entries
    .map(([name, v]) => {
      const comment = r.chance(0.1) ? `\n${indent}# about ${JSON.stringify(name)}` : "";
      const key = /^[a-z]\w*$/i.test(name) ? name : JSON.stringify(name);
      const text = yaml(r, v, `${indent}  `);
      return `${comment}\n${indent}${key}:${text.startsWith("\n") ? text : ` ${text}`}`;
    })
    .join("");
}

/** A document of YAML, in some of its forms. */
export const yamlText = (r: Random, document: Json): string => yaml(r, document, "").replace(/^\n/, "");
