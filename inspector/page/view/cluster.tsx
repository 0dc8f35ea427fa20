// The release in its cluster: what is there and how it is, what drifted and who did it, what applying would change.
import { useEffect, useState } from "preact/hooks";
import type { ChangePicture, ClusterPicture, LiveObject, StepPicture } from "../../../src/picture/index.ts";
import { Diagnostics } from "../part/diagnostics.tsx";
import { Empty } from "../part/empty.tsx";
import { Path } from "../part/path.tsx";
import { apply, clusters, isEdited, live, lookUp, mayApply, openObject, release } from "../state.ts";

export function Cluster() {
  const id = release.value?.id;
  const now = id === undefined ? undefined : live.value.get(id);
  useEffect(() => {
    if (id !== undefined && now === undefined) void lookUp(id);
  }, [id, now, clusters.value]);
  if (clusters.value === undefined)
    return (
      <Empty title="This page knows no cluster" command="opm ui">
        A page that opm serves asks the cluster of each release: what is there, what drifted, what applying would do.
      </Empty>
    );
  if (id === undefined) return <Empty title="Nothing is rendered">The messages above say why.</Empty>;
  if (now === undefined || now === "asking")
    return (
      <p class="dim lead" role="status">
        Asking the cluster of {id}…
      </p>
    );
  return <Found now={now} id={id} />;
}

function Found({ now, id }: { now: ClusterPicture; id: string }) {
  const drifted = now.objects.filter(({ drift }) => drift.length > 0).length;
  const unwell = now.objects.filter(({ health }) => health !== "Current").length;
  return (
    <div class="page">
      <header class="bar">
        {now.record === undefined ? (
          <b>Not in the cluster</b>
        ) : (
          <b>
            Revision {now.record.revision}, {now.record.state}
          </b>
        )}
        {now.record !== undefined && (
          <span class={`state ${unwell > 0 ? "bad" : "good"}`}>
            {unwell > 0 ? `✕ ${unwell} not well` : `✓ ${now.objects.length} well`}
          </span>
        )}
        {drifted > 0 && <span class="state warn">≠ {drifted} drifted</span>}
        {now.record?.lockedBy !== undefined && <span class="state warn">being changed by {now.record.lockedBy}</span>}
        {now.record?.pending !== undefined && <span class="state warn">revision {now.record.pending} did not end</span>}
        <span class="dim">{[now.context, now.server].filter(Boolean).join(", ")}</span>
        <span class="spring" />
        <button type="button" class="button" onClick={() => void lookUp(id)}>
          Ask again
        </button>
      </header>
      <Diagnostics list={now.diagnostics} />
      {now.objects.length > 0 && (
        <section class="card" aria-label="In the cluster">
          <header class="card-head">
            <h2>In the cluster</h2>
          </header>
          <ul class="rows">
            {now.objects.map((object) => (
              <Live object={object} />
            ))}
          </ul>
        </section>
      )}
      {now.steps !== undefined && <Plan now={now} id={id} steps={now.steps} />}
    </div>
  );
}

