/** Codes of this room's messages, from docs/message. */
export { secretsCode as SECRET_CODE } from "../source/index.ts";
