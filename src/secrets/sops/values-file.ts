// A SOPS file given as values (`-f secrets.sops.yaml`): opened in memory, with every text that was encrypted known.
import type { Outcome, SourceText } from "../../source/index.ts";
import { Secret } from "../secret.ts";
import { decryptFile, plainText } from "./decrypt.ts";
import type { DecryptOptions } from "./decrypt.ts";
import { formatOf } from "./format.ts";
import { compileSelector } from "./selector.ts";
import type { SopsNode } from "./tree.ts";

export interface OpenedValues {
  readonly file: SourceText;
  readonly secrets: readonly Secret[];
}

/**
 * Whether a file of values is encrypted, or was before it was cut or edited: a block of sops, or a value that sops made.
 * Taken for plain values, such a file would put its encrypted text into a Secret.
 */
export function isSopsFile({ name, text }: SourceText): boolean {
  switch (formatOf(name)) {
    case "yaml":
      return /^["']?sops["']?:\s*$/m.test(text) || SEALED.test(text);
    case "json":
      return /"sops"\s*:\s*\{/.test(text) || SEALED.test(text);
    default:
      return false;
  }
}

const SEALED = /\bENC\[AES256_GCM,data:/;

export async function openValues(file: SourceText, options: DecryptOptions): Promise<Outcome<OpenedValues>> {
  const opened = await decryptFile(file, formatOf(file.name), options);
  if (opened.value === undefined) return { diagnostics: opened.diagnostics };
  const text = plainText(opened.value, file.name);
  if (text.value === undefined) return { diagnostics: [...opened.diagnostics, ...text.diagnostics] };
  const selected = compileSelector(opened.value.metadata.selector);
  const secrets: Secret[] = [];
  const walk = (node: SopsNode, path: readonly string[]): void => {
    if (node.kind === "map") for (const { key, value } of node.entries) walk(value, [...path, key]);
    else if (node.kind === "list") for (const { value } of node.items) walk(value, path);
    else if (node.kind === "scalar" && node.bytes === undefined && typeof selected === "function" && selected(path))
      secrets.push(new Secret(node.text, `${file.name}#${path.join(".")}`));
  };
  for (const document of opened.value.documents) walk(document, []);
  return { value: { file: { name: file.name, text: text.value }, secrets }, diagnostics: opened.diagnostics };
}
