export { renderInContext, renderMapped, renderTemplate } from "./api/render-template.ts";
export type { TemplateOptions, TemplateResult } from "./api/render-template.ts";
export { MappedText, isTemplateName, plainName } from "./api/mapped-text.ts";
export { lintTemplate, referencedTemplates, variablesOf } from "./api/lint-template.ts";
export type { LintOptions, VariableUse } from "./api/lint-template.ts";
export { TEMPLATE_CODE } from "./api/template-code.ts";
export { TemplateContext, standardVariables } from "./context/template-context.ts";
export type {
  ContextOptions,
  Environment,
  ResolvedVariable,
  VariableMapping,
  VariableSource,
} from "./context/template-context.ts";
export { isSecretName, redacted } from "./context/secret-name.ts";
export { Engine, defaultAutoescape } from "./engine/engine.ts";
export type { EngineOptions, RenderOptions } from "./engine/engine.ts";
export type { FailurePlace, RenderResult, TemplateFailure } from "./engine/result.ts";
export { builtinLibrary, fullLibrary } from "./library.ts";
export type { Args, Filter, Library, TemplateFunction, Test } from "./compile/library.ts";
export { emptyHost } from "./function/host.ts";
export type { TemplateHost } from "./function/host.ts";
export type { Budget } from "./render/budget.ts";
export type { SecretRange, Segment } from "./render/trace.ts";
export { fromJs, parseNumber } from "./value/convert.ts";
export { parseJson } from "./value/json.ts";
export { renderValue, toJson } from "./value/print.ts";
export { Float, isObject } from "./value/value.ts";
export type { ObjectValue, Value } from "./value/value.ts";
export { isTemplate } from "./syntax/template-parser.ts";
export { sha256, toHex, utf8 } from "./text/hash.ts";
