export { ProgramRuntime } from "./runtime.ts";
export type { ValueSyntax } from "./runtime.ts";
