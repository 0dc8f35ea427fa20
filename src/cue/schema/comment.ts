import { makeComment, makeCommentGroup } from "../syntax/index.ts";
import type { CommentGroup } from "../syntax/index.ts";

/** Lines up to this are left as they are; longer ones are broken, at the smaller width. */
const LONGEST = 100;
const WIDTH = 80;

/** Words as a doc comment; null if there are none. */
export function docComment(text: string): CommentGroup | null {
  if (text === "") return null;
  const lines = text.replace(/\n$/, "").split("\n").flatMap(commentLines);
  if (lines.at(-1) === "//") lines.pop();
  return makeCommentGroup(lines.map(makeComment), true, false, 0);
}

function commentLines(line: string): string[] {
  const words = line.split(/[\s\u0085]+/u).filter((word) => word !== "");
  if (words.length === 0) return ["//"];
  const whole = `// ${words.join(" ")}`;
  if ([...whole].length <= LONGEST) return [whole];
  const out: string[] = [];
  let at = "//";
  // The blank after the slashes of a further line is counted too, as cue does.
  let length = 2;
  for (const word of words) {
    const more = [...word].length + 1;
    if (length + more > WIDTH && length > 3) {
      out.push(at);
      at = "//";
      length = 3;
    }
    at += ` ${word}`;
    length += more;
  }
  return [...out, at];
}
