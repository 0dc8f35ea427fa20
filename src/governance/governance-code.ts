/** Codes of this room's messages, from docs/message. */
export { governanceCode as GOVERNANCE_CODE } from "../source/index.ts";
