// Jobs of earlier renders in this process: the same transformer on the same input gives the same objects, so an edit
// renders only what it changes.
import { Value } from "../../cue/index.ts";
import type { SourceTree } from "../../cue/index.ts";
import { isPortable } from "./job-batch.ts";
import type { JobInput } from "./job-input.ts";
import type { Job, JobResult } from "./job.ts";

/** Characters of what is remembered; then it begins anew. */
const MOST = 24_000_000;

export class JobMemory {
  readonly #results = new Map<string, JobResult>();
  /** A short name for each text: a key made of the texts themselves would be read whole, for each job, each time. */
  readonly #names = new Map<string, number>();
  /** Inputs are shared by jobs. */
  readonly #inputs = new WeakMap<JobInput, string | null>();
  #last = 0;
  #size = 0;

  /**
   * Everything that its result depends on; undefined for a job that is not remembered: where a secret is in it, or
   * something that is more than data.
   */
  keyOf(job: Job, transformer: string): string | undefined {
    if (!isPortable(job)) return undefined;
    const parts = [this.#nameOf(transformer), this.#nameOf(job.subject)];
    for (const input of job.inputs) {
      let text = this.#inputs.get(input);
      if (text === undefined) this.#inputs.set(input, (text = treeText(input.tree)));
      if (text === null) return undefined;
      parts.push(this.#nameOf(text));
    }
    return parts.join("/");
  }

  get(key: string): JobResult | undefined {
    return this.#results.get(key);
  }

  /** Only what nothing is wrong with: errors have places, and those may be others next time. */
  put(key: string, result: JobResult): void {
    if (result.diagnostics.length === 0) this.#results.set(key, result);
  }

  /** No name is given twice, so keys from before everything was forgotten are found no more. */
  #nameOf(text: string): number {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    this.#size += text.length;
    if (this.#size > MOST) this.#forget(text.length);
    this.#names.set(text, ++this.#last);
    return this.#last;
  }

  #forget(size: number): void {
    this.#names.clear();
    this.#results.clear();
    this.#size = size;
  }
}

/** Data as a text that no other data has; null for what is no plain data. Where it was written does not count. */
function treeText(tree: SourceTree): string | null {
  if (tree instanceof Value) return null;
  switch (tree.kind) {
    case "struct": {
      const fields: string[] = [];
      for (const { selector, value } of tree.fields) {
        const inner = treeText(value);
        if (inner === null) return null;
        fields.push(`${JSON.stringify(selector)}:${inner}`);
      }
      return `{${fields.join(",")}}`;
    }
    case "list": {
      const items = tree.items.map(treeText);
      return items.includes(null) ? null : `[${items.join(",")}]`;
    }
    case "string":
    case "number":
    case "bool":
    case "null":
    case "bytes":
      return `${tree.kind}${JSON.stringify(tree.text)}`;
    default:
      return null;
  }
}
