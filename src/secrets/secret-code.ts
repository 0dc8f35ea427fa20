/** Codes of this room's diagnostics, those of sops/ apart; docs/message explains them. */
export const SECRET_CODE = {
  badTag: "OPM5001",
  unknownSource: "OPM5002",
  notFound: "OPM5003",
  unavailable: "OPM5004",
  clash: "OPM5005",
  unfulfilled: "OPM5007",
  badReference: "OPM5008",
  noStore: "OPM5010",
  leak: "OPM5011",
  badDecorator: "OPM5012",
  reveal: "OPM5013",
  notChecked: "OPM5014",
  published: "OPM5015",
} as const;
