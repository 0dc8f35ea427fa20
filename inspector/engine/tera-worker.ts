// Templates in a Worker of their own: a page about releases needs none of it.
import { plainTera } from "./plain-tera.ts";
import type { Envelope, Reply } from "./project.ts";

addEventListener("message", ({ data: { id, question } }: MessageEvent<Envelope>) => {
  const reply: Reply =
    question.ask === "tera" ? { id, answer: plainTera(question) } : { id, failure: "this engine renders templates" };
  postMessage(reply);
});
