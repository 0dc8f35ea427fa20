// Change a value or a file and see which fields of which objects change, in which releases; then take it home.
import { useState } from "preact/hooks";
import type { FormField, ValuePicture } from "../../../src/picture/index.ts";
import { Copy } from "../part/copy.tsx";
import { Diagnostics } from "../part/diagnostics.tsx";
import { Path } from "../part/path.tsx";
import { Lock, Tier, tierName } from "../part/tier.tsx";
import {
  changes,
  chosen,
  isEdited,
  mode,
  openObject,
  original,
  picture,
  project,
  release,
  setValue,
} from "../state.ts";
import { commandLine, patchText, valuesYaml } from "../take-home.ts";

export function WhatIf() {
  const fields = (picture.value?.form ?? []).filter(({ kind }) => kind !== "struct");
  return (
    <div class="columns what-if">
      <section class="pane" aria-label="Values">
        <header class="pane-head">
          <h2>What if…</h2>
          {picture.value?.bundles[0] !== undefined && <span class="dim">bundle {picture.value.bundles[0].name}</span>}
        </header>
        <form class="scroll form" onSubmit={(event) => event.preventDefault()}>
          {fields.length === 0 && <p class="dim">Nothing can be set here. Its files can be changed under Source.</p>}
          {fields.map((field, i) => (
            <>
              {group(field) !== "" && group(field) !== group(fields[i - 1]) && <h3>{group(field)}</h3>}
              <Field field={field} key={field.path} />
            </>
          ))}
        </form>
      </section>
      <section class="pane" aria-label="What changes" aria-live="polite">
        <header class="pane-head">
          <h2>What changes</h2>
          <Sum />
        </header>
        <div class="scroll changes">
          <Changes />
        </div>
        <TakeHome />
      </section>
    </div>
  );
}

/** `database` of `database.pool`. */
const group = (field: FormField | undefined): string =>
  field === undefined ? "" : field.path.slice(0, Math.max(0, field.path.lastIndexOf(".")));

function Field({ field }: { field: FormField }) {
  const values = picture.value?.formValues ?? release.value?.values ?? [];
  const row = values.find(({ path }) => path === field.path);
  const [winner] = row?.steps ?? [];
  const lock = row?.steps.find(({ locked }) => locked);
  const set = project.value?.sets.find(({ argument }) => argument.startsWith(`${field.path}=`));
  const isChanged = set !== undefined && !(original.value?.sets ?? []).includes(set);
  const id = `field-${field.path}`;
  const help = `${id}-help`;
  return (
    <div class={`field ${isChanged ? "changed" : ""}`}>
      <div class="label">
        <label for={id}>{field.path.slice(group(field) === "" ? 0 : group(field).length + 1)}</label>
        {field.required && winner === undefined && <span class="chip lacking">required</span>}
        {lock !== undefined && <Lock title={`locked by ${lock.source}`} />}
        <span class="spring" />
        {isChanged ? (
          <button type="button" class="link small" onClick={() => setValue(field.path, "set", undefined)}>
            undo<span class="sr"> {field.path}</span>
          </button>
        ) : (
          winner !== undefined && <Tier tier={winner.tier} title={`now: ${winner.source}`} />
        )}
      </div>
      <Input
        field={field}
        row={row}
        set={isChanged ? set.argument.slice(field.path.length + 1) : undefined}
        id={id}
        help={help}
      />
      <p class="dim small" id={help}>
        {field.doc !== "" && <span class="doc">{field.doc} </span>}
        {lock !== undefined ? (
          <>locked by the {tierName(lock.tier).toLowerCase()}: another value is refused</>
        ) : (
          field.type !== "" && <code>{field.type}</code>
        )}
      </p>
    </div>
  );
}

interface InputProps {
  readonly field: FormField;
  readonly row: ValuePicture | undefined;
  /** What was typed. */
  readonly set: string | undefined;
  readonly id: string;
  readonly help: string;
}

function Input({ field, row, set, id, help }: InputProps) {
  const [winner] = row?.steps ?? [];
  const text = set ?? plain(winner?.value ?? "");
  const disabled = row?.steps.some(({ locked }) => locked) === true;
  const change = (value: string): void => {
    const kind = field.kind === "string" || field.kind === "choice" ? "set-string" : isData(field) ? "set-json" : "set";
    setValue(field.path, kind, value === "" && kind !== "set-string" ? undefined : value);
  };
  const common = { id, disabled, "aria-describedby": help };
  if (field.kind === "secret")
    return <input {...common} disabled value="***" aria-description="secrets are not shown and not changed here" />;
  if (field.kind === "choice" || field.kind === "bool") {
    const choices = field.kind === "bool" ? ["true", "false"] : field.choices!;
    return (
      <select {...common} value={text} onChange={(event) => change(event.currentTarget.value)}>
        {!choices.includes(text) && <option value={text}>{text === "" ? "not set" : text}</option>}
        {choices.map((choice) => (
          <option value={choice}>{choice}</option>
        ))}
      </select>
    );
  }
  return (
    <input
      {...common}
      value={text}
      class={isData(field) ? "mono" : ""}
      placeholder={isData(field) ? "JSON" : "not set"}
      inputMode={field.kind === "number" ? "numeric" : "text"}
      onInput={(event) => change(event.currentTarget.value)}
    />
  );
}

