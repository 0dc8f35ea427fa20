// What a leaked secret looks like: the unguessable part as it is, in pieces, and in every encoding.

/** Every text to look for, in lower case; `cores` are the random parts of the secrets, letters and digits alone, `made` what was made from them. */
export function leakForms(cores: readonly string[], made: readonly string[] = [], size = 8): string[] {
  const forms = new Set<string>();
  for (const core of cores) {
    // A message that cuts a value before it is hidden still shows a piece of it.
    for (const piece of windows(core, size)) forms.add(piece);
    for (const piece of windows([...core].reverse().join(""), size)) forms.add(piece);
    for (const text of base64Forms(core)) {
      for (const piece of windows(text, 12)) forms.add(piece);
      for (const twice of base64Forms(text)) forms.add(twice);
    }
    const codes = [...core].map((char) => char.charCodeAt(0).toString(16));
    for (const piece of windows(codes.join(""), 16)) forms.add(piece);
    for (const before of ["%", "\\x", "\\u00", "\\U000000", "&#x"])
      forms.add(
        codes
          .slice(0, 8)
          .map((code) => before + code)
          .join(before === "&#x" ? ";" : ""),
      );
  }
  // What was made from a secret is long: a piece of it is no coincidence.
  for (const text of made) for (const piece of windows(text, 12)) forms.add(piece);
  return [...forms].map((form) => form.toLowerCase());
}

/** The base64 of a text wherever it stands in a longer one: three alignments, the ends that depend on others cut off. */
function base64Forms(text: string): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.from("x".repeat(shift) + text).toString("base64");
    const whole = encoded.slice([0, 2, 3][shift], -4);
    return [whole, whole.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

function windows(text: string, size: number): string[] {
  const out: string[] = [];
  for (let at = 0; at + size <= text.length; at++) out.push(text.slice(at, at + size));
  return out;
}

/** The first form that a text has, with what stands around it. */
export function findLeak(text: string, forms: readonly string[]): string | undefined {
  if (text === "") return undefined;
  const lower = text.toLowerCase();
  // Folded over lines, as frames, diffs and quotes of messages do it.
  const joined = lower.includes("\n") ? lower.replaceAll(/\s*\n[\s│|>+\-*#]*/g, "") : "";
  for (const form of forms) {
    const at = lower.indexOf(form);
    if (at >= 0) return `${form}: ${text.slice(Math.max(0, at - 160), at + form.length + 60)}`;
    if (joined.includes(form)) return `${form}, folded over lines`;
  }
  return undefined;
}
