const GROUP = /\(\?P?<([A-Za-z0-9_]+)>/y;

/** Gives repeated group names a name of their own, and says what they were called. */
export function renameDuplicateGroups(pattern: string): { pattern: string; original: Map<string, string> } {
  const original = new Map<string, string>();
  if (!pattern.includes("<")) return { pattern, original };
  const seen = new Set<string>();
  let out = "";
  let inClass = false;
  for (let i = 0; i < pattern.length; i++) {
    const c = pattern[i]!;
    if (c === "\\") {
      out += c + (pattern[i + 1] ?? "");
      i++;
      continue;
    }
    if (inClass) {
      inClass = c !== "]";
    } else if (c === "[") {
      inClass = true;
      // A bracket right after the opening one is an ordinary character.
      const skip = pattern[i + 1] === "^" ? 2 : 1;
      if (pattern[i + skip] === "]") {
        out += pattern.slice(i, i + skip + 1);
        i += skip;
        continue;
      }
    } else if (c === "(") {
      GROUP.lastIndex = i;
      const m = GROUP.exec(pattern);
      if (m !== null && seen.has(m[1]!)) {
        const fresh = `${m[1]}_again${original.size}`;
        original.set(fresh, m[1]!);
        out += `(?P<${fresh}>`;
        i += m[0].length - 1;
        continue;
      }
      if (m !== null) seen.add(m[1]!);
    }
    out += c;
  }
  return original.size === 0 ? { pattern, original } : { pattern: out, original };
}
