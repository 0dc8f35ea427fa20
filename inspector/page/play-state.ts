// What the playground knows beside a module: plain CUE and a template.
import { signal } from "@preact/signals";
import { picture, project, view } from "./state.ts";
import type { CuePlay, Shared, TeraPlay } from "./share.ts";
import { commandLine, quoted } from "./take-home.ts";

const START_CUE = `// Every value is a constraint; constraints meet.
#Server: {
	name!:    string
	replicas: *2 | int & >0 & <=10
	port:     int & >1024
}

web: #Server & {
	name: "web"
	port: 8080
}
`;

const START_TERA = `[service]
name = "{{ svc | default(value="web") }}"
environment = "{{ env }}"
{% for n in range(end=3) %}
[[replica]]
number = {{ n }}
{% endfor %}`;

export const cuePlay = signal<CuePlay>({ files: { "/main.cue": START_CUE }, command: "export", out: "yaml" });
export const teraPlay = signal<TeraPlay>({ template: START_TERA, variables: "svc=api\nenv=dev" });

/** What one looks at, for a link. */
export function shown(): Shared | undefined {
  if (view.value === "cue") return { kind: "c", data: cuePlay.value };
  if (view.value === "tera") return { kind: "t", data: teraPlay.value };
  return project.value && { kind: "p", data: project.value };
}

/** The same at a terminal, in a folder that has these files. */
export function shownCommand(): string {
  const now = shown();
  switch (now?.kind) {
    case "p":
      return commandLine(now.data, picture.value);
    case "c": {
      const { command, out, files } = now.data;
      const names = Object.keys(files).filter((name) => !name.includes("/cue.mod/"));
      const form = command === "export" ? ["--out", out] : [];
      return ["opm", "cue", command, ...form, ...names.map((name) => quoted(name.slice(1)))].join(" ");
    }
    case "t":
      return ["opm template render template.tera", ...Object.entries(given(now.data)).map(mapWord)].join(" ");
    default:
      return "";
  }
}

const mapWord = ([name, text]: [string, string]): string => `-m ${quoted(`${name}=${text}`)}`;

/** Variables by name. */
export function given({ variables }: TeraPlay): Record<string, string> {
  return Object.fromEntries(
    variables.split("\n").flatMap((line) => {
      const at = line.indexOf("=");
      return at < 0 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1)]];
    }),
  ) as Record<string, string>;
}
