// Which attribute of a field is a tag, and what the field asks for.
import type { Attribute, Field } from "../cue/syntax/index.ts";
import type { TagNode } from "./value-tree.ts";

const TAGS = new Set(["secret", "env", "file"]);

interface FieldTag {
  readonly attribute: Attribute;
  readonly wants: TagNode["wants"];
  /** `@opm(…)`: a value that is known at run time, and no secret. */
  readonly runtime: boolean;
}

export function tagOfField({ attrs, value }: Field): FieldTag | undefined {
  for (const attribute of attrs) {
    const name = /^@([A-Za-z_]+)/.exec(attribute.text)?.[1] ?? "";
    const runtime = isRuntimeTag(attribute.text);
    if (!TAGS.has(name) && !runtime) continue;
    const declared = value.kind === "Ident" ? typeWanted(value.name) : undefined;
    return { attribute, runtime, wants: declared ?? (runtime ? runtimeWanted(attribute.text) : "secret") };
  }
  return undefined;
}

function typeWanted(type: string): TagNode["wants"] | undefined {
  if (type === "string" || type === "bool") return type;
  return type === "int" || type === "number" || type === "float" ? "number" : undefined;
}

function runtimeWanted(text: string): TagNode["wants"] {
  if (/:\s*(?:number|int)\s*:/.test(text)) return "number";
  return /:\s*bool\s*:/.test(text) ? "bool" : "string";
}

/** `@opm(…)`: known at run time. `@opm(secret, …)` is something else: it decorates a field of `#config`. */
export function isRuntimeTag(attribute: string): boolean {
  return /^@opm\((?!\s*secret\b)/.test(attribute);
}
