import type { File } from "../../syntax/index.ts";
import { ProtoFile } from "./proto-file.ts";
import { parseProto } from "./proto-parse.ts";
import { ProtoFault } from "./proto-syntax.ts";
import type { SchemaFault } from "../translation.ts";

interface ProtoSetup {
  readonly packageName: string;
  /** How enums are written: "" or "json" by name, "int" by number. */
  readonly enumMode: string;
  /** Reads a file; undefined if there is none. */
  readonly read: (path: string) => string | undefined;
  /** The folders in which imports are looked for. */
  readonly folders: readonly string[];
}

/** A .proto file that was read, because it was asked for or imported. */
interface TranslatedProto {
  readonly path: string;
  readonly text: string;
  readonly file: File;
  readonly importPath: string;
}

export interface ProtoFailure extends SchemaFault {
  readonly path: string;
}

/** Reads .proto files with those that they import, each once. */
export class ProtoExtractor {
  readonly #setup: ProtoSetup;
  readonly #files = new Map<string, { readonly text: string; readonly proto: ProtoFile | undefined }>();

  constructor(setup: ProtoSetup) {
    this.#setup = setup;
  }

  /** What a file says; or what is wrong, and in which. */
  add(path: string): TranslatedProto | ProtoFailure {
    try {
      this.#load(path);
      return this.all().find((file) => file.path === path)!;
    } catch (error) {
      if (!(error instanceof InFile)) throw error;
      return { path: error.path, message: error.fault.message, offset: error.fault.offset };
    }
  }

  all(): TranslatedProto[] {
    return [...this.#files].flatMap(([path, { text, proto }]) =>
      proto === undefined ? [] : [{ path, text, file: proto.file, importPath: proto.importPath }],
    );
  }

  #load(path: string): ProtoFile {
    const known = this.#files.get(path);
    if (known?.proto !== undefined) return known.proto;
    if (known !== undefined) throw new InFile(path, new ProtoFault("files that import each other", 0));
    const text = this.#setup.read(path);
    if (text === undefined) throw new InFile(path, new ProtoFault("no such file or directory", -1));
    this.#files.set(path, { text, proto: undefined });
    try {
      const { packageName, enumMode } = this.#setup;
      const importFile = (name: string, offset: number): ProtoFile => this.#import(name, offset);
      const proto = new ProtoFile(parseProto(text), { packageName, enumMode, importFile });
      this.#files.set(path, { text, proto });
      return proto;
    } catch (error) {
      throw error instanceof ProtoFault ? new InFile(path, error) : error;
    }
  }

  #import(name: string, offset: number): ProtoFile {
    const inside = !name.startsWith("/") && !name.split("/").includes("..");
    for (const folder of inside ? this.#setup.folders : []) {
      const path = `${folder}/${name}`;
      if (this.#setup.read(path) !== undefined) return this.#load(path);
    }
    throw new ProtoFault(`could not find import ${JSON.stringify(name)}`, offset);
  }
}

class InFile {
  readonly path: string;
  readonly fault: ProtoFault;
  constructor(path: string, fault: ProtoFault) {
    this.path = path;
    this.fault = fault;
  }
}
