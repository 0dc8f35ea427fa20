// Change a value or a file and see which fields of which objects change, in which environments; then take it home.
import { useState } from "preact/hooks";
import type { FormField } from "../../../src/picture/index.ts";
import { Diagnostics } from "../part/diagnostics.tsx";
import { Lock } from "../part/tier.tsx";
import { changes, environment, isEdited, openObject, original, picture, project, release, setValue } from "../state.ts";
import { commandLine, patchText, valuesYaml } from "../take-home.ts";

export function WhatIf() {
  const fields = (picture.value?.form ?? []).filter(({ kind }) => kind !== "struct");
  return (
    <div class="columns what-if">
      <section class="pane scroll" aria-label="Values">
        <header class="pane-head">
          <h2>What if…</h2>
        </header>
        {fields.length === 0 && (
          <p class="empty">This module has nothing to set. Its files can be changed under Source.</p>
        )}
        <form onSubmit={(event) => event.preventDefault()}>
          {fields.map((field) => (
            <Field field={field} key={field.path} />
          ))}
        </form>
      </section>
      <section class="pane scroll" aria-label="What changes" aria-live="polite">
        <header class="pane-head">
          <h2>What changes</h2>
        </header>
        <Changes />
        <TakeHome />
      </section>
    </div>
  );
}

function Field({ field }: { field: FormField }) {
  const row = release.value?.values.find(({ path }) => path === field.path);
  const [winner] = row?.steps ?? [];
  const locked = winner?.locked === true;
  const text = plain(winner?.value ?? "");
  const id = `field-${field.path}`;
  const change = (value: string): void =>
    setValue(
      field.path,
      field.kind === "string" || field.kind === "choice" ? "set-string" : "set",
      value === "" ? undefined : value,
    );
  return (
    <div class="field">
      <label for={id} class="mono">
        {field.path} {field.required && <span class="chip">required</span>}{" "}
        {locked && <Lock title={`locked by ${winner!.source}`} />}
      </label>
      {field.kind === "secret" ? (
        <input id={id} disabled value="***" aria-description="secrets are not shown and not changed here" />
      ) : field.kind === "choice" ? (
        <select id={id} disabled={locked} value={text} onChange={(event) => change(event.currentTarget.value)}>
          {field.choices!.map((choice) => (
            <option value={choice}>{choice}</option>
          ))}
        </select>
      ) : field.kind === "bool" ? (
        <select id={id} disabled={locked} value={text} onChange={(event) => change(event.currentTarget.value)}>
          <option>true</option>
          <option>false</option>
        </select>
      ) : field.kind === "list" || field.kind === "other" ? (
        <input id={id} disabled value={text} aria-description="change this one under Source" />
      ) : (
        <input
          id={id}
          disabled={locked}
          value={text}
          inputMode={field.kind === "number" ? "numeric" : "text"}
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
      {field.doc !== "" && <p class="dim">{field.doc}</p>}
      {field.type !== "" && <p class="dim mono type">{field.type}</p>}
    </div>
  );
}

/** Values are shown as CUE: strings in quotes. */
function plain(text: string): string {
  try {
    return text.startsWith('"') ? (JSON.parse(text) as string) : text;
  } catch {
    return text;
  }
}

function Changes() {
  if (!isEdited.value) return <p class="empty">Nothing yet: change a value on the left, or a file under Source.</p>;
  return (
    <>
      {changes.value.map((one) => (
        <section class="change">
          {one.environment !== undefined && <h3>{one.environment}</h3>}
          <Diagnostics list={one.errors} />
          {one.errors.length === 0 && one.objects.length === 0 && <p class="dim">No field changes.</p>}
          {one.objects.map(({ object, kind, fields }) => (
            <div class="object-change">
              <button
                type="button"
                class="link"
                onClick={() => {
                  environment.value = one.environment;
                  openObject(object);
                }}
              >
                <span class={`mark ${kind}`}>{kind === "added" ? "+" : kind === "removed" ? "−" : "~"}</span> {object}
              </button>
              <table class="fields mono">
                <tbody>
                  {fields.map(({ path, before, after }) => (
                    <tr>
                      <th scope="row">{path}</th>
                      <td class="removed">{before ?? ""}</td>
                      <td aria-hidden="true">→</td>
                      <td class="added">{after ?? ""}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          ))}
        </section>
      ))}
    </>
  );
}

function TakeHome() {
  const [form, setForm] = useState<"command" | "values" | "patch">("command");
  const now = project.value;
  const was = original.value;
  if (!isEdited.value || now === undefined || was === undefined) return null;
  const text = form === "command" ? commandLine(now) : form === "values" ? valuesYaml(now) : patchText(was, now);
  return (
    <section class="take-home" aria-label="Take it home">
      <h3>Take it home</h3>
      <div class="tabs" role="tablist">
        {(["command", "values", "patch"] as const).map((name) => (
          <button type="button" role="tab" aria-selected={form === name} onClick={() => setForm(name)}>
            {{ command: "Command line", values: "Values file", patch: "Patch" }[name]}
          </button>
        ))}
        <button type="button" class="quiet" onClick={() => void navigator.clipboard.writeText(text)}>
          Copy
        </button>
      </div>
      <pre class="mono">{text}</pre>
    </section>
  );
}
