/** Codes of this room's messages, from docs/message. */
export { releasesCode as MATRIX_CODE } from "../source/index.ts";
