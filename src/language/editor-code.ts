/** Codes of messages about what the editor does; docs/message/editor.md explains each. */
export const EDITOR_CODE = {
  stopped: "OPM9001",
} as const;
