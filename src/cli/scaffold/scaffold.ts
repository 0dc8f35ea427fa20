import { format, parseFile } from "../../cue/syntax/index.ts";
import { SourceFile } from "../../source/index.ts";
import { advancedFiles } from "./advanced.ts";
import { simpleFiles } from "./simple.ts";
import { standardFiles } from "./standard.ts";

export const TEMPLATES = ["simple", "standard", "advanced"] as const;
export type Template = (typeof TEMPLATES)[number];

/** The files of a new module by their paths. It builds as it is. */
export function scaffold(name: string, template: Template, catalogVersion: string): ReadonlyMap<string, string> {
  const make = { simple: simpleFiles, standard: standardFiles, advanced: advancedFiles }[template];
  const { files, deps } = make(name);
  return new Map([["cue.mod/module.cue", moduleFile(name, deps, catalogVersion)], ...files]);
}

export interface Scaffold {
  readonly files: readonly (readonly [string, string])[];
  /** Modules of the catalog that the files import. */
  readonly deps: readonly string[];
}

function moduleFile(name: string, deps: readonly string[], version: string): string {
  const lines = deps.toSorted().map((dep) => `\t"opmodel.dev/${dep}@v0": v: ${JSON.stringify(version)}\n`);
  const text = `module: "example.com/${name}@v0"\nlanguage: version: "v0.15.0"\ndeps: {\n${lines.join("")}}\n`;
  return format(parseFile(new SourceFile("module.cue", text)).file);
}
