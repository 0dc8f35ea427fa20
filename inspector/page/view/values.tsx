// Values as a table of tiers: who said what, who won, who locked it; and every field that a value reaches.
import type { ValuePicture } from "../../../src/picture/index.ts";
import { pathText } from "../compare.ts";
import { Place } from "../part/place.tsx";
import { Lock, TIERS, Tier, tierName } from "../part/tier.tsx";
import { filter, openObject, picture, reached, release, selectedValue } from "../state.ts";

export function Values() {
  const rows = (release.value?.values ?? []).filter(({ path }) => path.includes(filter.value));
  const used = TIERS.filter((tier) => rows.some(({ steps }) => steps.some((step) => step.tier === tier)));
  const chosen = rows.find(({ path }) => path === selectedValue.value);
  if (rows.length === 0) return <p class="empty">This release has no values.</p>;
  return (
    <div class="columns values">
      <section class="pane scroll" aria-label="Values by tier">
        <table class="grid">
          <thead>
            <tr>
              <th scope="col">Value</th>
              <th scope="col">Effective</th>
              {used.map((tier) => (
                <th scope="col">
                  <Tier tier={tier} /> {tierName(tier)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <ValueRow row={row} used={used} />
            ))}
          </tbody>
        </table>
      </section>
      <section class="pane origin" aria-label="What the value reaches" aria-live="polite">
        {chosen === undefined ? (
          <p class="empty">Choose a value: here is every field that it reaches, and who may still change it.</p>
        ) : (
          <Details value={chosen} />
        )}
      </section>
    </div>
  );
}

function ValueRow({ row, used }: { row: ValuePicture; used: readonly string[] }) {
  const [winner] = row.steps;
  const isChosen = row.path === selectedValue.value;
  return (
    <tr class={isChosen ? "selected" : ""} aria-selected={isChosen} onClick={() => (selectedValue.value = row.path)}>
      <th scope="row" class="mono">
        <button type="button" class="link" onClick={() => (selectedValue.value = row.path)}>
          {row.path}
        </button>
      </th>
      <td class="mono strong">
        {winner?.value} {winner?.locked === true && <Lock title={`locked by the ${tierName(winner.tier)}`} />}
      </td>
      {used.map((tier) => {
        const step = row.steps.find((one) => one.tier === tier);
        return (
          <td class={`mono ${step === undefined ? "none" : step === winner ? "wins" : "shadowed"}`}>
            {step === undefined ? <span class="sr">not set</span> : step.value}
          </td>
        );
      })}
    </tr>
  );
}

function Details({ value }: { value: ValuePicture }) {
  const fields = reached.value;
  const field = picture.value?.form.find(({ path }) => path === value.path);
  const [winner] = value.steps;
  return (
    <>
      <header class="pane-head">
        <h2 class="mono">{value.path}</h2>
      </header>
      {field !== undefined && field.doc !== "" && <p>{field.doc}</p>}
      {field !== undefined && field.type !== "" && (
        <p class="mono">
          <span class="dim">allowed</span> {field.type}
        </p>
      )}
      <h3>Who said what</h3>
      <ol class="chain">
        {value.steps.map((step, i) => (
          <li class={i === 0 ? "step value" : "step shadows"}>
            <span class="what">
              <Tier tier={step.tier} title={step.source} /> {step.source} {step.locked && <Lock title="locked" />}
            </span>
            <code>{step.value}</code>
            <Place place={step.place} />
          </li>
        ))}
      </ol>
      {value.bounds.length > 0 && (
        <>
          <h3>Bounds</h3>
          <ul class="plain">
            {value.bounds.map((bound) => (
              <li>
                <code>{bound.text}</code> <span class="dim">{bound.source}</span> <Place place={bound.place} />
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>Who may still change it</h3>
      <p>
        {winner?.locked === true
          ? "Nobody below the platform: another value is refused."
          : `Everyone above ${winner === undefined ? "" : tierName(winner.tier).toLowerCase()}: ${
              TIERS.slice(TIERS.indexOf((winner?.tier ?? "default") as (typeof TIERS)[number]) + 1)
                .map((tier) => tierName(tier).toLowerCase())
                .join(", ") || "nobody; it is the last word"
            }.`}
      </p>
      <h3>Reaches</h3>
      {fields === undefined ? (
        <p class="dim">Looking…</p>
      ) : fields.length === 0 ? (
        <p class="dim">No field of a manifest is made from it alone.</p>
      ) : (
        <ul class="plain">
          {fields.map(({ object, path }) => (
            <li>
              <button type="button" class="link mono" onClick={() => openObject(object, path)}>
                {object} {pathText(path)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
