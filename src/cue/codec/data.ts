/** Data as the encoders see it: concrete, in output order, numbers as text. */
export type Data =
  | { readonly kind: "null" }
  | { readonly kind: "bool"; readonly value: boolean }
  /** Text as it shall be printed. */
  | { readonly kind: "number"; readonly text: string; readonly isInt: boolean }
  /** `block`: the author wrote several lines. */
  | { readonly kind: "string"; readonly value: string; readonly block?: boolean }
  | { readonly kind: "bytes"; readonly value: Uint8Array; readonly block?: boolean }
  | { readonly kind: "list"; readonly items: readonly Data[] }
  | { readonly kind: "struct"; readonly fields: readonly DataField[] };

export interface DataField {
  readonly name: string;
  readonly value: Data;
  /** A YAML tag to print before the value. */
  readonly tag?: string;
}
