/** Files, and a command of cue that is run on them. */
export interface FilesCase {
  readonly kind: "import" | "trim" | "mod" | "crd" | "jsonschema" | "openapi" | "proto";
  readonly files: Readonly<Record<string, string>>;
  readonly args: readonly string[];
}
