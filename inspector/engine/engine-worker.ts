// The engine in a Worker: questions are answered one after the other; of several edits that wait, the last counts.
import { Engine } from "./engine.ts";
import type { Envelope, Reply } from "./project.ts";

const engine = new Engine(() => performance.now());
const waiting: Envelope[] = [];
let busy = false;

export function serveEngine(): void {
  addEventListener("message", ({ data }: MessageEvent<Envelope>) => receive(data));
}

function receive(data: Envelope): void {
  if (data.question.ask === "open") {
    // An edit that nobody will look at is not worth rendering; whoever asked is told so.
    for (const old of waiting.filter(({ question }) => question.ask === "open"))
      reply({ id: old.id, failure: "superseded" });
    for (let i = waiting.length - 1; i >= 0; i--) if (waiting[i]!.question.ask === "open") waiting.splice(i, 1);
  }
  waiting.push(data);
  void work();
}

async function work(): Promise<void> {
  if (busy) return;
  busy = true;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { id, question } = next;
    try {
      reply({ id, answer: await engine.answer(question as never) });
    } catch (error) {
      reply({ id, failure: error instanceof Error ? error.message : "unknown" });
    }
    // Lets messages in that came meanwhile.
    await new Promise((done) => setTimeout(done));
  }
  busy = false;
}

function reply(message: Reply): void {
  postMessage(message);
}
