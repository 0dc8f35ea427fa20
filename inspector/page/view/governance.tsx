// Policies and where they bite, secrets and where they go, waves of a rollout.
import { Diagnostics } from "../part/diagnostics.tsx";
import { Place } from "../part/place.tsx";
import { openObject, picture, release } from "../state.ts";

export function Policies() {
  const rules = release.value?.rules ?? [];
  if (rules.length === 0) return <p class="empty">No policy holds for this release.</p>;
  return (
    <div class="cards">
      {rules.map((rule) => (
        <section class={`card ${rule.violations.length > 0 ? "bad" : "good"}`} aria-label={`Rule ${rule.rule}`}>
          <h2>
            {rule.rule} <span class="dim">of {rule.policy}</span>
          </h2>
          <p>
            {rule.judged
              ? rule.violations.length === 0
                ? "Holds."
                : `${rule.violations.length} violations (${rule.onViolation}).`
              : "Not judged here: it renders something, or the cluster judges it."}{" "}
            <span class="dim">{rule.components.join(", ")}</span>
          </p>
          <Diagnostics list={rule.violations} />
        </section>
      ))}
    </div>
  );
}

const GIVEN: Readonly<Record<string, string>> = {
  literal: "a literal in a values file",
  reference: "a reference that the cluster resolves",
  tag: "a tag, fetched when it is rendered",
  missing: "nothing yet",
  wrong: "something that is no secret",
};

export function Secrets() {
  const secrets = release.value?.secrets ?? [];
  if (secrets.length === 0) return <p class="empty">This release has no secrets.</p>;
  return (
    <div class="cards">
      {secrets.map((secret) => (
        <section
          class={`card ${secret.how === "missing" || secret.how === "wrong" ? "bad" : ""}`}
          aria-label={secret.path}
        >
          <h2 class="mono">{secret.path}</h2>
          <ol class="flow" aria-label="Way of the secret">
            <li>
              <b>{GIVEN[secret.how] ?? secret.how}</b>
              {secret.detail !== "" && <code>{secret.detail}</code>}
              {secret.source !== "" && <span class="dim">{secret.source}</span>}
              {secret.place !== undefined && secret.how !== "literal" && <Place place={secret.place} />}
            </li>
            <li>
              <b>Secret {secret.secretName}</b> key <code>{secret.dataKey}</code>
            </li>
            {secret.uses.map(({ object, field, what }) => (
              <li>
                <button type="button" class="link" onClick={() => openObject(object)}>
                  {object}
                </button>{" "}
                <span class="dim">{what}</span> <code>{field}</code>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

export function Rollout() {
  const waves = picture.value?.waves ?? [];
  const environments = new Map((picture.value?.environments ?? []).map((one) => [one.name, one]));
  if (waves.length === 0) return <p class="empty">There are no environments to roll out to.</p>;
  return (
    <ol class="waves">
      {waves.map((wave, i) => (
        <li class="wave">
          <header>
            <span class="number">{i + 1}</span> {wave.group}{" "}
            {wave.approval && <span class="chip gate">waits for approval</span>}
          </header>
          {wave.environments.map((name) => {
            const one = environments.get(name);
            return (
              <div class="target">
                <b>{name}</b> <span class="dim">{one?.context ?? "any cluster"}</span>{" "}
                <span class="dim">namespace {one?.namespace ?? "of the module"}</span>
              </div>
            );
          })}
        </li>
      ))}
    </ol>
  );
}
