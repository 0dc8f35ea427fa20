// What the page and its engine say to each other. All of it is plain data.
import type { ClusterPicture, OriginPicture, Picture, Project } from "../../src/picture/index.ts";

export type { Project, ProjectSet } from "../../src/picture/index.ts";

export type Question =
  | { readonly ask: "start"; readonly catalog: ArrayBuffer; readonly derived?: Readonly<Record<string, string>> }
  | { readonly ask: "open"; readonly project: Project }
  | {
      readonly ask: "explain";
      readonly release: string;
      readonly object: string;
      readonly paths: readonly (readonly (string | number)[])[];
    }
  | { readonly ask: "reach"; readonly release: string; readonly value: string }
  | { readonly ask: "cluster"; readonly release: string }
  | { readonly ask: "apply"; readonly release: string; readonly plan: string }
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
  readonly cluster: ClusterPicture;
  /** As it is afterwards. */
  readonly apply: ClusterPicture;
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
