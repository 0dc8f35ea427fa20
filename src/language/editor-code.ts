/** Codes of this room's messages, from docs/message. */
export { editorCode as EDITOR_CODE } from "../source/index.ts";
