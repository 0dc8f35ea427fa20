// Secrets as ways: how each is given, the Secret that holds it, every field that it goes to. Nothing of it is shown.
import type { SecretPicture } from "../../../src/picture/index.ts";
import { Empty } from "../part/empty.tsx";
import { Place } from "../part/place.tsx";
import { openObject, release } from "../state.ts";

const GIVEN: Readonly<Record<string, string>> = {
  literal: "a literal in a values file",
  reference: "a reference that the cluster resolves",
  tag: "a tag, fetched when it is rendered",
  missing: "nothing yet",
  wrong: "something that is no secret",
};

export function Secrets() {
  const secrets = release.value?.secrets ?? [];
  if (secrets.length === 0)
    return <Empty title="This release has no secrets">What a module declares as secret is followed here.</Empty>;
  return (
    <div class="page">
      <p class="dim lead">
        What is secret stays so: a page never has it. Here is the way that each takes, from whoever gives it to every
        field that reads it.
      </p>
      {secrets.map((secret) => (
        <Way secret={secret} />
      ))}
    </div>
  );
}

function Way({ secret }: { secret: SecretPicture }) {
  const isBad = secret.how === "missing" || secret.how === "wrong";
  const holders = secret.uses.filter(({ what }) => what === "holds it");
  const readers = secret.uses.filter(({ what }) => what !== "holds it");
  return (
    <section class={`way ${isBad ? "bad" : ""}`} aria-label={secret.path}>
      <div class="stop">
        <h2 class="mono">{secret.path}</h2>
        <p>
          {isBad && <span class="sign bad">✕</span>} given as {GIVEN[secret.how] ?? secret.how}
        </p>
        {secret.detail !== "" && <code class="dim">{secret.detail}</code>}
        {secret.place !== undefined && secret.how !== "literal" && <Place place={secret.place} bare />}
        {secret.how === "literal" && secret.source !== "" && <span class="dim small">{secret.source}</span>}
      </div>
      <Arrow />
      <div class="stop">
        <p class="dim small">Secret</p>
        <b class="mono">{secret.secretName}</b>
        <code>
          {secret.dataKey} <span class="hidden">***</span>
        </code>
        {holders.map(({ object }) => (
          <button type="button" class="link small" onClick={() => openObject(object)}>
            {object}
          </button>
        ))}
      </div>
      <Arrow />
      <div class="stop">
        <p class="dim small">{readers.length === 0 ? "Nobody reads it" : `Read by ${readers.length}`}</p>
        <ul class="plain">
          {readers.map(({ object, field, what }) => (
            <li>
              <button type="button" class="link" onClick={() => openObject(object)}>
                {object}
              </button>
              <span class="dim small">{what}</span>
              <code class="small">{field}</code>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Arrow() {
  return (
    <svg class="arrow" viewBox="0 0 24 12" width="24" height="12" aria-hidden="true">
      <path d="M0 6h20M15 1l6 5-6 5" fill="none" />
    </svg>
  );
}
