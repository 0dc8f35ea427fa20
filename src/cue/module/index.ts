export * from "./import-path.ts";
export * from "./module-file.ts";
export * from "./module-path.ts";
export * from "./module-version.ts";
export * from "./requirements.ts";
export * from "./result.ts";
export * from "./semver.ts";
export { checkDataMode, pathElement, readData } from "./module-data.ts";
export type { Data, DataStruct } from "./module-data.ts";
