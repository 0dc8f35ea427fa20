// Which files of an output folder this tool wrote, and for what: only these may be removed.
//
// Every folder that files are written to has its own list, so that several runs (shards, environments) can write side
// by side. It names files alone and no digests: a digest of a Secret would tell something about it.
import { lstatSync, readdirSync, rmSync, rmdirSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { writeWholeFile } from "../../host/node-write-file.ts";
import { commandLineCode, tell, advise } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { readText } from "./read-text.ts";

/** No ending that `kubectl apply -f FOLDER` would read. */
const LIST_NAME = ".opm-files";

/** What files are rendered from. A module that is released under several names is several sources. */
export interface OutputSource {
  /** Absolute. */
  readonly path: string;
  readonly releaseName?: string;
  readonly environment?: string;
}

/** Several sources may be written to one folder. */
interface Entry {
  /** Relative to the folder of the list. */
  readonly source: string;
  readonly releaseName?: string;
  readonly environment?: string;
  files: string[];
}

export class OwnedFiles {
  readonly diagnostics: Diagnostic[] = [];
  readonly #folder: string;
  #entries: Entry[];
  /** The list as it is in the folder. */
  #text: string | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    const path = join(folder, LIST_NAME);
    this.#text = readText(path);
    const read = readEntries(this.#text);
    this.#entries = read ?? [];
    if (read === undefined) this.diagnostics.push(unreadable(path));
  }

  /** Before they are written: a run that is cut short leaves nothing that nobody owns. */
  claim(source: OutputSource, names: readonly string[]): void {
    const mine = this.#entryOf(source);
    for (const other of this.#entries) {
      const taken = other === mine ? [] : names.filter((name) => other.files.includes(name));
      other.files = other.files.filter((name) => !taken.includes(name));
      this.diagnostics.push(...taken.map((name) => overwritten(join(this.#folder, name), other.source)));
    }
    mine.files = [...new Set([...mine.files, ...names])];
    this.#write();
  }

  /** After they are written: what an earlier run wrote for the same source goes. Returns the names. */
  keepOnly(source: OutputSource, names: readonly string[]): string[] {
    const mine = this.#entryOf(source);
    const gone = mine.files.filter((name) => !names.includes(name));
    for (const name of gone) removeFile(join(this.#folder, name));
    mine.files = [...names];
    this.#write();
    return gone;
  }

  /** The sources that the files here are from. */
  sources(): OutputSource[] {
    return this.#entries.map(({ files: _, source, ...rest }) => ({ ...rest, path: join(this.#folder, source) }));
  }

  #entryOf({ path, ...rest }: OutputSource): Entry {
    const source = relative(this.#folder, path).split(sep).join("/") || ".";
    const found = this.#entries.find(
      (entry) =>
        entry.source === source && entry.releaseName === rest.releaseName && entry.environment === rest.environment,
    );
    if (found !== undefined) return found;
    const made = { source, ...rest, files: [] };
    this.#entries.push(made);
    return made;
  }

  #write(): void {
    const path = join(this.#folder, LIST_NAME);
    const entries = this.#entries
      .filter(({ files }) => files.length > 0)
      .map((entry) => ({ ...entry, files: [...entry.files].sort() }))
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    if (entries.length === 0) {
      this.#text = undefined;
      return removeFile(path);
    }
    const text = `${JSON.stringify({ note: NOTE, version: 1, entries }, null, 2)}\n`;
    if (this.#text !== text) writeWholeFile(path, text, { repeatable: true });
    this.#text = text;
  }
}

const NOTE = "written by opm: the files that it wrote here, which it removes when their objects are gone";

/**
 * Removes what earlier runs wrote below `root`, in folders that this run did not write to, for sources that it was
 * about: releases that are gone. Returns the paths.
 */
export function removeGone(
  root: string,
  isMine: (source: OutputSource) => boolean,
  written: ReadonlySet<string>,
): string[] {
  const removed: string[] = [];
  const visit = (folder: string): void => {
    for (const name of namesIn(folder)) if (isRealFolder(join(folder, name))) visit(join(folder, name));
    if (folder === root || written.has(folder) || !isFile(join(folder, LIST_NAME))) return;
    const owned = new OwnedFiles(folder);
    for (const source of owned.sources().filter(isMine))
      removed.push(...owned.keepOnly(source, []).map((name) => join(folder, name)));
    removeEmpty(folder, root);
  };
  visit(root);
  return removed;
}

export function removeEmpty(folder: string, root: string): void {
  for (let at = folder; at !== root && namesIn(at).length === 0; at = dirname(at)) {
    try {
      rmdirSync(at);
    } catch {
      return;
    }
  }
}

/** Undefined: there is something that cannot be read. A name is a plain file's, never a way to another folder. */
function readEntries(text: string | undefined): Entry[] | undefined {
  if (text === undefined) return [];
  try {
    const { version, entries } = JSON.parse(text) as { version?: unknown; entries?: unknown };
    return version === 1 && Array.isArray(entries) && entries.every(isEntry) ? entries : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== "object" || value === null) return false;
  const { source, releaseName = "", environment = "", files } = value as Record<string, unknown>;
  const texts = [source, releaseName, environment].every((one) => typeof one === "string");
  return texts && Array.isArray(files) && files.every(isPlainName);
}

function isPlainName(name: unknown): name is string {
  return typeof name === "string" && /^[^/\\\0]+$/.test(name) && name !== "." && name !== "..";
}

function unreadable(path: string): Diagnostic {
  return {
    ...tell(
      commandLineCode.unknownFiles,
      "{path} does not say which files were written here: files of objects that are gone stay",
      { path },
    ),
    severity: "warning",
    hint: advise(commandLineCode.unknownFiles, "it is written anew; remove what is left over by hand"),
  };
}

function overwritten(path: string, source: string): Diagnostic {
  return {
    ...tell(commandLineCode.overwritten, "{path} was written for {source}, and is overwritten", { path, source }),
    severity: "warning",
    hint: advise(commandLineCode.overwritten, "give each its own --out-dir"),
  };
}

function removeFile(path: string): void {
  if (isFile(path)) rmSync(path);
}

/** Links are not followed: what they lead to was not written here. */
function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function isRealFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
