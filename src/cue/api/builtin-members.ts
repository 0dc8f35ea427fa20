import { builtinPackage } from "../builtin/index.ts";
import { Tag, kindString } from "../value/index.ts";

/** A member of a builtin package, for people who look for it. */
export interface BuiltinMember {
  readonly name: string;
  /** A constant or a definition has no parameters. */
  readonly params?: readonly string[];
  readonly result: string;
}

/** What a builtin package offers, by name; none if there is no such package. */
export function builtinMembers(path: string): readonly BuiltinMember[] {
  const found = builtinPackage(path);
  if (found === null) return [];
  const out: BuiltinMember[] = [];
  const entries = found.members instanceof Map ? found.members.entries() : Object.entries(found.members);
  for (const [name, value] of entries as Iterable<[string, { tag: number; kind?: number }]>) {
    const member = value as unknown as { params?: readonly { kind: number }[]; result?: number; kind?: number };
    if (value.tag === Tag.Builtin)
      out.push({
        name,
        params: (member.params ?? []).map(({ kind }) => shortKind(kind)),
        result: shortKind(member.result ?? 0),
      });
    else out.push({ name, result: shortKind(member.kind ?? 0) });
  }
  for (const [, name] of (found.cue ?? "").matchAll(/^\s*(#?[A-Za-z]\w*)\s*:/gm))
    if (!out.some((m) => m.name === name)) out.push({ name: name!, result: "_" });
  return out.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function shortKind(kind: number): string {
  const text = kindString(kind);
  return text === "_|_" ? "_" : text.startsWith("(") ? text.slice(1, -1).replaceAll("|", " | ") : text;
}
