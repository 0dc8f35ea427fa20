// An edit of a text with secrets cut out, carried over to the text itself.
import { lineDiff } from "./line-diff.ts";

/**
 * Undefined where the edit touches a line that something was cut out of: what the user means by it cannot be known, and
 * nothing that was typed beside a mask may ever be taken for the secret.
 */
export function unredacted(real: string, shown: string, edited: string): string | undefined {
  if (real === shown) return edited;
  const [whole, before] = [real.split("\n"), shown.split("\n")];
  if (whole.length !== before.length) return undefined;
  const out: string[] = [];
  let at = 0;
  for (const { kind, text } of lineDiff(before, edited.split("\n"))) {
    if (kind === "added") {
      out.push(text);
      continue;
    }
    const line = whole[at++]!;
    if (kind === "same") out.push(line);
    else if (line !== text) return undefined;
  }
  return out.join("\n");
}
