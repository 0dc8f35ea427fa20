export { compileExpr, compileFiles } from "./files.ts";
export type { CompileContext, ImportTarget } from "./context.ts";
export * from "./predeclared-builtins.ts";
