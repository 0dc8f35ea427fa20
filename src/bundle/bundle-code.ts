/** Codes of this room's messages, from docs/message. */
export { releasesCode as BUNDLE_CODE } from "../source/index.ts";
