// Policies judged before anything is rendered. The rules judge, in CUE (`#check`); here they are asked, and what they
// answer is told about the lines that users wrote.
import { defaultVertex, derefValue, joinValues } from "../cue/eval/index.ts";
import { ArcType, Bool, Field, ListLit, Str, StructLit } from "../cue/value/index.ts";
import type { Decl, Expr, Vertex } from "../cue/value/index.ts";
import type { Diagnostic, Place, Severity } from "../source/index.ts";
import { nodeAt, parsePath, placeOf, viewOf } from "../values/index.ts";
import type { CueView, ValueNode, VertexContext } from "../values/index.ts";
import { GOVERNANCE_CODE } from "./governance-code.ts";

/** A policy of an evaluated release, and the names of the components that it selects. */
export interface SelectedPolicy {
  readonly name: string;
  readonly components: readonly string[];
  readonly vertex: Vertex;
}

export interface PolicyCheck {
  readonly policies: readonly SelectedPolicy[];
  readonly components: ReadonlyMap<string, Vertex>;
  /** Every secret of the release. */
  readonly secrets: readonly { readonly path: string; readonly literal: boolean }[];
  readonly environment?: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  /** The merged values: where violations about values point. */
  readonly values?: ValueNode;
  /** Files that users can change; their lines are better places than a library's. */
  readonly isOwn?: (file: string) => boolean;
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

export function checkPolicies(check: PolicyCheck, context: VertexContext): RuleResult[] {
  return check.policies.flatMap((policy) => {
    const view = viewOf(policy.vertex, context);
    return (view.field("#rules")?.fields() ?? [])
      .filter(({ presence }) => presence === "field")
      .map(({ name, value }) => checkRule(check, context, policy, view, name, value));
  });
}

function checkRule(
  check: PolicyCheck,
  context: VertexContext,
  policy: SelectedPolicy,
  view: CueView,
  fqn: string,
  rule: CueView,
): RuleResult {
  const enforcement = rule.field("enforcement");
  const mode = enforcement?.field("mode")?.text ?? "deployment";
  const onViolation = enforcement?.field("onViolation")?.text ?? "block";
  const vertex = fieldVertex(policy.vertex, ["#rules", fqn, "#check"], context);
  const judged = vertex !== undefined && mode !== "runtime";
  const violations = new Map<string, Diagnostic>();
  if (judged)
    for (const component of policy.components) {
      const target = check.components.get(component);
      if (target === undefined) continue;
      const spec = fieldVertex(policy.vertex, ["spec"], context);
      for (const found of ask(vertex, { spec, component: target, check }, context)) {
        const diagnostic = tell(found, { policy, fqn, component, target, onViolation, view }, check, context);
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
  /** The rule itself could not be evaluated. */
  readonly broken?: boolean;
}

function ask(
  rule: Vertex,
  { spec, component, check }: { spec: Vertex | undefined; component: Vertex; check: PolicyCheck },
  context: VertexContext,
): Violation[] {
  const { engine, labels } = context;
  const definition = (name: string, value: Expr): Decl =>
    new Field(null, ArcType.Member, labels.identifier(name, ""), value);
  const struct = (fields: Readonly<Record<string, Expr>>): Expr =>
    new StructLit(
      null,
      Object.entries(fields).map(([name, value]) => new Field(null, ArcType.Member, labels.string(name), value)),
      false,
    );
  const given = [
    definition("#component", component),
    definition(
      "#secrets",
      new ListLit(
        null,
        check.secrets.map(({ path, literal }) =>
          struct({ path: new Str(null, path), literal: new Bool(null, literal) }),
        ),
      ),
    ),
  ];
  if (spec !== undefined) given.push(definition("#spec", spec));
  const { environment } = check;
  if (environment !== undefined) {
    const texts = Object.entries(environment.labels).map(([k, v]): [string, Expr] => [k, new Str(null, v)]);
    given.push(
      definition(
        "#environment",
        struct({
          metadata: struct({ name: new Str(null, environment.name), labels: struct(Object.fromEntries(texts)) }),
        }),
      ),
    );
  }
  const saved = engine.vertex;
  engine.vertex = rule;
  const answer = joinValues(engine, [rule, new StructLit(null, given, false)]);
  engine.vertex = saved;
  const violations = viewOf(answer, context).field("violations");
  if (violations === undefined || violations.error !== undefined || violations.kind !== "list")
    return [{ message: violations?.error ?? viewOf(answer, context).error ?? "it lists no violations", broken: true }];
  return violations.items().map((item) => {
    const path = item.kind === "struct" ? item.field("path")?.text : undefined;
    const message = item.kind === "struct" ? (item.field("message")?.text ?? "") : item.text;
    return { message, ...(path && { path }) };
  });
}

interface Told {
  readonly policy: SelectedPolicy;
  readonly fqn: string;
  readonly component: string;
  readonly target: Vertex;
  readonly onViolation: string;
  readonly view: CueView;
}

function tell(found: Violation, told: Told, check: PolicyCheck, context: VertexContext): Diagnostic {
  const { policy, fqn, component, onViolation } = told;
  const rulePlace = told.view.places[0];
  const note = (places: readonly Place[]): readonly Place[] =>
    rulePlace === undefined ? places : [...places, { ...rulePlace, label: `the policy ${policy.name}` }];
  if (found.broken === true)
    return {
      code: GOVERNANCE_CODE.badCheck,
      severity: "error",
      message: `the rule ${fqn} of the policy ${policy.name} cannot judge ${component}: ${found.message}`,
      args: { policy: policy.name, rule: fqn, component },
      places: note([]),
    };
  const ofValues = found.path?.startsWith("values.") === true;
  return {
    code: GOVERNANCE_CODE.violation,
    severity: SEVERITY[onViolation] ?? "error",
    message: ofValues ? `${policy.name}: ${found.message}` : `${policy.name}: ${component}: ${found.message}`,
    args: { policy: policy.name, rule: fqn, component, onViolation },
    path: ofValues
      ? found.path!
      : ["components", component, ...(found.path === undefined ? [] : [found.path])].join("."),
    places: note(placesOf(found, told, check, context)),
    notes: [`rule: ${fqn} (${onViolation})`],
  };
}

function placesOf(found: Violation, { target }: Told, check: PolicyCheck, context: VertexContext): readonly Place[] {
  const parsed = found.path === undefined ? undefined : parsePath(found.path);
  const steps = parsed === undefined || "message" in parsed ? [] : parsed.path;
  if (steps[0] === "values") {
    const node = check.values && nodeAt(check.values, steps.slice(1));
    return node === undefined ? [] : [placeOf(node.origin)];
  }
  // The field itself; for one that is missing, the nearest around it.
  let view: CueView | undefined = viewOf(target, context);
  const around: Place[] = [];
  for (const step of [undefined, ...steps]) {
    if (typeof step === "string") view = view?.field(step);
    else if (step !== undefined) view = view?.items()[step];
    around.unshift(...(view?.places ?? []));
  }
  const best = around.find((place) => check.isOwn?.(place.file.name) ?? true) ?? around[0];
  return best === undefined ? [] : [best];
}

function fieldVertex(from: Vertex, path: readonly string[], { engine, labels }: VertexContext): Vertex | undefined {
  let v: Vertex = from;
  for (const name of path) {
    engine.finalize(v);
    const label = name.startsWith("#") ? labels.identifier(name, "") : labels.string(name);
    const arc = derefValue(defaultVertex(v)).arc(label);
    if (arc === null || arc.arcType !== ArcType.Member) return undefined;
    v = arc;
  }
  return v;
}
