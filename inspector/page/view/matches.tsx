// Why a component was rendered as it was, and what nearly matched.
import type { ComponentPicture } from "../../../src/picture/index.ts";
import { Empty } from "../part/empty.tsx";
import { openObject, release } from "../state.ts";

export function Matches() {
  const components = release.value?.components ?? [];
  if (components.length === 0)
    return (
      <Empty title="Nothing was matched">
        Matching comes after values and policies; the messages say what stopped it.
      </Empty>
    );
  return (
    <div class="page">
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
      <header class="card-head">
        <h2>{component.id}</h2>
        <p class="chips">
          {component.blueprints.map((name) => (
            <span class="chip blueprint" title="blueprint">
              {name}
            </span>
          ))}
          {component.resources.map((name) => (
            <span class="chip resource" title="resource">
              {name}
            </span>
          ))}
          {component.traits.map(({ fqn, handled }) => (
            <span
              class={`chip trait ${handled ? "" : "unhandled"}`}
              title={handled ? "trait" : "nothing handles this trait"}
            >
              {fqn}
              {!handled && " ⚠"}
              {!handled && <span class="sr"> (nothing handles it)</span>}
            </span>
          ))}
        </p>
      </header>
      <ul class="rows">
        {matched.map(({ transformer, reasons }) => {
          const made = (release.value?.objects ?? []).filter(
            (object) => object.component === component.id && object.transformer === transformer,
          );
          return (
            <li class="match">
              <span class="sign good" aria-label="matched">
                ✓
              </span>
              <b class="cut">{transformer}</b>
              <span class="chips">
                {reasons.map((reason) => (
                  <span class="chip">{reason}</span>
                ))}
              </span>
              <span class="made">
                {made.length === 0 && <span class="dim">makes nothing here</span>}
                {made.map((object) => (
                  <button type="button" class="link" onClick={() => openObject(object.id)}>
                    {object.kind} {object.name}
                  </button>
                ))}
              </span>
            </li>
          );
        })}
      </ul>
      {near.length > 0 && (
        <details>
          <summary>{near.length} near misses</summary>
          <ul class="rows">
            {near.map(({ transformer, lacking }) => (
              <li class="match">
                <span class="sign dim" aria-label="not matched">
                  ○
                </span>
                <span class="cut">{transformer}</span>
                <span class="chips">
                  <span class="dim">lacks</span>
                  {lacking.map((one) => (
                    <span class="chip lacking">{one}</span>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
