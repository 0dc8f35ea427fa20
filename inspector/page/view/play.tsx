// CUE and Tera by themselves: files on the left, the answer on the right.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { CueCommand } from "../../engine/project.ts";
import { Editor } from "../part/editor.tsx";
import { engine, teraEngine } from "../state.ts";

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

const cueFiles = signal<Readonly<Record<string, string>>>({ "/main.cue": START_CUE });
const cueFile = signal("/main.cue");
const cueCommand = signal<CueCommand>("export");
const cueOut = signal<"json" | "yaml" | "cue">("yaml");
const template = signal(START_TERA);
const variables = signal("svc=api");
const answer = signal({ text: "", errors: "" });

const COMMANDS: readonly CueCommand[] = ["export", "eval", "def", "vet"];

export function PlainCue() {
  useEffect(() => {
    const client = engine.value;
    if (client === undefined) return;
    void client
      .ask<"cue">({ ask: "cue", command: cueCommand.value, out: cueOut.value, files: cueFiles.value })
      .then((next) => (answer.value = next))
      .catch((error: Error) => (answer.value = { text: "", errors: error.message }));
  }, [engine.value, cueFiles.value, cueCommand.value, cueOut.value]);
  const names = Object.keys(cueFiles.value);
  return (
    <div class="columns play">
      <section class="pane source" aria-label="CUE">
        <div class="tabs" role="tablist" aria-label="Files">
          {names.map((name) => (
            <button
              type="button"
              role="tab"
              class="mono"
              aria-selected={name === cueFile.value}
              onClick={() => (cueFile.value = name)}
            >
              {name.slice(1)}
            </button>
          ))}
          <button type="button" class="button" onClick={addFile}>
            New file
          </button>
        </div>
        <Editor
          key={cueFile.value}
          name={cueFile.value}
          text={cueFiles.value[cueFile.value] ?? ""}
          diagnostics={[]}
          onChange={(text) => (cueFiles.value = { ...cueFiles.value, [cueFile.value]: text })}
        />
      </section>
      <Answer>
        <select
          aria-label="Command"
          value={cueCommand.value}
          onChange={(event) => (cueCommand.value = event.currentTarget.value as CueCommand)}
        >
          {COMMANDS.map((name) => (
            <option>{name}</option>
          ))}
        </select>
        <select
          aria-label="Output"
          value={cueOut.value}
          onChange={(event) => (cueOut.value = event.currentTarget.value as "json" | "yaml" | "cue")}
        >
          <option>yaml</option>
          <option>json</option>
          <option>cue</option>
        </select>
      </Answer>
    </div>
  );
}

function addFile(): void {
  let n = Object.keys(cueFiles.value).length + 1;
  while (cueFiles.value[`/file${n}.cue`] !== undefined) n++;
  const name = `/file${n}.cue`;
  cueFiles.value = { ...cueFiles.value, [name]: "" };
  cueFile.value = name;
}

export function PlainTera() {
  useEffect(() => {
    const client = teraEngine.value;
    if (client === undefined) return;
    const given = Object.fromEntries(
      variables.value.split("\n").flatMap((line) => {
        const at = line.indexOf("=");
        return at < 0 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1)]];
      }),
    ) as Record<string, string>;
    void client
      .ask<"tera">({ ask: "tera", template: template.value, variables: given })
      .then((next) => (answer.value = next))
      .catch((error: Error) => (answer.value = { text: "", errors: error.message }));
  }, [teraEngine.value, template.value, variables.value]);
  if (teraEngine.value === undefined)
    return (
      <p class="empty">Templates need this page from a server: its second part, tera.js, cannot be read from a disk.</p>
    );
  return (
    <div class="columns play">
      <section class="pane source" aria-label="Template">
        <label class="variables">
          <span>Variables, one a line</span>
          <textarea
            class="mono"
            rows={2}
            value={variables.value}
            onInput={(event) => (variables.value = event.currentTarget.value)}
          />
        </label>
        <Editor
          name="/template.tera"
          text={template.value}
          diagnostics={[]}
          onChange={(text) => (template.value = text)}
        />
      </section>
      <Answer />
    </div>
  );
}

function Answer({ children }: { children?: ComponentChildren }) {
  const { text, errors } = answer.value;
  return (
    <section class="pane" aria-label="Answer" aria-live="polite">
      <div class="tabs">
        {children}
        <button type="button" class="button" onClick={() => void navigator.clipboard.writeText(text)}>
          Copy
        </button>
      </div>
      {errors !== "" && <pre class="mono wrong">{errors}</pre>}
      <pre class="mono answer">{text}</pre>
    </section>
  );
}
