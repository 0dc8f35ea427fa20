import { md5 } from "./package-hash.ts";
import { labelNeedsQuotes, makeBasicLit, makeIdent, quoteString } from "../syntax/index.ts";
import type { BasicLit, Ident } from "../syntax/index.ts";
import { isHiddenLabel, isIntLabel, isStringLabel } from "../value/index.ts";
import type { Label } from "../value/index.ts";
import type { Exporter } from "./exporter.ts";

/** A label as it is written in a field or behind a dot. */
export function labelSyntax(e: Exporter, label: Label): Ident | BasicLit {
  if (isIntLabel(label)) return makeBasicLit("INT", e.labels.text(label));
  if (!isStringLabel(label)) return makeIdent(labelName(e, label));
  const text = e.labels.text(label);
  return labelNeedsQuotes(text) ? makeBasicLit("STRING", quoteString(text)) : makeIdent(text);
}

/**
 * The name of a label. Hidden names of a package that is written into another one get its mark, because hidden names
 * of different packages differ.
 */
export function labelName(e: Exporter, label: Label): string {
  const name = e.labels.text(label);
  if (!e.profile.inlineImports || !isHiddenLabel(label)) return name;
  const pkg = e.labels.packageOf(label);
  if (pkg === "" || pkg === "_" || pkg === e.profile.packagePath) return name;
  return `${name}_${md5(pkg)}`;
}
