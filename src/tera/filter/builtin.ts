import type { Filter } from "../compile/library.ts";
import { arrayFilters } from "./array.ts";
import { anyTypeFilters } from "./any-type.ts";
import { numberFilters } from "./number.ts";
import { stringFilters } from "./string.ts";

/** All filters of Tera. `default` and `safe` are part of the language and not among them. */
export const builtinFilters: ReadonlyMap<string, Filter> = new Map(
  [stringFilters, arrayFilters, numberFilters, anyTypeFilters].flatMap((table) => Object.entries(table)),
);
