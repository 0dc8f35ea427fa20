// Which fields of a module are secrets, and the texts that stand in them: nothing that leaves the server may hold one.
import type { Value } from "../../cue/index.ts";
import { decodeString } from "../../cue/syntax/index.ts";
import type { Node } from "../../cue/syntax/index.ts";
import { childrenOf } from "../../cue/syntax/index.ts";
import { labelText } from "./syntax-path.ts";

/** Deeper than any `#config`, and a bound for recursive ones. */
const DEEPEST = 8;
const MOST = 5000;

/** Paths below `#config` that hold secrets, joined by line feeds. */
export function secretPaths(root: Value | undefined): ReadonlySet<string> {
  const out = new Set<string>();
  const config = root?.lookupPath([{ identifier: "#config" }]);
  if (config === undefined || !config.exists) return out;
  let left = MOST;
  const visit = (v: Value, path: readonly string[]): void => {
    if (left-- <= 0 || path.length > DEEPEST) return;
    if (path.length > 0 && isSecretValue(v)) {
      out.add(path.join("\n"));
      return;
    }
    for (const { name, value } of v.fields({ optional: true })) visit(value, [...path, name]);
  };
  visit(config, []);
  return out;
}

/** A `#Secret`, one of its kinds, or a field that `@opm(secret)` or `@secret` makes one. */
export function isSecretValue(v: Value): boolean {
  if (v.attributes().some(({ name, fields }) => name === "secret" || (name === "opm" && fields[0]?.text === "secret")))
    return true;
  if (hasMark(v)) return true;
  const choices = v.alternatives();
  return choices.length > 1 && choices.some(hasMark);
}

const hasMark = (v: Value): boolean => v.field("$opm", { declared: true })?.text() === "secret";

/** Under which names values for `#config` stand in a package. */
const HOLDERS: readonly RegExp[] = [
  /^(?:values|#config)\n/,
  /^environments\n[^\n]*\nvalues\n/,
  /^[^\n]*\nvalues\n/,
  /^/,
];

/**
 * The texts of literals at secret paths in a file: `values: token: "x"`, `token: value: "x"`, wherever values may
 * stand. What refers to a Secret that exists (`path`, `remoteKey`) is none.
 */
export function secretLiterals(file: Node, secrets: ReadonlySet<string>): string[] {
  const out: string[] = [];
  if (secrets.size === 0) return out;
  const visit = (node: Node, path: string): void => {
    if (node.kind === "BasicLit" && (node.token === "STRING" || node.token === "BYTES")) {
      const decoded = decodeString(node.text);
      if (decoded.ok && decoded.value !== "" && isSecretPath(path, secrets)) out.push(decoded.value);
      return;
    }
    for (const child of childrenOf(node)) {
      const into = node.kind === "Field" && child === node.value ? `${path}${labelText(node.label) ?? "*"}\n` : path;
      if (node.kind === "Field" && child === node.label) continue;
      visit(child, into);
    }
  };
  visit(file, "");
  return out;
}

/** @param path with a line feed behind each step */
function isSecretPath(path: string, secrets: ReadonlySet<string>): boolean {
  for (const holder of HOLDERS) {
    const found = holder.exec(path);
    if (found === null) continue;
    const rest = path.slice(found[0].length, -1);
    if (secrets.has(rest)) return true;
    const slash = rest.lastIndexOf("\n");
    if (slash >= 0 && rest.slice(slash + 1) === "value" && secrets.has(rest.slice(0, slash))) return true;
  }
  return false;
}

/** Whether a path into a package leads to a secret or into one. */
export function leadsToSecret(path: readonly (string | number)[], secrets: ReadonlySet<string>): boolean {
  const text = `${path.join("\n")}\n`;
  if (isSecretPath(text, secrets)) return true;
  for (const holder of HOLDERS.slice(0, 3)) {
    const found = holder.exec(text);
    if (found === null) continue;
    const rest = text.slice(found[0].length);
    for (const secret of secrets) if (rest.startsWith(`${secret}\n`)) return true;
  }
  return false;
}
