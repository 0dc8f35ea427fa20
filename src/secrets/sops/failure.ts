// Diagnostics of encrypted files. No message ever quotes a value: the text around a mistake may be the secret.
import type { Diagnostic, Place, Severity, SourceText } from "../../source/index.ts";

export const SOPS_CODE = {
  unreadable: "OPM5101",
  noMetadata: "OPM5102",
  badMetadata: "OPM5103",
  noKey: "OPM5104",
  wrongKey: "OPM5105",
  damagedKey: "OPM5106",
  tampered: "OPM5107",
  macMismatch: "OPM5108",
  notEncrypted: "OPM5109",
  badRecipient: "OPM5110",
  already: "OPM5111",
  unsupported: "OPM5112",
  weakMac: "OPM5113",
  plainComment: "OPM5114",
  nothingSelected: "OPM5115",
} as const;

export type SopsCode = (typeof SOPS_CODE)[keyof typeof SOPS_CODE];

export interface Detail {
  readonly file?: SourceText;
  readonly offset?: number;
  readonly path?: string;
  readonly notes?: readonly string[];
  readonly hint?: string;
  readonly severity?: Severity;
}

export function failure(code: SopsCode, message: string, detail: Detail = {}): Diagnostic {
  const places: Place[] =
    detail.file === undefined
      ? []
      : [{ file: detail.file, span: { start: detail.offset ?? -1, end: detail.offset ?? -1 } }];
  return {
    code,
    severity: detail.severity ?? "error",
    message,
    ...(places.length > 0 && { places }),
    ...(detail.path !== undefined && { path: detail.path }),
    ...(detail.notes !== undefined && { notes: detail.notes }),
    ...(detail.hint !== undefined && { hint: detail.hint }),
  };
}
