// Attributes that look like tags and are none: CUE passes over what it does not know, so nobody else would tell.
import { childrenOf } from "../cue/syntax/index.ts";
import type { Attribute, File, Node } from "../cue/syntax/index.ts";
import { nearestName, secretsCode, tell, advise } from "../source/index.ts";
import type { Diagnostic, SourceText, Told } from "../source/index.ts";

const OWN = ["env", "file", "secret", "opm"] as const;
/** Those of CUE and of its other tools. */
const OTHERS: ReadonlySet<string> = new Set([
  "tag",
  "if",
  "ignore",
  "embed",
  "extern",
  "experiment",
  "go",
  "json",
  "yaml",
  "toml",
  "xml",
  "protobuf",
  "jsonschema",
  "openapi",
  "test",
]);

export function attributeProblems(syntax: File, file: SourceText): Diagnostic[] {
  const found: Diagnostic[] = [];
  // Most files have none, and need not be walked for them.
  if (!/@[A-Za-z_]\w*\(/.test(file.text)) return found;
  const wrong = (at: Attribute, severity: "error" | "warning", told: Told, hint: string): void => {
    found.push({
      ...told,
      severity,
      args: { attribute: nameOf(at) },
      places: [{ file, span: { start: at.pos, end: at.end } }],
      hint,
    });
  };
  const visit = (node: Node): void => {
    if (node.kind === "Field") {
      const own = node.attrs.filter((a) => OWN.some((name) => name === nameOf(a)));
      for (const second of own.slice(1))
        wrong(
          second,
          "error",
          tell(secretsCode.badTag, "a second tag on one field: {own} counts alone", { own: shown(own[0]!) }),
          advise(secretsCode.badTag, "keep one of them"),
        );
      for (const attribute of node.attrs) {
        const name = nameOf(attribute);
        if (name === "opm" && !/^@opm\(\s*(?:secret\b|runtime\s*:)/.test(attribute.text))
          wrong(
            attribute,
            "error",
            tell(secretsCode.badTag, "{attribute} says nothing", { attribute: shown(attribute) }),
            advise(
              secretsCode.badTag,
              'write @opm(secret, secretName="…", secretKey="…") or @opm(runtime:string:NAME)',
            ),
          );
        const near = OTHERS.has(name) || OWN.some((own) => own === name) ? null : nearestName(name, OWN);
        if (near !== null)
          wrong(
            attribute,
            "warning",
            tell(secretsCode.badTag, "nothing reads the attribute {attribute}", { attribute: shown(attribute) }),
            advise(secretsCode.badTag, "did you mean @{near}?", { near }),
          );
      }
    }
    for (const child of childrenOf(node)) visit(child);
  };
  for (const decl of syntax.decls) visit(decl as Node);
  return found;
}

const nameOf = ({ text }: Attribute): string => /^@([A-Za-z_]\w*)/.exec(text)?.[1] ?? "";

/** Without its arguments, which may be anything. */
const shown = (attribute: Attribute): string => `@${nameOf(attribute)}(…)`;
