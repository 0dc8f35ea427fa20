import { format, parseFile } from "../../cue/syntax/index.ts";
import { SourceFile } from "../../source/index.ts";
import { advancedFiles } from "./advanced.ts";
import { jobFiles } from "./job.ts";
import { simpleFiles } from "./simple.ts";
import { webAndDatabaseFiles } from "./web-and-database.ts";
import { workerFiles } from "./worker.ts";

const TEMPLATES = ["simple", "web-and-database", "worker", "job", "advanced"] as const;
export type Template = (typeof TEMPLATES)[number];

const MAKERS: Readonly<Record<Template, (name: string) => Scaffold>> = {
  simple: simpleFiles,
  "web-and-database": webAndDatabaseFiles,
  worker: workerFiles,
  job: jobFiles,
  advanced: advancedFiles,
};

export interface Scaffold {
  readonly files: readonly (readonly [string, string])[];
  /** Modules of the catalog that the files import. */
  readonly deps: readonly string[];
  /** Files that hold a secret, which is made up for each module and stays out of the repository. */
  readonly secrets?: readonly string[];
  /** What to try beside building it. */
  readonly tries: readonly string[];
}

interface NewModule {
  readonly files: ReadonlyMap<string, string>;
  readonly secrets: readonly string[];
  /** The next commands to type. */
  readonly next: readonly string[];
}

/** A new module that builds as it is. */
export function scaffold(name: string, template: Template, catalogVersion: string): NewModule {
  const { files, deps, secrets = [], tries } = MAKERS[template](name);
  const next = [`opm mod build ${name}`, ...tries.map((line) => line.replaceAll("MODULE", name))];
  const ignored = secrets.length === 0 ? [] : [[".gitignore", "secrets/\n"] as const];
  return {
    files: new Map([
      ["cue.mod/module.cue", moduleFile(name, deps, catalogVersion)],
      ...files.map(([path, text]) => [path, formatted(text)] as const),
      ["README.md", readme(name, files, secrets, next)],
      ...ignored,
    ]),
    secrets,
    next,
  };
}

export function moduleFile(name: string, deps: readonly string[], version: string): string {
  const lines = deps.toSorted().map((dep) => `\t"opmodel.dev/${dep}@v0": v: ${JSON.stringify(version)}\n`);
  const text = `module: "example.com/${name}@v0"\nlanguage: version: "v0.15.0"\ndeps: {\n${lines.join("")}}\n`;
  return formatted(text);
}

/** As `opm mod fmt` writes it. */
export function formatted(text: string): string {
  return format(parseFile(new SourceFile("new.cue", text)).file);
}

const HOLDS: Readonly<Record<string, string>> = {
  "module.cue": "what the module is, and `#config`: what its users can set",
  "components.cue": "what runs",
  "values.cue": "your values for `#config`",
  "tasks.cue": "what runs by the clock",
  "environments.cue": "where it runs, and what is different there",
  "policies.cue": "what must hold",
};

function readme(name: string, files: Scaffold["files"], secrets: readonly string[], next: readonly string[]): string {
  const rows = files.map(([file]) => `| \`${file}\` | ${HOLDS[file] ?? ""} |\n`).join("");
  const about =
    secrets.length === 0
      ? ""
      : `\n## Secrets\n\n${secrets.map((file) => `\`${file}\``).join(" and ")} was made up for you and is in \`.gitignore\`. Whoever clones this repository\nwrites one of their own there, or replaces the line of \`values.cue\` that reads it.\n`;
  return `# ${name}

| file | holds |
|---|---|
${rows}
From the folder above this one:

\`\`\`sh
${next.join("\n")}
\`\`\`
${about}`;
}
