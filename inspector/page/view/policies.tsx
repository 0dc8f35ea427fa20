// Policies, and where they bite.
import type { RulePicture } from "../../../src/picture/index.ts";
import { Diagnostics } from "../part/diagnostics.tsx";
import { Empty } from "../part/empty.tsx";
import { release } from "../state.ts";

export function Policies() {
  const rules = release.value?.rules ?? [];
  if (rules.length === 0)
    return (
      <Empty title="No policy holds for this release" command="opm ui --platform PLATFORM">
        Policies come from the module, or from the platform that it is released on.
      </Empty>
    );
  const byPolicy = new Map<string, RulePicture[]>();
  for (const rule of rules) byPolicy.set(rule.policy, [...(byPolicy.get(rule.policy) ?? []), rule]);
  return (
    <div class="page">
      {[...byPolicy].map(([policy, own]) => (
        <section class="card" aria-label={`Policy ${policy}`}>
          <header class="card-head">
            <h2>{policy}</h2>
            <span class="dim">
              {own.length} {own.length === 1 ? "rule" : "rules"}
            </span>
          </header>
          <ul class="rows">
            {own.map((rule) => (
              <Rule rule={rule} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Rule({ rule }: { rule: RulePicture }) {
  const { violations, judged, onViolation } = rule;
  const state = violations.length > 0 ? (onViolation === "warn" ? "warn" : "bad") : judged ? "good" : "open";
  const [sign, words] = {
    good: ["✓", "holds"],
    warn: ["!", `${violations.length} warned about`],
    bad: ["✕", `${violations.length} refused`],
    open: ["○", "judged elsewhere: it renders something, or the cluster judges it"],
  }[state];
  return (
    <li class="rule">
      <span class={`sign ${state}`} aria-hidden="true">
        {sign}
      </span>
      <b>{rule.rule}</b>
      <span class={`state ${state}`}>{words}</span>
      <span class="chips">
        {rule.components.map((name) => (
          <span class="chip">{name}</span>
        ))}
      </span>
      {violations.length > 0 && (
        <div class="bites">
          <Diagnostics list={violations} />
        </div>
      )}
    </li>
  );
}
