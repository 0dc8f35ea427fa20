import { encodeBase64 } from "./base64.ts";
import type { Data, DataField } from "./data.ts";
import { jsonString } from "./json-text.ts";

interface Frame {
  readonly items: readonly Data[] | undefined;
  readonly fields: readonly DataField[] | undefined;
  next: number;
}

/** JSON text of data: on one line, or indented by `indent` for each level. Bytes become base64. */
export function jsonText(root: Data, indent = "", escapeHtml = false): string {
  const out: string[] = [];
  const stack: Frame[] = [];
  const newline = (): void => {
    if (indent !== "") out.push("\n", indent.repeat(stack.length));
  };
  const begin = (d: Data): void => {
    if (d.kind === "list" && d.items.length > 0) {
      out.push("[");
      stack.push({ items: d.items, fields: undefined, next: 0 });
    } else if (d.kind === "struct" && d.fields.length > 0) {
      out.push("{");
      stack.push({ items: undefined, fields: d.fields, next: 0 });
    } else out.push(scalar(d, escapeHtml));
  };
  begin(root);
  while (stack.length > 0) {
    const f = stack[stack.length - 1] as Frame;
    const list = (f.items ?? f.fields) as readonly unknown[];
    if (f.next === list.length) {
      stack.pop();
      newline();
      out.push(f.items === undefined ? "}" : "]");
      continue;
    }
    if (f.next > 0) out.push(",");
    newline();
    const i = f.next++;
    if (f.items !== undefined) begin(f.items[i] as Data);
    else {
      const field = (f.fields as readonly DataField[])[i] as DataField;
      out.push(jsonString(field.name, escapeHtml), indent === "" ? ":" : ": ");
      begin(field.value);
    }
  }
  return out.join("");
}

function scalar(d: Data, escapeHtml: boolean): string {
  switch (d.kind) {
    case "null":
      return "null";
    case "bool":
      return d.value ? "true" : "false";
    case "number":
      return d.text;
    case "string":
      return jsonString(d.value, escapeHtml);
    case "bytes":
      return `"${encodeBase64(d.value)}"`;
    case "list":
      return "[]";
    case "struct":
      return "{}";
  }
}
