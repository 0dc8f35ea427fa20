import { expect, test } from "vitest";
import { blotted } from "./blot.ts";
import { hiding } from "./code-frame.ts";
import { pipelineCode } from "./message-code.ts";
import { reword } from "./reword.ts";
import { advise, tell } from "./tell.ts";

test("a message says its words with its arguments, and keeps them for programs", () => {
  expect(
    tell(pipelineCode.noProvider, "there is no provider {asked} (asked for by {from})", {
      asked: "x",
      from: "--provider",
    }),
  ).toEqual({
    code: "OPM1101",
    message: "there is no provider x (asked for by --provider)",
    args: { asked: "x", from: "--provider" },
  });
  expect(advise(pipelineCode.noProvider, "did you mean {near}?", { near: "kubernetes" })).toBe(
    "did you mean kubernetes?",
  );
  // @ts-expect-error: nothing of docs/message says it.
  expect(tell(pipelineCode.noProvider, "no provider").message).toBe("no provider");
  // @ts-expect-error: an argument is missing.
  expect(tell(pipelineCode.noProvider, "there is no provider {asked} (asked for by {from})").message).toContain(
    "{asked}",
  );
});

test("what an argument says is what is written, braces too", () => {
  const told = tell(pipelineCode.noProvider, "there is no provider {asked} (asked for by {from})", {
    asked: "{from}",
    from: "$&",
  });
  expect(told.message).toBe("there is no provider {from} (asked for by $&)");
});

test("an argument is hidden with the word of it that was", () => {
  const d = {
    ...tell(pipelineCode.noProvider, "there is no provider {asked} (asked for by {from})", {
      asked: "s3cret",
      from: "x",
      count: 7,
    }),
    severity: "error" as const,
  };
  const quoted = reword(d, (text) => text.replaceAll(/provider s\w+/g, "provider ***"));
  expect(quoted.args).toEqual({ asked: "***", from: "x", count: 7 });
  expect(reword(d, (text) => text.replace("s3cret", "S")).args).toEqual({ asked: "S", from: "x", count: 7 });
});

test("a place whose lines are blotted says in one word why, and only if that shows", () => {
  const file = { name: "v.cue", text: 'a: 1\nb: "s3cret"\nc: 2\nd: 3\ne: 4\n' };
  const safe = { name: "v.cue", text: file.text.replace("s3cret", blotted("s3cret")) };
  const at = (start: number) => hiding({ file, span: { start, end: start + 1 } }, safe, "secret");
  expect(at(5)).toMatchObject({ hidden: "secret", file: safe });
  expect(at(27)).not.toHaveProperty("hidden");
  expect(hiding(at(5), { ...safe, text: blotted(safe.text) }, "suspected").hidden).toBe("secret");
});
