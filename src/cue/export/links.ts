/** What an identifier is bound to that names something predeclared. */
export const predeclared: object = { kind: "Predeclared" };
