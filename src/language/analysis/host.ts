import type { PipelineHost } from "../../pipeline/index.ts";
import type { Thread } from "../background/thread.ts";

/** What the language server needs of the machine it runs on. */
export interface LanguageHost extends PipelineHost {
  /** Runs something later; answers with how to prevent it. */
  later(run: () => void, milliseconds: number): () => void;
  /** Resolves after some milliseconds. Without it nothing waits for an editor that is busy asking. */
  pause?(milliseconds: number): Promise<void>;
  /** Starts a thread for what takes long (`serveBackground` is its other side). Without it, one thread does all. */
  thread?(): Thread;
  /** Lets waiting messages come in. */
  turn(): Promise<void>;
  /** The file that holds a text of the catalog, if there is one: editors can open it. */
  catalogFile?(name: string): string | undefined;
  /** The URI of the folder with the pages about messages. */
  readonly messagePages?: string;
  /** Modules that were fetched before, as import paths with versions: for completion. */
  knownModules?(): readonly string[];
}
