export { ProgramRuntime } from "./runtime.ts";
export type { CompiledInstance, ValueSyntax } from "./runtime.ts";
