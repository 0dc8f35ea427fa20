import type { Library } from "./compile/library.ts";
import { builtinFilters } from "./filter/builtin.ts";
import { builtinFunctions } from "./function/builtin.ts";
import type { CallState } from "./function/call.ts";
import type { TemplateHost } from "./function/host.ts";
import { originFilters, originFunctions } from "./function/origin.ts";
import { builtinTests } from "./test/builtin.ts";

/** What Tera itself offers to templates, and nothing else. */
export function builtinLibrary(host: TemplateHost): Library {
  return { filters: builtinFilters, tests: builtinTests, functions: builtinFunctions(host) };
}

const allFilters = new Map([...builtinFilters, ...originFilters]);

/** Tera's own and ours: `env`, `now_rfc3339`, `sha256`, `toml_encode` and the generators. */
export function fullLibrary(host: TemplateHost): Library {
  const state: CallState = { host, counters: new Map(), unseeded: 0 };
  return {
    filters: allFilters,
    tests: builtinTests,
    functions: new Map([...builtinFunctions(host), ...originFunctions(state)]),
    begin: () => {
      state.counters.clear();
      state.unseeded = 0;
    },
  };
}
