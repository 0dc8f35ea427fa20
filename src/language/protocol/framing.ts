// Messages in a stream of bytes: headers, an empty line, JSON.
import type { Message } from "./connection.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function frame(message: Message): Uint8Array {
  const body = encoder.encode(JSON.stringify(message));
  const head = encoder.encode(`Content-Length: ${body.length}\r\n\r\n`);
  const out = new Uint8Array(head.length + body.length);
  out.set(head);
  out.set(body, head.length);
  return out;
}

/** No editor sends a message of this size; a stream that announces one is no editor's. */
const LARGEST = 1 << 28;

export class FrameReader {
  #pending = new Uint8Array(0);
  #wanted = -1;
  readonly #onMessage: (message: Message) => void;
  readonly #onBroken: (why: string) => void;

  constructor(onMessage: (message: Message) => void, onBroken: (why: string) => void = () => {}) {
    this.#onMessage = onMessage;
    this.#onBroken = onBroken;
  }

  feed(bytes: Uint8Array): void {
    const joined = new Uint8Array(this.#pending.length + bytes.length);
    joined.set(this.#pending);
    joined.set(bytes, this.#pending.length);
    this.#pending = joined;
    while (this.#take());
  }

  #take(): boolean {
    if (this.#wanted < 0) {
      const end = headEnd(this.#pending);
      if (end < 0) return false;
      const head = decoder.decode(this.#pending.subarray(0, end));
      this.#pending = this.#pending.subarray(end + 4);
      const length = /^content-length:\s*(\d+)\s*$/im.exec(head)?.[1];
      if (length === undefined || Number(length) > LARGEST) {
        this.#onBroken(length === undefined ? "a message without Content-Length" : "a message that is too large");
        return this.#pending.length > 0;
      }
      this.#wanted = Number(length);
    }
    if (this.#pending.length < this.#wanted) return false;
    const body = decoder.decode(this.#pending.subarray(0, this.#wanted));
    this.#pending = this.#pending.slice(this.#wanted);
    this.#wanted = -1;
    let message: unknown;
    try {
      message = JSON.parse(body);
    } catch {
      this.#onBroken("a message that is no JSON");
      return true;
    }
    for (const one of Array.isArray(message) ? message : [message])
      if (typeof one === "object" && one !== null) this.#onMessage(one as Message);
      else this.#onBroken("a message that is no object");
    return true;
  }
}

/** Where the empty line begins, or -1. */
function headEnd(bytes: Uint8Array): number {
  for (let i = 0; i + 3 < bytes.length; i++)
    if (bytes[i] === 13 && bytes[i + 1] === 10 && bytes[i + 2] === 13 && bytes[i + 3] === 10) return i;
  return -1;
}
