/** Codes of this room's diagnostics; docs/message/governance.md explains them. */
export const GOVERNANCE_CODE = {
  notInCatalog: "OPM4301",
  versionNotAllowed: "OPM4302",
  deprecated: "OPM4303",
  badRange: "OPM4304",
  badPlatform: "OPM4305",
  violation: "OPM4311",
  badCheck: "OPM4312",
} as const;
