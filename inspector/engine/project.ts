// What the page and its engine say to each other. All of it is plain data.
import type { OriginPicture, Picture } from "../../src/picture/index.ts";

/** A release to look at: files by absolute path, and what a command line would say about them. */
export interface Project {
  readonly files: Readonly<Record<string, string>>;
  /** The module's folder. */
  readonly path: string;
  /** The platform's folder or file. */
  readonly platform?: string;
  readonly config?: string;
  /** Values files (`-f`), in order. */
  readonly values: readonly string[];
  /** `--set` and its kin, in order. */
  readonly sets: readonly ProjectSet[];
  /** `-t`. */
  readonly tags: readonly string[];
  /** `-e`; undefined: every environment that there is. */
  readonly environments?: readonly string[];
}

export interface ProjectSet {
  readonly kind: "set" | "set-string" | "set-json";
  readonly argument: string;
}

export type Question =
  | { readonly ask: "start"; readonly catalog: ArrayBuffer }
  | { readonly ask: "open"; readonly project: Project }
  | {
      readonly ask: "explain";
      readonly environment?: string;
      readonly object: string;
      readonly paths: readonly (readonly (string | number)[])[];
    }
  | { readonly ask: "reach"; readonly environment?: string; readonly value: string }
  | {
      readonly ask: "cue";
      readonly command: CueCommand;
      readonly files: Readonly<Record<string, string>>;
      readonly out: "cue" | "json" | "yaml";
    }
  | { readonly ask: "tera"; readonly template: string; readonly variables: Readonly<Record<string, string>> };

export type CueCommand = "export" | "eval" | "def" | "vet" | "fmt";

export interface Answers {
  readonly start: null;
  readonly open: Picture;
  readonly explain: {
    readonly origins: readonly (readonly OriginPicture[])[];
    readonly files: Readonly<Record<string, string>>;
  };
  readonly reach: readonly { readonly object: string; readonly path: readonly (string | number)[] }[];
  readonly cue: { readonly text: string; readonly errors: string };
  readonly tera: { readonly text: string; readonly errors: string };
}

export type Asked = Question["ask"];
export type QuestionOf<K extends Asked> = Extract<Question, { ask: K }>;

export interface Envelope {
  readonly id: number;
  readonly question: Question;
}

export type Reply =
  | { readonly id: number; readonly answer: Answers[Asked] }
  | { readonly id: number; readonly failure: string };
