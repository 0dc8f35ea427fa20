// Policies judged before anything is rendered. The rules judge, in CUE (`#check`); here they are asked, and what they
// answer is told about the lines that users wrote.
import type { PlainData, SourceTree, TreeField, Value } from "../cue/index.ts";
import { advise, tell } from "../source/index.ts";
import type { Diagnostic, Place, Severity } from "../source/index.ts";
import { explainPlace, nodeAt, parsePath, placeOf, viewOf } from "../values/index.ts";
import type { CueView, Path, ValueNode } from "../values/index.ts";
import { GOVERNANCE_CODE } from "./governance-code.ts";
import { waived, waiversOf } from "./waivers.ts";

/** A policy of an evaluated release, and the names of the components that it selects. */
interface SelectedPolicy {
  readonly name: string;
  readonly components: readonly string[];
  readonly value: Value;
}

interface PolicyCheck {
  readonly policies: readonly SelectedPolicy[];
  readonly components: ReadonlyMap<string, Value>;
  /** Every secret of the release; those that components and bindings hold name the component, and a path in it. */
  readonly secrets: readonly { readonly path: string; readonly literal: boolean; readonly component?: string }[];
  readonly environment?: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  /** The merged values: where violations about values point. */
  readonly values?: ValueNode;
  /** Which of them must not be shown. */
  readonly isSecret?: (path: Path) => boolean;
  /** Files that users can change; their lines are better places than a library's. */
  readonly isOwn?: (file: string) => boolean;
  /** The module's name. */
  readonly module: string;
  /** The day, `2026-12-31`: waivers end. Asked for only where there is one. */
  today(): string;
}

/** What one rule did: for `opm policy check`. */
export interface RuleResult {
  readonly policy: string;
  readonly rule: string;
  readonly mode: string;
  readonly onViolation: string;
  readonly components: readonly string[];
  /** The cluster judges it, or it renders something: nothing is asked here. */
  readonly judged: boolean;
  readonly violations: readonly Diagnostic[];
}

const SEVERITY: Readonly<Record<string, Severity>> = { block: "error", warn: "warning", audit: "info" };

export function checkPolicies(check: PolicyCheck): RuleResult[] {
  return check.policies.flatMap((policy) => {
    const view = viewOf(policy.value);
    return (view.field("#rules")?.fields() ?? [])
      .filter(({ presence }) => presence === "field")
      .map(({ name, value }) => checkRule(check, policy, view, name, value));
  });
}

function checkRule(check: PolicyCheck, policy: SelectedPolicy, view: CueView, fqn: string, rule: CueView): RuleResult {
  const enforcement = rule.field("enforcement");
  const mode = enforcement?.field("mode")?.text ?? "deployment";
  const onViolation = enforcement?.field("onViolation")?.text ?? "block";
  const question = policy.value.at("#rules", fqn, "#check");
  const judged = question !== undefined && mode !== "runtime";
  const waivers = waiversOf(view);
  const violations = new Map<string, Diagnostic>();
  if (judged)
    for (const component of policy.components) {
      const target = check.components.get(component);
      if (target === undefined) continue;
      const spec = policy.value.field("spec");
      for (const found of ask(question, { spec, component: target, check })) {
        const told = asDiagnostic(found, { policy, fqn, component, target, onViolation, view }, check);
        const about = {
          rule: fqn,
          module: check.module,
          component,
          environment: check.environment?.name,
          path: found.path,
        };
        const diagnostic = found.broken === true ? told : waived(told, about, waivers, () => check.today());
        // What is wrong with a value is wrong once, however many components the policy selects.
        const key =
          found.path?.startsWith("values.") === true
            ? `${found.path} ${found.message}`
            : `${component} ${found.path} ${found.message}`;
        if (!violations.has(key)) violations.set(key, diagnostic);
      }
    }
  return {
    policy: policy.name,
    rule: fqn,
    mode,
    onViolation,
    components: policy.components,
    judged,
    violations: [...violations.values()],
  };
}

interface Violation {
  readonly message: string;
  /** Of the component (`spec.container.image`) or of the values (`values.db.password`). */
  readonly path?: string;
  /** What to write instead, as the rule says. */
  readonly fix?: string;
  /** The rule itself could not be evaluated. */
  readonly broken?: boolean;
}

function ask(
  rule: Value,
  { spec, component, check }: { spec: Value | undefined; component: Value; check: PolicyCheck },
): Violation[] {
  const { environment } = check;
  const field = (identifier: string, value: SourceTree): TreeField => ({ selector: { identifier }, value });
  const data = (given: PlainData): SourceTree => ({ kind: "data", data: given });
  const answer = rule.with({
    kind: "struct",
    fields: [
      field("#component", component),
      field("#secrets", data(check.secrets.map((secret) => ({ ...secret })))),
      ...(spec === undefined ? [] : [field("#spec", spec)]),
      ...(environment === undefined
        ? []
        : [field("#environment", data({ metadata: { name: environment.name, labels: environment.labels } }))]),
    ],
  });
  const violations = viewOf(answer).field("violations");
  if (violations === undefined || violations.error !== undefined || violations.kind !== "list")
    return [{ message: violations?.error ?? viewOf(answer).error ?? "it lists no violations", broken: true }];
  return violations.items().map((item) => {
    const path = item.kind === "struct" ? item.field("path")?.text : undefined;
    const fix = item.kind === "struct" ? item.field("fix")?.text : undefined;
    const message = item.kind === "struct" ? (item.field("message")?.text ?? "") : item.text;
    return { message, ...(path && { path }), ...(fix && { fix }) };
  });
}

