// Jobs of earlier renders in this process: the same transformer on the same input gives the same objects, so an edit
// renders only what it changes.
import { Value } from "../../cue/index.ts";
import type { SourceTree } from "../../cue/index.ts";
import { isPortable } from "./job-batch.ts";
import type { JobInput } from "./job-input.ts";
import type { Job, JobResult } from "./job.ts";

/** Characters of keys; what was used longest ago goes first. */
const MOST = 24_000_000;

export class JobMemory {
  readonly #results = new Map<string, JobResult>();
  /** Inputs are shared by jobs. */
  readonly #texts = new WeakMap<JobInput, string | null>();
  #size = 0;

  /**
   * Everything that its result depends on; undefined for a job that is not remembered: where a secret is in it, or
   * something that is more than data.
   */
  keyOf(job: Job, transformer: string): string | undefined {
    if (!isPortable(job)) return undefined;
    const parts = [transformer, job.subject];
    for (const input of job.inputs) {
      let text = this.#texts.get(input);
      if (text === undefined) this.#texts.set(input, (text = treeText(input.tree)));
      if (text === null) return undefined;
      parts.push(text);
    }
    return parts.join("\0");
  }

  get(key: string): JobResult | undefined {
    const found = this.#results.get(key);
    if (found !== undefined) {
      this.#results.delete(key);
      this.#results.set(key, found);
    }
    return found;
  }

  /** Only what nothing is wrong with: errors have places, and those may be others next time. */
  put(key: string, result: JobResult): void {
    if (result.diagnostics.length > 0 || this.#results.has(key)) return;
    this.#results.set(key, result);
    this.#size += key.length;
    for (const [old] of this.#results) {
      if (this.#size <= MOST) return;
      this.#results.delete(old);
      this.#size -= old.length;
    }
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
