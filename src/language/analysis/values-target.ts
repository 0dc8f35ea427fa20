// Which module a YAML, JSON or TOML file holds values for.
import type { Value } from "../../cue/index.ts";
import { dataSyntax, formatOfPath } from "./data-file.ts";
import { embedTarget } from "./embedded.ts";
import { moduleOf } from "./module-of.ts";
import type { PackageAnalysis } from "./package-analysis.ts";
import { labelText } from "./syntax-path.ts";
import type { Workspace } from "./workspace.ts";

interface ValuesTarget extends DataTarget {
  readonly folder: string;
}

/** What a package says about the content of a data file: of one with values its `#config`, of one that it embeds the field that holds it. */
export interface DataTarget {
  readonly analysis: PackageAnalysis;
  readonly schema: Value;
  /** What the package makes of it, where that is known. */
  readonly whole: Value;
  /** The values stand below `values:`. */
  readonly nested: boolean;
  readonly isValues: boolean;
}

/** What a data file is for, if it is for anything. */
export async function dataTarget(workspace: Workspace, path: string): Promise<DataTarget | undefined> {
  if (formatOfPath(path) === undefined) return undefined;
  const embedded = await embedTarget(workspace, path);
  return embedded === undefined ? valuesTarget(workspace, path) : { ...embedded, nested: false, isValues: false };
}

/**
 * A file in a module's folder or below it is one of its values files if it is empty, or if it has a field that
 * `#config` knows and is no object of Kubernetes. Everything else is left alone.
 */
export async function valuesTarget(workspace: Workspace, path: string): Promise<ValuesTarget | undefined> {
  if (formatOfPath(path) === undefined) return undefined;
  const folder = await moduleOf(workspace, path);
  if (folder === undefined) return undefined;
  const analysis = await workspace.packageIn(folder);
  const config = analysis.root?.field("#config");
  if (config === undefined) return undefined;
  const text = workspace.textAt(path) ?? "";
  const fields = dataSyntax(path, text).decls.flatMap((d) => (d.kind === "Field" ? [d] : []));
  const names = fields.map(({ label }) => labelText(label) ?? "");
  const target = { folder, analysis, schema: config, whole: config, isValues: true };
  if (names.includes("apiVersion") && names.includes("kind")) return undefined;
  if (names.length === 0) return /^[\s\w"'#:.{}-]*$/.test(text) ? { ...target, nested: false } : undefined;
  const known = (name: string): boolean => config.field(name, { declared: true }) !== undefined;
  if (names.some(known)) return { ...target, nested: false };
  const [first] = fields;
  if (names.length === 1 && names[0] === "values" && first?.value.kind === "StructLit")
    return { ...target, nested: true };
  // One that is just begun has nothing that is known yet.
  return names.length === 1 && first?.value.kind !== "StructLit" ? { ...target, nested: false } : undefined;
}
