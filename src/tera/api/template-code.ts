/** Codes of this room's diagnostics; docs/message explains them. */
export const TEMPLATE_CODE = {
  syntax: "OPM6001",
  undefinedVariable: "OPM6002",
  unknownName: "OPM6003",
  badCall: "OPM6004",
  missingTemplate: "OPM6005",
  circular: "OPM6006",
  budget: "OPM6007",
  render: "OPM6008",
  badOutput: "OPM6009",
  badMapping: "OPM6010",
  variable: "OPM9404",
} as const;
