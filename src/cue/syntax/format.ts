import type { File } from "./ast.ts";
export function format(f: File): { text: string } { return { text: "" }; }
