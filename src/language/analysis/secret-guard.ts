// Everything that leaves the server passes here: known secrets become `***`.
import { Redactor, Secret } from "../../secrets/index.ts";
import { parseFile } from "../../cue/syntax/index.ts";
import { SourceFile } from "../../source/index.ts";
import type { PackageAnalysis } from "./package-analysis.ts";
import { dataSyntax } from "./data-file.ts";
import { secretLiterals, secretPaths } from "./secret-paths.ts";

export class SecretGuard {
  readonly redactor = new Redactor();
  /** Hears every secret that is learned. */
  onLearned: (text: string) => void = () => {};
  readonly #known = new Set<string>();
  readonly #paths = new WeakMap<PackageAnalysis, ReadonlySet<string>>();
  readonly #seen = new WeakSet<object>();
  #watched: PackageAnalysis[] = [];

  /** Paths of secrets in the `#config` of a package. */
  pathsOf(analysis: PackageAnalysis): ReadonlySet<string> {
    let paths = this.#paths.get(analysis);
    if (paths === undefined) this.#paths.set(analysis, (paths = secretPaths(analysis.root)));
    return paths;
  }

  /** Learns the secrets that the files of a package hold. */
  learn(analysis: PackageAnalysis): void {
    if (this.#seen.has(analysis)) return;
    this.#seen.add(analysis);
    const paths = this.pathsOf(analysis);
    if (paths.size === 0) return;
    for (const { syntax } of analysis.files) this.#addAll(secretLiterals(syntax, paths));
  }

  /** What this package holds must be known before the next message leaves. */
  watch(analysis: PackageAnalysis): void {
    this.#watched.push(analysis);
  }

  learnWatched(): void {
    const watched = this.#watched;
    this.#watched = [];
    for (const analysis of watched) this.learn(analysis);
  }

  /** Learns those of another file with values for a package. */
  learnFile(analysis: PackageAnalysis, path: string, text: string): void {
    const paths = this.pathsOf(analysis);
    if (paths.size === 0) return;
    const syntax = path.endsWith(".cue") ? parseFile(new SourceFile(path, text)).file : dataSyntax(path, text);
    this.#addAll(secretLiterals(syntax, paths));
  }

  add(text: string): void {
    if (text === "" || this.#known.has(text)) return;
    this.#known.add(text);
    this.redactor.add(new Secret(text, "the editor"));
    this.onLearned(text);
  }

  #addAll(texts: readonly string[]): void {
    for (const text of texts) this.add(text);
  }

  /** A message with every secret hidden. Edits are not changed but refused: `***` must not get into a file. */
  cleaned<T>(message: T): T {
    this.learnWatched();
    return this.#known.size === 0 ? message : (this.#clean(message, "") as T);
  }

  #clean(x: unknown, key: string): unknown {
    if (typeof x === "string") {
      const safe = this.redactor.redact(x);
      if (safe !== x && EDIT_KEYS.has(key)) throw new SecretInEdit();
      return safe;
    }
    if (Array.isArray(x)) {
      const out: unknown[] = [];
      for (const item of x)
        try {
          out.push(this.#clean(item, key));
        } catch (error) {
          // One action, item or edit less: an edit in part would be wrong, so it goes up to what can be left out.
          if (!(error instanceof SecretInEdit) || key === "edits" || !LEAVES_OUT.has(key)) throw error;
        }
      return out;
    }
    if (typeof x !== "object" || x === null) return x;
    const out: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(x)) out[name] = this.#clean(value, name);
    return out;
  }
}

/** An edit that would send a secret back to the editor. */
export class SecretInEdit extends Error {}

const EDIT_KEYS: ReadonlySet<string> = new Set(["newText", "insertText"]);
const LEAVES_OUT: ReadonlySet<string> = new Set(["result", "items"]);
