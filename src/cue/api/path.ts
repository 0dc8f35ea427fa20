import { SourceFile } from "../../source/index.ts";
import { decodeString, parseExpr } from "../syntax/index.ts";
import type { Expr } from "../syntax/index.ts";
import { intLabel } from "../value/index.ts";
import type { Label, LabelTable } from "../value/index.ts";

/** One step of a path: a field by its name, an element by its index, or a definition or hidden field. */
export type Selector = string | number | { readonly identifier: string };

/** A path as text (`a.b[0]."x-y".#D`), or step by step. In a list of steps, strings are names of regular fields. */
export type Path = string | readonly Selector[];

/** The labels of a path, or undefined if its text is no path. */
export function pathLabels(path: Path, labels: LabelTable, packagePath: string): Label[] | undefined {
  if (typeof path !== "string") return path.map((s) => selectorLabel(s, labels, packagePath));
  if (path === "") return [];
  const { expr, errors } = parseExpr(new SourceFile("path", path));
  if (errors.length > 0) return undefined;
  const out: Label[] = [];
  let x: Expr = expr;
  for (;;) {
    switch (x.kind) {
      case "SelectorExpr":
        if (x.sel.kind === "Ident") out.push(labels.identifier(x.sel.name, packagePath));
        else {
          const name = stringValue(x.sel);
          if (name === undefined) return undefined;
          out.push(labels.string(name));
        }
        x = x.x;
        continue;
      case "IndexExpr": {
        const label = indexLabel(x.index, labels);
        if (label === undefined) return undefined;
        out.push(label);
        x = x.x;
        continue;
      }
      case "Ident":
        out.push(labels.identifier(x.name, packagePath));
        return out.reverse();
      case "BasicLit": {
        const label = indexLabel(x, labels);
        return label === undefined ? undefined : [...out, label].reverse();
      }
      case "ListLit": {
        // A path may begin with an index: `[0].a`.
        const only = x.elts.length === 1 ? (x.elts[0] as Expr) : undefined;
        const label = only === undefined ? undefined : indexLabel(only, labels);
        return label === undefined ? undefined : [...out, label].reverse();
      }
      default:
        return undefined;
    }
  }
}

function selectorLabel(s: Selector, labels: LabelTable, packagePath: string): Label {
  if (typeof s === "number") return intLabel(s);
  return typeof s === "string" ? labels.string(s) : labels.identifier(s.identifier, packagePath);
}

function indexLabel(x: Expr, labels: LabelTable): Label | undefined {
  if (x.kind !== "BasicLit") return undefined;
  if (x.token === "INT") {
    const n = Number(x.text.replaceAll("_", ""));
    return Number.isSafeInteger(n) ? intLabel(n) : undefined;
  }
  const name = stringValue(x);
  return name === undefined ? undefined : labels.string(name);
}

function stringValue(x: Expr): string | undefined {
  if (x.kind !== "BasicLit" || x.token !== "STRING") return undefined;
  const decoded = decodeString(x.text);
  return "value" in decoded ? decoded.value : undefined;
}
