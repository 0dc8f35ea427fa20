import type { Library } from "./compile/library.ts";
import { builtinFilters } from "./filter/builtin.ts";
import { builtinFunctions } from "./function/builtin.ts";
import type { TemplateHost } from "./function/host.ts";
import { builtinTests } from "./test/builtin.ts";

/** What Tera itself offers to templates, and nothing else. */
export function builtinLibrary(host: TemplateHost): Library {
  return { filters: builtinFilters, tests: builtinTests, functions: builtinFunctions(host) };
}
