// Values as a table of tiers: who said what, who won, who locked it; and every field that a value reaches.
import type { ValuePicture, ValueStep } from "../../../src/picture/index.ts";
import { pathText } from "../compare.ts";
import { Empty } from "../part/empty.tsx";
import { Path } from "../part/path.tsx";
import { Place } from "../part/place.tsx";
import { Lock, TIERS, Tier, tierName } from "../part/tier.tsx";
import { filter, openObject, picture, reached, release, selectedValue } from "../state.ts";

export function Values() {
  const all = release.value?.values ?? [];
  const rows = all.filter(({ path }) => path.toLowerCase().includes(filter.value.toLowerCase()));
  const used = TIERS.filter((tier) => all.some(({ steps }) => steps.some((step) => step.tier === tier)));
  const chosen = all.find(({ path }) => path === selectedValue.value);
  if (all.length === 0)
    return <Empty title="This release has no values">A module says in #config what can be set.</Empty>;
  return (
    <div class="columns values">
      <section class="pane" aria-label="Values by tier">
        <label class="search">
          <span class="sr">Filter values</span>
          <input
            type="search"
            placeholder="Filter values"
            value={filter.value}
            onInput={(event) => (filter.value = event.currentTarget.value)}
          />
        </label>
        <div class="scroll">
          <table class="grid tiers">
            <thead>
              <tr>
                <th scope="col">Value</th>
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
        </div>
      </section>
      <section class="pane side" aria-label="What the value reaches" aria-live="polite">
        {chosen === undefined ? (
          <div class="prompt">
            <h2>Who decides, and what hangs on it?</h2>
            <p class="dim">
              The strongest tier is on the right; the value that holds is filled. Choose one: here is who said what, who
              may still change it, and every field of every object that it reaches.
            </p>
          </div>
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
    <tr class={isChosen ? "selected" : ""} onClick={() => (selectedValue.value = row.path)}>
      <th scope="row" class="mono">
        <button type="button" class="link" aria-pressed={isChosen} onClick={() => (selectedValue.value = row.path)}>
          <Path text={row.path} />
        </button>
      </th>
      {used.map((tier) => {
        // Several of one tier (two values files): the strongest stands for them.
        const step = row.steps.find((one) => one.tier === tier);
        return (
          <td>
            {step === undefined ? <Refused row={row} tier={tier} /> : <Cell step={step} wins={step === winner} />}
          </td>
        );
      })}
    </tr>
  );
}

function Cell({ step, wins }: { step: ValueStep; wins: boolean }) {
  return (
    <span class={`cell mono ${wins ? `wins tier-${step.tier}` : "shadowed"}`} title={step.source}>
      {step.value}
      {step.locked && <Lock title={`locked by ${step.source}`} />}
      <span class="sr">{wins ? " (holds)" : " (shadowed)"}</span>
    </span>
  );
}

/** Above a lock nothing can be said. */
function Refused({ row, tier }: { row: ValuePicture; tier: string }) {
  const lock = row.steps.find(({ locked }) => locked);
  const isAbove = lock !== undefined && rank(tier) > rank(lock.tier);
  return isAbove ? (
    <span class="shut" title={`locked by ${lock.source}: refused`}>
      <span class="sr">refused: locked by {lock.source}</span>
    </span>
  ) : (
    <span class="sr">not set</span>
  );
}

const rank = (tier: string): number => (TIERS as readonly string[]).indexOf(tier);

function Details({ value }: { value: ValuePicture }) {
  const fields = reached.value;
  const field = picture.value?.form.find(({ path }) => path === value.path);
  return (
    <>
      <header>
        <h2 class="mono">
          <Path text={value.path} />
        </h2>
        {field !== undefined && field.doc !== "" && <p>{field.doc}</p>}
        {field !== undefined && field.type !== "" && <code class="dim">{field.type}</code>}
      </header>
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
                <code>{bound.text}</code> <span class="dim">{bound.source}</span> <Place place={bound.place} bare />
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>Who may still change it</h3>
      <WhoMay value={value} />
      <h3>Reaches {fields !== undefined && fields.length > 0 && <span class="count">{fields.length}</span>}</h3>
      {fields === undefined ? (
        <p class="dim">Following it forward…</p>
      ) : fields.length === 0 ? (
        <p class="dim">No field of a manifest is made from it.</p>
      ) : (
        <ul class="plain">
          {fields.map(({ object, path }) => (
            <li>
              <button type="button" class="link reach" onClick={() => openObject(object, path)}>
                <span class="dim">{object}</span>
                <code>
                  <Path text={pathText(path)} />
                </code>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Every tier from the one that decided on: open, bounded, or shut by a lock. */
function WhoMay({ value }: { value: ValuePicture }) {
  const [winner] = value.steps;
  const lock = value.steps.find(({ locked }) => locked);
  const from = lock === undefined ? rank(winner?.tier ?? "default") : rank(lock.tier);
  const bounded =
    value.bounds.length > 0 ? `within ${value.bounds.map(({ text }) => text).join(", ")}` : "any allowed value";
  return (
    <ul class="may">
      {TIERS.map((tier, i) => (
        <li class={i < from ? "past" : lock !== undefined && i > from ? "no" : "yes"}>
          <Tier tier={tier} /> {tierName(tier)}
          <span class="dim">
            {i < from
              ? "would be shadowed"
              : i === from
                ? lock === undefined
                  ? "decides now"
                  : "locked it"
                : lock === undefined
                  ? bounded
                  : "refused"}
          </span>
        </li>
      ))}
    </ul>
  );
}
