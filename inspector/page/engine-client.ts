// Who answers the page: the engine in a Worker, or the server that the page came from. Each question becomes a promise.
import type { Answers, Asked, Envelope, QuestionOf, Reply } from "../engine/project.ts";

export class Superseded extends Error {}

export interface Answering {
  ask<K extends Asked>(question: QuestionOf<K>): Promise<Answers[K]>;
}

export class EngineClient implements Answering {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { done: (answer: never) => void; failed: (error: Error) => void }>();
  #last = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
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

/** Asks the server. One render at a time: of several that wait, the last counts. */
export class ServerClient implements Answering {
  readonly #token = new URLSearchParams(location.search).get("token") ?? "";
  #rendering: Promise<unknown> = Promise.resolve();
  #newest = 0;

  async ask<K extends Asked>(question: QuestionOf<K>): Promise<Answers[K]> {
    if (question.ask !== "open") return this.#post(question);
    const mine = ++this.#newest;
    await this.#rendering;
    if (mine !== this.#newest) throw new Superseded();
    const answer = this.#post(question);
    this.#rendering = answer.catch(() => undefined);
    return answer;
  }

  async #post<K extends Asked>(question: QuestionOf<K>): Promise<Answers[K]> {
    const response = await fetch(`/ask?token=${encodeURIComponent(this.#token)}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(question),
    }).catch(() => {
      throw new Error("opm ui does not answer any more: start it again");
    });
    if (!response.ok) throw new Error(`opm says: ${(await response.text()).trim()}`);
    const { answer, failure } = (await response.json()) as { answer?: Answers[K]; failure?: string };
    if (failure !== undefined) throw new Error(failure);
    return answer as Answers[K];
  }
}
