/** Operators by their spelling in messages. */
export type Op =
  | "&"
  | "|"
  | "&&"
  | "||"
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "=~"
  | "!~"
  | "!"
  | "+"
  | "-"
  | "*"
  | "/"
  | "div"
  | "mod"
  | "quo"
  | "rem";

export type BoundOp = "==" | "!=" | "<" | "<=" | ">" | ">=" | "=~" | "!~";
