// When diagnostics are made: after a pause in typing, package by package, and given up when the text changes again.
import { formatOfPath } from "../analysis/data-file.ts";
import { embedTarget } from "../analysis/embedded.ts";
import type { Workspace } from "../analysis/workspace.ts";
import type { PackageAnalysis } from "../analysis/package-analysis.ts";
import type { LspDiagnostic } from "../protocol/types.ts";
import type { Diagnostic } from "../../source/index.ts";
import { byDocument } from "./lsp-diagnostics.ts";
import { errorsOfFile, evaluatePackage } from "./evaluate-package.ts";
import type { Slices } from "./evaluate-package.ts";

interface CheckSettings {
  /** Milliseconds after the last change. */
  readonly pause: number;
  /** Milliseconds that the evaluation of one package may take. */
  readonly budget: number;
}

interface Publish {
  (uri: string, version: number, diagnostics: readonly LspDiagnostic[]): void;
}

/** Looks at more than a package: releases, values files, templates. */
export interface FurtherCheck {
  /** Diagnostics by path; undefined if nobody wants them any more. */
  (paths: readonly string[], slices: Slices): Promise<ReadonlyMap<string, readonly LspDiagnostic[]> | undefined>;
}

/** Without a change for so many pauses nobody is typing. */
const RESTS = 5;
/** How much shorter the pause is then. */
const SOONER = 4;

export class Checker {
  readonly #workspace: Workspace;
  readonly #publish: Publish;
  readonly #further: readonly FurtherCheck[];
  readonly #learn: (analysis: PackageAnalysis) => void;
  readonly #settings: CheckSettings;
  /** Resolves when the editor has nothing to ask: what takes long waits for that. */
  idle: () => Promise<void> = () => Promise.resolve();
  /** Told of bugs of ours. What was called off in the middle may end in one, and is checked again. */
  onCrash: (error: unknown) => void = () => {};
  /** Called when everything has been told. */
  onDone: () => void = () => {};
  #cancel: (() => void) | undefined;
  #running: Promise<void> | undefined;
  #wanted = 0;
  /** When something changed last. */
  #changed = Number.NEGATIVE_INFINITY;
  /** What was published last, by path: a clean document is told once. */
  readonly #told = new Map<string, string>();
  /** What is known of each document, by the step that found it. */
  readonly #found = new Map<string, LspDiagnostic[][]>();

  constructor(
    workspace: Workspace,
    settings: CheckSettings,
    publish: Publish,
    further: readonly FurtherCheck[],
    learn: (analysis: PackageAnalysis) => void,
  ) {
    this.#workspace = workspace;
    this.#settings = settings;
    this.#publish = publish;
    this.#further = further;
    this.#learn = learn;
    workspace.onChange(() => this.schedule());
  }

