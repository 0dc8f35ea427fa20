/** Codes of this room's diagnostics; docs/message/releases.md explains them. */
export const MATRIX_CODE = {
  sameFolder: "OPM1601",
  noReleases: "OPM1602",
} as const;