const isData = ({ kind }: FormField): boolean => kind === "list" || kind === "other";

/** Values are shown as CUE: strings in quotes. */
function plain(text: string): string {
  try {
    return text.startsWith('"') ? (JSON.parse(text) as string) : text;
  } catch {
    return text;
  }
}

function Sum() {
  if (!isEdited.value) return null;
  const touched = changes.value.filter(({ objects, errors }) => objects.length > 0 && errors.length === 0);
  const wrong = changes.value.filter(({ errors }) => errors.length > 0).length;
  const fields = touched
    .flatMap(({ objects }) => objects)
    .reduce((sum, one) => sum + Math.max(1, one.fields.length), 0);
  return (
    <>
      <span class="dim">
        {fields} {fields === 1 ? "field" : "fields"} in {touched.length} of {changes.value.length}{" "}
        {changes.value.length === 1 ? "release" : "releases"}
      </span>
      {wrong > 0 && <span class="state bad">✕ {wrong} refused</span>}
    </>
  );
}

/** Releases with the same mistakes are told of them once. */
function together(all: typeof changes.value) {
  const out: { releases: string[]; errors: (typeof all)[0]["errors"]; objects: (typeof all)[0]["objects"] }[] = [];
  for (const { release: id, errors, objects } of all) {
    const same = errors.length > 0 && out.find((one) => JSON.stringify(one.errors) === JSON.stringify(errors));
    if (same) same.releases.push(id);
    else out.push({ releases: [id], errors, objects });
  }
  return out;
}

function Changes() {
  const sealed = project.value?.sealed === true && mode.value !== "served";
  const note = sealed && (
    <p class="note">
      Secrets are cut out of this page. Where a rule of the module needs the secret itself (its length, its form), an
      edit cannot be judged here: <code>opm ui</code> can.
    </p>
  );
  if (!isEdited.value)
    return (
      <div class="prompt">
        <h2>Nothing yet</h2>
        <p class="dim">
          Change a value on the left, or a file under Source: every field that changes shows here, in every environment,
          as you type.
        </p>
        {note}
      </div>
    );
  return (
    <>
      {note}
      {together(changes.value).map((one) => (
        <section class="change">
          {changes.value.length > 1 && <h3>{one.releases.join(", ")}</h3>}
          <Diagnostics list={one.errors} />
          {one.errors.length === 0 && one.objects.length === 0 && <p class="dim">No field changes.</p>}
          {(one.errors.length > 0 ? [] : one.objects).map(({ object, kind, fields }) => (
            <div class="object-change">
              <button
                type="button"
                class="link"
                onClick={() => {
                  chosen.value = one.releases[0];
                  openObject(object);
                }}
              >
                <span class={`mark ${kind}`}>{kind === "added" ? "+" : kind === "removed" ? "−" : "~"}</span> {object}
              </button>
              {fields.length > 0 && (
                <table class="fields mono">
                  <tbody>
                    {fields.map(({ path, before, after }) => (
                      <tr>
                        <th scope="row">
                          <Path text={path} />
                        </th>
                        <td class="removed">{before ?? <span class="dim">absent</span>}</td>
                        <td aria-hidden="true">→</td>
                        <td class="added">{after ?? <span class="dim">absent</span>}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              )}
            </div>
          ))}
        </section>
      ))}
    </>
  );
}

const FORMS = { command: "Command line", values: "Values file", patch: "Patch" } as const;

function TakeHome() {
  const [form, setForm] = useState<keyof typeof FORMS>("command");
  const [now, was] = [project.value, original.value];
  if (!isEdited.value || now === undefined || was === undefined) return null;
  const text =
    form === "command" ? commandLine(now, picture.value) : form === "values" ? valuesYaml(now) : patchText(was, now);
  return (
    <section class="take-home" aria-label="Take it home">
      <header class="bar">
        <h2>Take it home</h2>
        <div class="segments" role="tablist" aria-label="Take it home as">
          {(Object.keys(FORMS) as (keyof typeof FORMS)[]).map((name) => (
            <button type="button" role="tab" aria-selected={form === name} onClick={() => setForm(name)}>
              {FORMS[name]}
            </button>
          ))}
        </div>
        <span class="spring" />
        <Copy text={text} />
      </header>
      <pre class="mono" tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}
