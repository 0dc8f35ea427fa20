// Text of other formats as CUE.
import { decodeYaml } from "../../cue/index.ts";
import { format, makeFile, parseFile } from "../../cue/syntax/index.ts";
import type { Decl, StructLit } from "../../cue/syntax/index.ts";
import { SourceFile } from "../../source/index.ts";
import { labelText } from "../analysis/syntax-path.ts";
import { componentOf } from "./component-of.ts";

/** What a selection could become; none if it is CUE already. */
export function pastedCue(selected: string, indent: string): { readonly title: string; readonly text: string }[] {
  const text = undent(selected);
  const { documents, error } = decodeYaml(text);
  const structs = documents.filter((d): d is StructLit => d.kind === "StructLit");
  if (error !== undefined || structs.length === 0 || structs.length !== documents.length) return [];
  const isCue = parseFile(new SourceFile("", selected)).errors.length === 0;
  const isYaml = /^[ \t]*-[ \t]|^[ \t]*[\w."/-]+:[ \t]*$|^---/m.test(text);
  if (isCue && !isYaml) return [];
  const out: { title: string; text: string }[] = [];
  const objects = structs.filter(isObject);
  if (objects.length === structs.length) {
    const components = objects.flatMap((o) => componentOf(o) ?? []);
    if (components.length > 0)
      out.push({
        title: components.length === 1 ? "Turn the manifest into a component" : "Turn the manifests into components",
        text: indented(components.join("\n"), indent),
      });
  }
  const decls = structs.length === 1 ? structs[0]!.elts : structs.flatMap((s) => s.elts);
  if (structs.length === 1)
    out.push({
      title: "Turn YAML into CUE",
      text: indented(format(makeFile(decls as Decl[], ""), { simplify: true }), indent),
    });
  return out;
}

function isObject(struct: StructLit): boolean {
  const names = struct.elts.flatMap((e) => (e.kind === "Field" ? [labelText(e.label)] : []));
  return names.includes("apiVersion") && names.includes("kind");
}

function undent(text: string): string {
  const lines = text.split("\n");
  const depths = lines.filter((l) => l.trim() !== "").map((l) => /^[ \t]*/.exec(l)![0].length);
  // A selection may begin behind the indentation of its first line.
  const least = Math.min(...(depths.length > 1 && depths[0] === 0 ? depths.slice(1) : depths));
  const all = depths[0] === 0 && depths.length > 1 && least > 0 ? false : true;
  return lines
    .map((l, i) => (all || i > 0 ? l.slice(Math.min(least, /^[ \t]*/.exec(l)![0].length)) : l))
    .join("\n")
    .replaceAll("\t", "  ");
}

const indented = (text: string, indent: string): string =>
  text
    .trimEnd()
    .split("\n")
    .map((line, i) => (i === 0 || line === "" ? line : indent + line))
    .join("\n");
