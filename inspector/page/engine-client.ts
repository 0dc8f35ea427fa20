// The engine, from the page's side: each question becomes a promise.
import type { Answers, Asked, Envelope, QuestionOf, Reply } from "../engine/project.ts";

export class Superseded extends Error {}

export class EngineClient {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { done: (answer: never) => void; failed: (error: Error) => void }>();
  #last = 0;

  constructor(url: string) {
    this.#worker = new Worker(url);
    this.#worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ("answer" in data) waiting?.done(data.answer as never);
      else waiting?.failed(data.failure === "superseded" ? new Superseded() : new Error(data.failure));
    });
  }

  ask<K extends Asked>(question: QuestionOf<K>): Promise<Answers[K]> {
    const id = ++this.#last;
    const envelope: Envelope = { id, question };
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done, failed });
      this.#worker.postMessage(envelope);
    });
  }
}
