// Exceptions from policies: who answers for one, what it lets through, and until when.
import { tell } from "../source/index.ts";
import type { Diagnostic } from "../source/index.ts";
import type { CueView } from "../values/index.ts";
import { GOVERNANCE_CODE } from "./governance-code.ts";

interface Waiver {
  readonly name: string;
  readonly owner: string;
  readonly reason: string;
  /** The last day on which it holds. */
  readonly expires: string;
  readonly view: CueView;
}

/** What a violation is about. */
interface Violated {
  readonly rule: string;
  readonly module: string;
  readonly component: string;
  readonly environment: string | undefined;
  readonly path: string | undefined;
}

export function waiversOf(policy: CueView): Waiver[] {
  const map = policy.field("waivers");
  if (map?.kind !== "struct") return [];
  return map
    .fields()
    .filter(({ presence }) => presence === "field")
    .map(({ name, value: view }) => {
      const text = (field: string): string => view.field(field)?.text ?? "";
      return { name, owner: text("owner"), reason: text("reason"), expires: text("expires"), view };
    });
}

/** Days before the end from which on somebody should think of it. */
const SOON = 14;

/**
 * The violation as it stands: let through where a waiver holds, which is told all the same, and louder towards its end;
 * itself, with who to ask, where one has ended.
 */
export function waived(
  violation: Diagnostic,
  about: Violated,
  waivers: readonly Waiver[],
  today: () => string,
): Diagnostic {
  const fitting = waivers.filter((waiver) => fits(waiver, about));
  if (fitting.length === 0) return violation;
  const day = today();
  const holding = fitting.filter(({ expires }) => day <= expires).sort((a, b) => (a.expires < b.expires ? 1 : -1))[0];
  if (holding === undefined)
    return {
      ...violation,
      notes: [
        ...(violation.notes ?? []),
        ...fitting.map(({ name, owner, expires }) => `the waiver ${name} ended on ${expires}: ask ${owner}`),
      ],
    };
  const left = daysBetween(day, holding.expires);
  const [place] = holding.view.places;
  return {
    ...violation,
    ...tell(GOVERNANCE_CODE.waived, "waived until {expires}{left}: {problem}", {
      ...violation.args,
      expires: holding.expires,
      left: left <= SOON ? ` (${left === 0 ? "today" : `${left} days`})` : "",
      problem: violation.message,
      waiver: holding.name,
      owner: holding.owner,
    }),
    severity: left <= SOON ? "warning" : "info",
    places: [...(violation.places ?? []), ...(place ? [{ ...place, label: `the waiver ${holding.name}` }] : [])],
    notes: [...(violation.notes ?? []), `waived by ${holding.owner}: ${holding.reason}`],
  };
}

function fits({ view }: Waiver, about: Violated): boolean {
  const listed = (field: string, ...values: readonly (string | undefined)[]): boolean => {
    const list = view.field(field);
    if (list?.kind !== "list") return true;
    return list.items().some((item) => values.includes(item.text));
  };
  const name = about.rule.slice(about.rule.indexOf("#") + 1);
  const kebab = name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "-").toLowerCase();
  return (
    listed("rules", about.rule, name, kebab) &&
    listed("modules", about.module) &&
    listed("components", about.component) &&
    listed("environments", about.environment) &&
    listed("paths", about.path)
  );
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}
