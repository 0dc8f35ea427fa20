export { main } from "./main.ts";
export type { MainResult } from "./main.ts";
export type { Io } from "./io.ts";
export { exitCode } from "./exit-code.ts";
export { commands, findCommand } from "./command-table.ts";
export { memoryIo } from "./memory-io.ts";
export { stepData } from "./print/plan-data.ts";
export { planText } from "./print/plan-text.ts";