interface Told {
  readonly policy: SelectedPolicy;
  readonly fqn: string;
  readonly component: string;
  readonly target: Value;
  readonly onViolation: string;
  readonly view: CueView;
}

function asDiagnostic(found: Violation, told: Told, check: PolicyCheck): Diagnostic {
  const { policy, fqn, component, onViolation } = told;
  // The line of the platform or the module, and not that of the definition behind it.
  const written = [...told.view.places, ...(told.view.field("metadata")?.field("name")?.places ?? [])];
  const rulePlace = written.find(({ file }) => !file.name.startsWith("opmodel.dev/")) ?? written[0];
  const note = (places: readonly Place[]): readonly Place[] =>
    rulePlace === undefined ? places : [...places, { ...rulePlace, label: `the policy ${policy.name}` }];
  if (found.broken === true)
    return {
      ...tell(GOVERNANCE_CODE.badCheck, "the rule {fqn} of the policy {policy} cannot judge {component}: {problem}", {
        fqn,
        policy: policy.name,
        component,
        problem: found.message,
        rule: fqn,
      }),
      severity: "error",
      places: note([]),
    };
  const ofValues = found.path?.startsWith("values.") === true;
  const { places, field } = placesOf(found, told, check);
  const causes = causesOf(field, check);
  return {
    ...(ofValues
      ? tell(GOVERNANCE_CODE.violation, "{policy}: {problem}", {
          policy: policy.name,
          problem: found.message,
          rule: fqn,
          component,
          onViolation,
        })
      : tell(GOVERNANCE_CODE.violation, "{policy}: {component}: {problem}", {
          policy: policy.name,
          component,
          problem: found.message,
          rule: fqn,
          onViolation,
        })),
    severity: SEVERITY[onViolation] ?? "error",
    path: ofValues
      ? found.path!
      : ["components", component, ...(found.path === undefined ? [] : [found.path])].join("."),
    places: note([...places, ...causes.flatMap((cause) => cause.places)]),
    notes: [`rule: ${fqn} (${onViolation})`, ...causes.map(({ text }) => text)],
    ...fixOf(found, causes),
  };
}

/** A value that the violated field was made of, from the one that won to the module's default. */
interface Cause {
  readonly path: string;
  readonly text: string;
  readonly places: readonly Place[];
  /** The platform fixed it. */
  readonly isLocked: boolean;
}

function causesOf(places: readonly Place[], check: PolicyCheck): Cause[] {
  const { values } = check;
  if (values === undefined) return [];
  const seen = new Set<string>();
  return places
    .flatMap((place) => explainPlace(values, place, check.isSecret))
    .filter(({ path }) => !seen.has(path) && seen.add(path))
    .map(({ path, steps }): Cause => {
      const [winner] = steps;
      const chain = steps.map(({ value, source }, i) => `${i === 0 ? "" : "over "}${value} (${source})`).join(" ");
      const isNew = winner !== undefined && !places.some((place) => isSamePlace(place, winner.place));
      return {
        path,
        text: `from the value ${path}: ${chain}`,
        places:
          isNew && winner.place.span.start >= 0 ? [{ ...winner.place, label: `set by the ${winner.source}` }] : [],
        isLocked: winner?.locked === true,
      };
    });
}

const isSamePlace = (a: Place, b: Place): boolean => a.file.name === b.file.name && a.span.start === b.span.start;

/** What the rule suggests, and through which value. */
function fixOf({ fix }: Violation, causes: readonly Cause[]): Pick<Diagnostic, "hint"> {
  const [cause] = causes;
  const by =
    cause === undefined
      ? ""
      : cause.isLocked
        ? advise(GOVERNANCE_CODE.violation, "{path} is locked: ask the platform team", { path: cause.path })
        : advise(GOVERNANCE_CODE.violation, "set {path}", { path: cause.path });
  const hint = [fix, by].filter((part) => part !== undefined && part !== "").join("; ");
  return hint === "" ? {} : { hint };
}

/** Where to look, and where the violated field itself is written: of one that is missing, the nearest around it is told. */
function placesOf(
  found: Violation,
  { target }: Told,
  check: PolicyCheck,
): { readonly places: readonly Place[]; readonly field: readonly Place[] } {
  const parsed = found.path === undefined ? undefined : parsePath(found.path);
  const steps = parsed === undefined || "message" in parsed ? [] : parsed.path;
  if (steps[0] === "values") {
    const node = check.values && nodeAt(check.values, steps.slice(1));
    const places = node === undefined ? [] : [placeOf(node.origin)];
    return { places, field: places };
  }
  let view: CueView | undefined = viewOf(target);
  const around: Place[] = [];
  for (const step of [undefined, ...steps]) {
    if (typeof step === "string") view = view?.field(step);
    else if (step !== undefined) view = view?.items()[step];
    around.unshift(...(view?.places ?? []));
  }
  const best = around.find((place) => check.isOwn?.(place.file.name) ?? true) ?? around[0];
  // A struct holds what its fields are made of, and is not made of it.
  const field = view === undefined || view.kind === "struct" || steps.length === 0 ? [] : view.places;
  return { places: best === undefined ? [] : [best], field };
}
