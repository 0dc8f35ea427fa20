// The way back of one field, from the manifest to the line that somebody wrote.
import type { ObjectPicture, OriginPicture } from "../../../src/picture/index.ts";
import { pathText } from "../compare.ts";
import { valuePath } from "../decider.ts";
import { Path } from "../part/path.tsx";
import { Place } from "../part/place.tsx";
import { Lock, Tier } from "../part/tier.tsx";
import { openValue, origins, release } from "../state.ts";

const WORDS: Readonly<Record<string, string>> = {
  "rendered by": "Rendered by",
  transformer: "The transformer says",
  component: "The component has",
  environment: "The environment gives",
  value: "The value is",
  "made from": "It is made from",
  shadows: "It wins over",
};

export function Origin({ object, path }: { object: ObjectPicture; path: readonly (string | number)[] }) {
  const text = pathText(path);
  const chain = origins.value?.get(text);
  return (
    <>
      <header>
        <p class="dim">
          {object.kind} {object.name}
        </p>
        <h2 class="mono">
          <Path text={text} />
        </h2>
      </header>
      {origins.value === undefined ? (
        <p class="dim">Following it back…</p>
      ) : chain === undefined || chain.length === 0 ? (
        <p class="dim">Nothing is known about this line by itself: choose one below it.</p>
      ) : (
        <ol class="chain">
          {chain.map((step) => (
            <Step step={step} />
          ))}
        </ol>
      )}
      <p class="foot">
        <code>
          opm mod explain {object.kind}/{object.name}.{text}
        </code>
      </p>
    </>
  );
}

function Step({ step }: { step: OriginPicture }) {
  const value = valuePath(step);
  const tier = value === "" ? undefined : tierOf(value, step);
  return (
    <li class={`step ${step.what.replace(" ", "-")}`}>
      <span class="what">
        {tier !== undefined && <Tier tier={tier} />} {WORDS[step.what] ?? step.what}
        {step.text.endsWith(", locked)") && <Lock title="locked: another value is refused" />}
      </span>
      {value === "" ? (
        <code>{step.text}</code>
      ) : (
        <code>
          <button type="button" class="link" onClick={() => openValue(value)}>
            {value}
          </button>
          {step.text.slice(value.length)}
        </code>
      )}
      {step.place !== undefined && <Place place={step.place} />}
    </li>
  );
}

/** The tier whose place the step has. */
function tierOf(path: string, { place }: OriginPicture): string | undefined {
  const steps = release.value?.values.find((one) => one.path === path)?.steps ?? [];
  return steps.find((one) => one.place.file === place?.file && one.place.line === place?.line)?.tier ?? steps[0]?.tier;
}
