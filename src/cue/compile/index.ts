export { compileExpr, compileFiles, fileFeatures, scopeErrors } from "./files.ts";
export type { CompiledExpr, CompiledFiles, ExprScope } from "./files.ts";
export type { CompileContext, CompileFile, ImportTarget, InjectedValue } from "./context.ts";
export { importSpecs, packageName } from "./imports.ts";
export { predeclared } from "./predeclared.ts";
export type { Predeclared } from "./predeclared.ts";
export * from "./predeclared-builtins.ts";
export { ranges } from "./ranges.ts";