function Live({ object }: { object: LiveObject }) {
  const isWell = object.health === "Current";
  const isBad = object.health === "Failed" || object.health === "NotFound";
  return (
    <li class="live">
      <span class={`sign ${isWell ? "good" : isBad ? "bad" : "warn"}`} aria-hidden="true">
        {isWell ? "✓" : isBad ? "✕" : "…"}
      </span>
      <button type="button" class="link" onClick={() => openObject(object.object)}>
        {object.object}
      </button>
      <span class={`state ${isWell ? "good" : isBad ? "bad" : "warn"}`}>{object.health}</span>
      <span class="dim">{object.message}</span>
      {object.drift.length > 0 && (
        <div class="below">
          <table class="fields mono">
            <tbody>
              {object.drift.map(({ field, applied, now, by }) => (
                <tr>
                  <th scope="row">
                    <Path text={field} />
                  </th>
                  <td class="removed">{applied}</td>
                  <td aria-hidden="true">→</td>
                  <td class="mark changed">{now}</td>
                  <td class="dim">{by.length > 0 && `by ${by.join(", ")}`}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {object.driftUnknown !== undefined && <span class="dim small">drift is not known: {object.driftUnknown}</span>}
      {object.pods.length > 0 && (
        <ul class="plain pods below">
          {object.pods.map((pod) => (
            <li>
              <span class="dim">Pod</span> {pod.name}{" "}
              <span class={pod.trouble === "" ? "dim" : "bad"}>
                {pod.phase}, {pod.ready} ready{pod.restarts > 0 && `, ${pod.restarts} restarts`}
                {pod.trouble !== "" && `: ${pod.trouble}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

const SIGNS: Readonly<Record<string, string>> = { create: "+", delete: "−", update: "~", replace: "↻", adopt: "⇥" };

function Plan({ now, id, steps }: { now: ClusterPicture; id: string; steps: readonly StepPicture[] }) {
  const todo = steps.filter(({ action }) => action !== "none" && action !== "keep" && action !== "unchanged");
  return (
    <section class="card" aria-label="What applying would do">
      <header class="card-head">
        <h2>What applying would do</h2>
        <span class="dim">
          {todo.length === 0
            ? "nothing: the cluster has what the files say"
            : todo.length === 1
              ? "1 step"
              : `${todo.length} steps`}
        </span>
        <span class="spring" />
        {todo.length > 0 && <Apply now={now} id={id} count={todo.length} />}
      </header>
      {todo.length > 0 && (
        <ul class="rows">
          {todo.map((step) => (
            <li class="live">
              <span
                class={`sign mark ${step.action === "create" ? "added" : step.action === "delete" ? "removed" : "changed"}`}
              >
                {SIGNS[step.action] ?? "•"}
              </span>
              <b>{step.action}</b>
              <button type="button" class="link" onClick={() => openObject(step.object)}>
                {step.object}
              </button>
              <span class="dim">{step.reason}</span>
              {step.changes.length > 0 && (
                <div class="below">
                  <table class="fields mono">
                    <tbody>
                      {step.changes.map((change) => (
                        <Change change={change} />
                      ))}
                    </tbody>
                  </table>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Change({ change: { field, before, after, setBy, origin } }: { change: ChangePicture }) {
  return (
    <tr>
      <th scope="row">
        <Path text={field} />
      </th>
      <td class="removed">
        {before}
        {setBy.length > 0 && <span class="dim"> by {setBy.join(", ")}</span>}
      </td>
      <td aria-hidden="true">→</td>
      <td class="added">
        {after}
        {origin.length > 0 && <span class="dim"> {origin.join("; ")}</span>}
      </td>
    </tr>
  );
}

/** Two clicks, and the server runs exactly the plan that is shown or refuses. */
function Apply({ now, id, count }: { now: ClusterPicture; id: string; count: number }) {
  const [asked, setAsked] = useState(false);
  const [running, setRunning] = useState(false);
  if (!mayApply.value)
    return (
      <span class="dim small">
        read only: <code>opm ui --allow-apply</code> applies
      </span>
    );
  if (isEdited.value) return <span class="dim small">what was edited here is not applied: start over, or save it</span>;
  if (now.plan === undefined) return null;
  const run = async (): Promise<void> => {
    setRunning(true);
    await apply(id, now.plan!);
    setRunning(false);
    setAsked(false);
  };
  if (running) return <span role="status">Applying…</span>;
  return asked ? (
    <>
      <span>
        {count === 1 ? "1 step" : `${count} steps`} to {now.context}:
      </span>
      <button type="button" class="button strong" onClick={() => void run()}>
        Apply now
      </button>
      <button type="button" class="button" onClick={() => setAsked(false)}>
        Not now
      </button>
    </>
  ) : (
    <button type="button" class="button" onClick={() => setAsked(true)}>
      Apply…
    </button>
  );
}
