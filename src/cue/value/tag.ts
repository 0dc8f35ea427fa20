/**
 * One number for each sort of node, so that every dispatch is a switch over integers.
 * The order carries meaning: values, then expressions that are evaluated, then references, then declarations.
 */
export const Tag = {
  // Values: results as well as expressions.
  Bottom: 0,
  Null: 1,
  Bool: 2,
  Num: 3,
  String: 4,
  Bytes: 5,
  Top: 6,
  BasicType: 7,
  BoundValue: 8,
  Conjunction: 9,
  Disjunction: 10,
  Builtin: 11,
  BuiltinValidator: 12,
  StructMarker: 13,
  ListMarker: 14,
  Vertex: 15,
  // Expressions.
  StructLit: 20,
  ListLit: 21,
  DisjunctionExpr: 22,
  BoundExpr: 23,
  SliceExpr: 24,
  Interpolation: 25,
  UnaryExpr: 26,
  BinaryExpr: 27,
  OpenExpr: 28,
  CallExpr: 29,
  LabelReference: 30,
  // References: they resolve to a vertex.
  FieldReference: 40,
  ValueReference: 41,
  DynamicReference: 42,
  ImportReference: 43,
  LetReference: 44,
  SelectorExpr: 45,
  IndexExpr: 46,
  // Declarations and clauses.
  Field: 60,
  LetField: 61,
  BulkOptionalField: 62,
  DynamicField: 63,
  Ellipsis: 64,
  Comprehension: 65,
  ForClause: 70,
  IfClause: 71,
  LetClause: 72,
  TryClause: 73,
} as const;
