import type { Engine } from "../eval/index.ts";
import {
  asFile,
  dataSyntax,
  definitionOptions,
  evalOptions,
  exportOptions,
  exportSyntax,
  textOptions,
} from "../export/index.ts";
import type { ExportOptions } from "../export/index.ts";
import type { ValueSyntax } from "../program/index.ts";
import type { File } from "../syntax/index.ts";
import type { Vertex } from "../value/index.ts";

export interface SyntaxOptions {
  readonly mode?: "value" | "eval" | "export" | "definition";
  readonly attributes?: boolean;
  readonly optional?: boolean;
  readonly hidden?: boolean;
  readonly definitions?: boolean;
  readonly docs?: boolean;
  /** Show errors where they are. */
  readonly errors?: boolean;
  /** Move what comes from imported packages into the output. */
  readonly inlineImports?: boolean;
}

/** How builtins such as json.Marshal see a value as source. */
export const valueSyntax: ValueSyntax = (v, engine) => dataSyntax(v, engine);

const modes: Readonly<Record<NonNullable<SyntaxOptions["mode"]>, ExportOptions>> = {
  value: textOptions,
  eval: evalOptions,
  export: exportOptions,
  definition: definitionOptions,
};

export function fileSyntax(v: Vertex, engine: Engine, packagePath: string, options: SyntaxOptions): File {
  const { mode = "value", ...shown } = options;
  return asFile(exportSyntax(v, engine, { ...modes[mode], ...shown, packagePath }));
}
