// What a file declares: a name in its values that no file of the package declares is a text without its quotes.
import { decodeString, parseFile } from "../cue/syntax/index.ts";
import type { BasicLit, Ident, Node } from "../cue/syntax/index.ts";
import { SourceFile } from "../source/index.ts";
import type { SourceText } from "../source/index.ts";

/** Names of the language. */
export function isPredeclared(name: string): boolean {
  return /^_?_?(?:_|self|bool|string|bytes|number|u?int(?:8|16|32|64|128)?|float(?:32|64)?|rune|len|close|and|or|div|mod|quo|rem|error|matchN|matchIf)$/.test(
    name,
  );
}

/** Fields, aliases, variables of clauses and imports, wherever in the file. */
export function declaredNames(file: SourceText): string[] {
  const found = new Set<string>();
  const add = (named: Ident | BasicLit | null | undefined): void => {
    if (named?.kind === "Ident") found.add(named.name);
    else if (named?.kind === "BasicLit") {
      const text = decodeString(named.text);
      if (text.ok) found.add(text.value);
    }
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null || !("kind" in node)) return;
    const it = node as Node;
    switch (it.kind) {
      case "Field":
        if (it.label.kind === "Ident" || it.label.kind === "BasicLit") add(it.label);
        break;
      case "Alias":
      case "LetClause":
        add(it.ident);
        break;
      case "PostfixAlias":
        add(it.label);
        add(it.field);
        break;
      case "ForClause":
        add(it.key);
        add(it.value);
        break;
      case "ImportSpec": {
        const path = decodeString(it.path.text);
        if (it.name !== null) add(it.name);
        else if (path.ok) found.add(path.value.replace(/^.*[/:]/, "").replace(/@.*/, ""));
        break;
      }
      default:
    }
    for (const [name, inner] of Object.entries(node)) if (name !== "parent") visit(inner);
  };
  visit(parseFile(new SourceFile(file.name, file.text)).file.decls);
  return [...found];
}
