/** Codes of this room's messages, from docs/message. */
export { valuesCode as VALUES_CODE } from "../source/index.ts";
