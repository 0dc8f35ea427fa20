import { parseNumber, toBigInt } from "../number/index.ts";
import { decodeString } from "../syntax/index.ts";
import type * as ast from "../syntax/index.ts";
import { NoLabel, intLabel } from "../value/index.ts";
import type { Label } from "../value/index.ts";
import type { Compiler } from "./compiler.ts";
import type { Scope } from "./scope.ts";

/** Indices above this do not fit a label. */
const maxIndex = (1 << 28) - 1;

/** The label that an identifier or a literal stands for; NoLabel for `_` and for mistakes, which are reported. */
export function compileLabel(c: Compiler, x: ast.Ident | ast.BasicLit, scope: Scope | null): Label {
  if (x.kind === "Ident") return x.name === "_" ? NoLabel : c.identLabel(x.name);
  switch (x.token) {
    case "STRING":
    case "BYTES": {
      const d = decodeString(x.text);
      if (d.ok) return c.labels.string(d.value.normalize("NFC"));
      c.fail(x, scope, "invalid string label: %", d.message);
      return NoLabel;
    }
    case "INT": {
      const n = parseNumber(x.text);
      if (typeof n === "string") {
        c.fail(x, scope, "invalid int label: %", n);
        return NoLabel;
      }
      const index = Number(toBigInt(n.value));
      if (index < 0 || index > maxIndex) {
        c.fail(x, scope, "invalid int label: %", "int label out of range");
        return NoLabel;
      }
      return intLabel(index);
    }
    case "FLOAT":
      c.fail(x, scope, "float % cannot be used as label", x.text);
      return NoLabel;
    default:
      return c.labels.string(x.text);
  }
}
