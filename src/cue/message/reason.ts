import { reasonFields } from "../../source/index.ts";
import type { Diagnostic, Reason, ReasonKind } from "../../source/index.ts";
import { Tag, wordings } from "../value/index.ts";
import type { CueFailure, Failure, MessageArg, Node, Vertex, Wording } from "../value/index.ts";
import { argText, chainText } from "./failure.ts";
import type { TextOptions } from "./failure.ts";

/** An error of CUE's that somebody else has found: the first wording of its reason, as a diagnostic. */
export function reasonDiagnostic(kind: ReasonKind, args: Reason["args"] = {}): Diagnostic & { severity: "error" } {
  const [wording, [, ...names]] = Object.entries(wordings).find(([text, [of]]) => of === kind && text !== "") ?? [
    kind,
    [kind],
  ];
  let i = 0;
  const message = wording.replaceAll("%", () => String(args[names[i++] ?? ""] ?? ""));
  return { ...reasonFields({ kind, args }), severity: "error", message };
}

type Args = Record<string, string | number | boolean>;

/** Why: what programs read in place of the words. The words of a failure and its reason are one entry of one table. */
export function failureReason(f: CueFailure, o: TextOptions): Reason {
  switch (f.sort) {
    case "message":
      return messageReason(f, o);
    case "wrapped":
      return wrappedReason(f.outer, f.inner, o);
    case "list": {
      const [first] = f.items;
      return first === undefined ? { kind: "disjunction", args: {} } : failureReason(first, o);
    }
  }
}

function messageReason(f: Failure, o: TextOptions): Reason {
  const [kind, ...names]: readonly [ReasonKind, ...string[]] = wordings[f.format] ?? wordings["%"];
  // An author's own words are no argument of ours.
  if (f.reason === "user") return { kind: "user", args: {} };
  const args: Args = {};
  names.forEach((name, i) => {
    const arg = f.args[i];
    if (arg !== undefined) args[name] = typeof arg === "number" ? arg : argText(arg, o, []);
  });
  if (kind === "conflict" && names.includes("left")) args["literals"] = f.args.slice(0, 2).every(isLiteral);
  return { kind: f.reason ?? kind, args };
}

/** What only says where an error was met; any other outer message is the reason, and the inner one its detail. */
const around: Partial<Record<Wording, string>> = {
  "": "",
  "invalid interpolation": "interpolation",
  "error in call to %": "call",
};

function wrappedReason(outer: Failure, inner: CueFailure, o: TextOptions): Reason {
  const within = around[outer.format];
  const own = messageReason(outer, o);
  if (within === undefined) return { ...own, args: { ...own.args, problem: chainText(inner, o) } };
  const { kind, args } = failureReason(inner, o);
  return { kind, args: { ...(within === "call" && own.args), ...args, ...(within !== "" && { within }) } };
}

/** A value that somebody gave, as against a type, a bound, or null, which stands for "nothing" in schemas. */
function isLiteral(arg: MessageArg): boolean {
  return typeof arg === "object" && "node" in arg && isScalar(arg.node);
}

function isScalar(node: Node): boolean {
  switch (node.tag) {
    case Tag.Num:
    case Tag.String:
    case Tag.Bytes:
    case Tag.Bool:
      return true;
    case Tag.Vertex: {
      const { base } = node as Vertex;
      return base !== null && isScalar(base);
    }
    default:
      return false;
  }
}
