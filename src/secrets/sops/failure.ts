// Diagnostics of encrypted files. No message ever quotes a value: the text around a mistake may be the secret.
import { secretsCode } from "../../source/index.ts";
import type { Diagnostic, Place, Severity, SourceText, Told } from "../../source/index.ts";

export { secretsCode as SOPS_CODE };

interface Detail {
  readonly file?: SourceText;
  readonly offset?: number;
  readonly path?: string;
  readonly notes?: readonly string[];
  readonly hint?: string;
  readonly severity?: Severity;
}

export function failure(told: Told, detail: Detail = {}): Diagnostic {
  const places: Place[] =
    detail.file === undefined
      ? []
      : [{ file: detail.file, span: { start: detail.offset ?? -1, end: detail.offset ?? -1 } }];
  return {
    ...told,
    severity: detail.severity ?? "error",
    ...(places.length > 0 && { places }),
    ...(detail.path !== undefined && { path: detail.path }),
    ...(detail.notes !== undefined && { notes: detail.notes }),
    ...(detail.hint !== undefined && { hint: detail.hint }),
  };
}
