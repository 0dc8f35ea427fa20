// Why a component was rendered as it was, and what nearly matched.
import type { ComponentPicture } from "../../../src/picture/index.ts";
import { openObject, release } from "../state.ts";

export function Matches() {
  const components = release.value?.components ?? [];
  if (components.length === 0) return <p class="empty">Nothing was matched.</p>;
  return (
    <div class="cards">
      {components.map((component) => (
        <Component component={component} />
      ))}
    </div>
  );
}

function Component({ component }: { component: ComponentPicture }) {
  const matched = component.matches.filter((match) => match.matched);
  const near = component.matches
    .filter((match) => !match.matched && match.lacking.length > 0)
    .sort((a, b) => a.lacking.length - b.lacking.length)
    .slice(0, 8);
  return (
    <section class="card" aria-label={`Component ${component.id}`}>
      <h2>{component.id}</h2>
      <p class="chips">
        {component.blueprints.map((name) => (
          <span class="chip blueprint">{name}</span>
        ))}
        {component.resources.map((name) => (
          <span class="chip resource">{name}</span>
        ))}
        {component.traits.map(({ fqn, handled }) => (
          <span
            class={`chip trait ${handled ? "" : "unhandled"}`}
            title={handled ? "trait" : "nothing handles this trait"}
          >
            {fqn}
            {!handled && <span class="sr"> (nothing handles it)</span>}
          </span>
        ))}
      </p>
      <ul class="plain">
        {matched.map(({ transformer, reasons }) => (
          <li class="match">
            <b>{transformer}</b> <span class="dim">because of {reasons.join(", ")}</span>
            <span class="made">
              {(release.value?.objects ?? [])
                .filter((object) => object.component === component.id && object.transformer === transformer)
                .map((object) => (
                  <button type="button" class="link" onClick={() => openObject(object.id)}>
                    {object.kind} {object.name}
                  </button>
                ))}
            </span>
          </li>
        ))}
      </ul>
      {near.length > 0 && (
        <details>
          <summary>Near misses</summary>
          <ul class="plain">
            {near.map(({ transformer, lacking }) => (
              <li>
                <b>{transformer}</b> <span class="dim">lacks</span> {lacking.join(", ")}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
