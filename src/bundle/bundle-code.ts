/** Codes of this room's diagnostics; docs/message/releases.md explains them. */
export const BUNDLE_CODE = {
  noBundle: "OPM1611",
  circle: "OPM1612",
  unknownInstance: "OPM1613",
} as const;
