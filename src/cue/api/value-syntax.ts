import type { Engine } from "../eval/index.ts";
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
  /** Take incomplete values for errors. */
  readonly concrete?: boolean;
  /** Move what comes from imported packages into the output. */
  readonly inlineImports?: boolean;
}

/** How builtins such as json.Marshal see a value as source. */
export const valueSyntax: ValueSyntax = () => {
  throw new Error("values cannot be printed as source yet");
};

export function fileSyntax(_v: Vertex, _engine: Engine, _packagePath: string, _options: SyntaxOptions): File {
  throw new Error("values cannot be printed as source yet");
}
