/** Codes of this room's diagnostics; docs/message explains them. */
export const VALUES_CODE = {
  locked: "OPM4001",
  badSet: "OPM4002",
  badIndex: "OPM4003",
  badFile: "OPM4004",
  notData: "OPM4005",
  conflict: "OPM4006",
  notStruct: "OPM4007",
  unknownEnvironment: "OPM4008",
  environmentCycle: "OPM4009",
  unknownField: "OPM4010",
  tooDeep: "OPM4012",
  missingSecret: "OPM4013",
  literalSecret: "OPM4014",
  abstractEnvironment: "OPM4015",
  noEnvironments: "OPM4016",
  liveQuery: "OPM4017",
} as const;
