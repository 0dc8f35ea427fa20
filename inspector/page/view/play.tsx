// CUE and Tera by themselves: files on the left, the answer on the right.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { CueCommand } from "../../engine/project.ts";
import { cuePlay, given, teraPlay } from "../play-state.ts";
import type { CuePlay } from "../share.ts";
import { Copy } from "../part/copy.tsx";
import { Editor } from "../part/editor.tsx";
import { engine, teraEngine } from "../state.ts";

const cueFile = signal("/main.cue");
const answer = signal({ text: "", errors: "" });

const COMMANDS: readonly CueCommand[] = ["export", "eval", "def", "vet"];

const changeCue = (change: Partial<CuePlay>): void => void (cuePlay.value = { ...cuePlay.value, ...change });

export function PlainCue() {
  const now = cuePlay.value;
  useEffect(() => {
    const client = engine.value;
    if (client === undefined) return;
    void client
      .ask<"cue">({ ask: "cue", ...now })
      .then((next) => (answer.value = next))
      .catch((error: Error) => (answer.value = { text: "", errors: error.message }));
  }, [engine.value, now]);
  const names = Object.keys(now.files);
  const name = names.includes(cueFile.value) ? cueFile.value : names[0]!;
  return (
    <div class="columns play">
      <section class="pane source" aria-label="CUE">
        <div class="tabs" role="tablist" aria-label="Files">
          {names.map((file) => (
            <button
              type="button"
              role="tab"
              class="mono"
              aria-selected={file === name}
              onClick={() => (cueFile.value = file)}
            >
              {file.slice(1)}
            </button>
          ))}
          <button type="button" class="button" onClick={addFile}>
            New file
          </button>
        </div>
        <Editor
          key={name}
          name={name}
          text={now.files[name] ?? ""}
          diagnostics={[]}
          onChange={(text) => changeCue({ files: { ...cuePlay.value.files, [name]: text } })}
        />
      </section>
      <Answer>
        <select
          aria-label="Command"
          value={now.command}
          onChange={(event) => changeCue({ command: event.currentTarget.value as CueCommand })}
        >
          {COMMANDS.map((command) => (
            <option>{command}</option>
          ))}
        </select>
        <select
          aria-label="Output"
          value={now.out}
          onChange={(event) => changeCue({ out: event.currentTarget.value as CuePlay["out"] })}
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
  const { files } = cuePlay.value;
  let n = Object.keys(files).length + 1;
  while (files[`/file${n}.cue`] !== undefined) n++;
  const name = `/file${n}.cue`;
  changeCue({ files: { ...files, [name]: "" } });
  cueFile.value = name;
}

export function PlainTera() {
  const now = teraPlay.value;
  useEffect(() => {
    const client = teraEngine.value;
    if (client === undefined) return;
    void client
      .ask<"tera">({ ask: "tera", template: now.template, variables: given(now) })
      .then((next) => (answer.value = next))
      .catch((error: Error) => (answer.value = { text: "", errors: error.message }));
  }, [teraEngine.value, now]);
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
            value={now.variables}
            onInput={(event) => (teraPlay.value = { ...teraPlay.value, variables: event.currentTarget.value })}
          />
        </label>
        <Editor
          name="/template.tera"
          text={now.template}
          diagnostics={[]}
          onChange={(template) => (teraPlay.value = { ...teraPlay.value, template })}
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
        <Copy text={text} />
      </div>
      {errors !== "" && <pre class="mono wrong">{errors}</pre>}
      <pre class="mono answer">{text}</pre>
    </section>
  );
}
