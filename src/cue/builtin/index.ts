import type { BuiltinPackage } from "../value/index.ts";
import { listPackage } from "./list.ts";
import { stringsPackage } from "./strings.ts";
import { structPackage } from "./struct.ts";

/** Every package by import path; each is built when it is first used. */
const packages: Readonly<Record<string, () => BuiltinPackage>> = {
  list: listPackage,
  strings: stringsPackage,
  struct: structPackage,
};

/** The package of an import path, or null if there is none. */
export function builtinPackage(path: string): BuiltinPackage | null {
  return Object.hasOwn(packages, path) ? (packages[path] as () => BuiltinPackage)() : null;
}
