import type * as ast from "../syntax/index.ts";
import type { Vertex } from "../value/index.ts";
import type { Exporter } from "./exporter.ts";
export class Pivot {
  constructor(_e: Exporter, _v: Vertex) {}
  declarations(): ast.Decl[] { return []; }
}