  schedule(): void {
    this.#wanted++;
    this.#cancel?.();
    const now = this.#workspace.host.clock();
    const { pause } = this.#settings;
    // The first change after a rest may be the only one.
    const isTyping = now - this.#changed < pause * RESTS;
    this.#changed = now;
    this.#cancel = this.#workspace.host.later(
      () => void this.run().catch((error: unknown) => this.onCrash(error)),
      isTyping ? pause : pause / SOONER,
    );
  }

  /** A closed document keeps no diagnostics. */
  forget(uri: string, path: string): void {
    this.#found.delete(path);
    if (this.#told.delete(path)) this.#publish(uri, 0, []);
  }

  /** Resolves when everything that is wanted now has been told. */
  async run(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
    this.#running = this.#check().finally(() => (this.#running = undefined));
    await this.#running;
  }

  async #check(): Promise<void> {
    const wanted = this.#wanted;
    const { host, documents } = this.#workspace;
    const slices = (): Slices => ({
      clock: () => host.clock(),
      deadline: host.clock() + this.#settings.budget,
      budget: this.#settings.budget,
      next: async () => {
        await host.turn();
        return this.#isWanted(wanted);
      },
    });
    const done = new Set<PackageAnalysis>();
    /** Of data files: several packages may embed one. */
    const ofData = new Map<string, LspDiagnostic[]>();
    for (const path of documents.keys()) {
      const analysis = await this.#packageFor(path);
      if (!this.#isWanted(wanted)) return;
      if (analysis === undefined || done.has(analysis)) continue;
      done.add(analysis);
      const found = await this.#ofPackage(analysis, path, slices());
      if (found === undefined || !this.#isWanted(wanted)) return;
      for (const p of documents.keys()) {
        const isOwn = p.endsWith(".cue") && (p === path || analysis.files.some((file) => file.path === p));
        if (isOwn) this.#tell(p, 0, found.get(p) ?? []);
        else if (found.has(p)) ofData.set(p, [...(ofData.get(p) ?? []), ...found.get(p)!]);
      }
    }
    for (const path of documents.keys()) if (!path.endsWith(".cue")) this.#tell(path, 0, ofData.get(path) ?? []);
    for (const [i, check] of this.#further.entries()) {
      await this.idle();
      if (!(await slices().next())) return;
      const found = await check([...documents.keys()], slices());
      if (found === undefined || !this.#isWanted(wanted)) return;
      for (const path of documents.keys()) this.#tell(path, i + 1, found.get(path) ?? []);
    }
    this.onDone();
  }

  /** Nothing has changed meanwhile, and nothing is about to. */
  #isWanted(wanted: number): boolean {
    return wanted === this.#wanted && this.#workspace.signal?.aborted !== true;
  }

  /** The package whose errors may stand in a document: its own, or the one that embeds it. */
  async #packageFor(path: string): Promise<PackageAnalysis | undefined> {
    if (path.endsWith(".cue")) return this.#workspace.packageOf(path);
    return formatOfPath(path) === undefined ? undefined : (await embedTarget(this.#workspace, path))?.analysis;
  }

  async #ofPackage(
    analysis: PackageAnalysis,
    home: string,
    slices: Slices,
  ): Promise<Map<string, LspDiagnostic[]> | undefined> {
    const diagnostics: Diagnostic[] = [...analysis.diagnostics];
    // What a mended text says wrong may be wrong only because of the mending.
    if (analysis.isWhole) {
      // Where one types, a mistake is told as soon as it is known; that there is none, when all is known.
      if (!(await this.#tellEarly(analysis, diagnostics, slices))) return undefined;
      const evaluated = await evaluatePackage(analysis, slices, home);
      if (evaluated === undefined) return undefined;
      diagnostics.push(...evaluated.diagnostics);
    }
    this.#learn(analysis);
    return byDocument(this.#workspace, diagnostics, home);
  }

  /** False if nobody wants more. */
  async #tellEarly(analysis: PackageAnalysis, known: readonly Diagnostic[], slices: Slices): Promise<boolean> {
    for (const path of this.#workspace.documents.keys()) {
      const early = errorsOfFile(analysis, path);
      if (early.length === 0) continue;
      if (!(await slices.next())) return false;
      this.#learn(analysis);
      this.#tell(path, 0, byDocument(this.#workspace, [...known, ...early], path).get(path) ?? []);
    }
    return true;
  }

  #tell(path: string, step: number, diagnostics: readonly LspDiagnostic[]): void {
    const document = this.#workspace.documents.get(path);
    if (document === undefined) return;
    const steps = this.#found.get(path) ?? [];
    this.#found.set(path, steps);
    steps[step] = [...diagnostics];
    const all: LspDiagnostic[] = [];
    for (const d of steps.flat()) if (d !== undefined && !all.some((known) => isTold(known, d))) all.push(d);
    all.sort((a, b) => a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character);
    // What was told of an earlier version may not have reached the client: it is about a text that had changed.
    const key = `${document.version} ${JSON.stringify(all)}`;
    if (this.#told.get(path) === key) return;
    this.#told.set(path, key);
    this.#publish(document.uri, document.version, all);
  }
}

/** A release fails for what is wrong with its package: one telling is enough. */
function isTold(known: LspDiagnostic, d: LspDiagnostic): boolean {
  const { start } = known.range;
  return (
    start.line === d.range.start.line &&
    start.character === d.range.start.character &&
    (known.message === d.message || firstLine(known.message) === firstLine(d.message))
  );
}

const firstLine = (text: string): string => text.split("\n", 1)[0]!;
