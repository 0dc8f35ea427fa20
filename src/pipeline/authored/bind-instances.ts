// Interfaces across the modules of a bundle (SEC-10): what a component requires and nothing else gives comes from the one
// other instance that provides it. It is read from that instance's own release, environment and secrets included.
import { hasErrors, tell, advise } from "../../source/index.ts";
import type { Diagnostic, Outcome, Place } from "../../source/index.ts";
import { effective, nearestName, nodeAt, secretSlots, structNode, valuesFromCue, viewOf } from "../../values/index.ts";
import type { Origin, Path, ValueNode } from "../../values/index.ts";
import { interfacesOf, isBound, isOpen } from "../3-release/bindings.ts";
import type { Requirement } from "../3-release/bindings.ts";
import type { Release } from "../3-release/release.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import { renderRelease } from "../render-release.ts";
import { Trace } from "../trace.ts";
import type { ReleaseJob } from "./open-releases.ts";

interface BoundJob {
  /** The other instances of its bundle that provide what it requires. */
  providers?(): readonly string[];
}

/** The jobs of bundles with what their instances give each other; others stay as they are. */
export function bindInstances<J extends ReleaseJob>(jobs: readonly J[]): (J & BoundJob)[] {
  const bundles = new Map<string, Member[]>();
  return jobs.map((job) => {
    const part = job.authored?.bundle;
    if (part === undefined) return job;
    let members = bundles.get(part.release);
    if (members === undefined) bundles.set(part.release, (members = []));
    const member = new Member(members, job);
    members.push(member);
    return {
      ...job,
      task: { ...job.task, provided: () => member.provided([]) },
      providers: () => member.providers(),
    };
  });
}

interface Candidate {
  readonly member: Member;
  readonly offer: Requirement;
}

class Member {
  readonly instance: string;
  readonly #members: readonly Member[];
  readonly #job: ReleaseJob;
  #release: Promise<Release | undefined> | undefined;

  constructor(members: readonly Member[], job: ReleaseJob) {
    this.#members = members;
    this.#job = job;
    this.instance = job.authored!.bundle!.instance;
  }

  offers(side: "requires" | "provides"): Requirement[] {
    const { session } = this.#job;
    return interfacesOf(session.cue, session.module, side);
  }

  // One release of each other instance: to the same environment, or the only one that there is.
  #peers(): Member[] {
    const instances = new Set(this.#members.map(({ instance }) => instance));
    instances.delete(this.instance);
    const environment = this.#job.task.environment?.name;
    return [...instances].flatMap((instance): Member[] => {
      const all = this.#members.filter((member) => member.instance === instance);
      const same = all.find((member) => member.#job.task.environment?.name === environment);
      return same !== undefined ? [same] : all.length === 1 ? all : [];
    });
  }

  /** What is required here, and neither the platform nor the release's author gives. */
  #open(): Requirement[] {
    const { session, task } = this.#job;
    const { platform, module, cue } = session;
    const given = [platform?.bindings && nodeAt(platform.bindings, [module.metadata.name]), task.bindings];
    const isGiven = (r: Requirement): boolean => given.some((tree) => tree !== undefined && isBound(tree, r));
    return this.offers("requires").filter((r) => r.fqn !== "" && !isGiven(r) && isOpen(cue, r.value));
  }

  /** Who gives it, by name; what cannot be decided is told when it is asked for. */
  providers(): readonly string[] {
    return [...new Set(this.#open().flatMap((requirement) => this.#choose(requirement, [])?.member.instance ?? []))];
  }

  /** What the other instances give for what is open here; `chain` are those that wait for it. */
  async provided(chain: readonly Member[]): Promise<Outcome<ValueNode | undefined>> {
    const diagnostics: Diagnostic[] = [...this.#strayChoices()];
    const found: { readonly requirement: Requirement; readonly node: ValueNode }[] = [];
    for (const requirement of this.#open()) {
      const candidate = this.#choose(requirement, diagnostics);
      if (candidate === undefined) continue;
      const node = await candidate.member.value(candidate.offer, requirement, [...chain, this], diagnostics);
      if (node !== undefined) found.push({ requirement, node: this.#asRequired(node, requirement) });
    }
    if (hasErrors(diagnostics) || found.length === 0) return { value: undefined, diagnostics };
    return { value: bindingTree(found), diagnostics };
  }

  #choose(requirement: Requirement, diagnostics: Diagnostic[]): Candidate | undefined {
    const { component, alias, fqn } = requirement;
    const all = [this, ...this.#peers()].flatMap((member): Candidate[] =>
      member
        .offers("provides")
        .filter((offer) => offer.fqn === fqn)
        .map((offer) => ({ member, offer })),
    );
    const others = all.filter(({ member }) => member !== this);
    const wanted = this.#job.authored!.bundle!.providers.get(`${component}.${alias}`);
    const fits = (c: Candidate): boolean =>
      wanted === undefined || wanted === c.member.instance || wanted === nameOf(c);
    const chosen = (wanted === undefined ? all : others).filter(fits);
    if (chosen.length === 1 && chosen[0]!.member !== this) return chosen[0];
    // Components of one module refer to each other directly; what is left open is told with the components.
    if (chosen.length === 0 && wanted === undefined) return undefined;
    if (others.length === 0 && wanted === undefined) return undefined;
    diagnostics.push(
      chosen.length === 0
        ? noSuchProvider(requirement, wanted!, others)
        : ambiguous(requirement, chosen, this.instance),
    );
    return undefined;
  }

  /** The value that an instance provides, from its own release. */
  async value(
    { component, alias, place }: Requirement,
    requirement: Requirement,
    chain: readonly Member[],
    diagnostics: Diagnostic[],
  ): Promise<ValueNode | undefined> {
    const refuse = (message: string): undefined => {
      diagnostics.push({
        ...tell(
          PIPELINE_CODE.unfulfilledInterface,
          "component {component} requires {fqn} as {alias} from the instance {instance}, {problem}",
          {
            component: requirement.component,
            fqn: requirement.fqn,
            alias: requirement.alias,
            instance: this.instance,
            problem: message,
          },
        ),
        severity: "error",
        path: `components.${requirement.component}.requires.${requirement.alias}`,
        places: [
          ...(requirement.place ? [{ ...requirement.place, label: "required here" }] : []),
          ...(place ? [{ ...place, label: "provided here" }] : []),
        ],
      });
      return undefined;
    };
    if (chain.includes(this)) return refuse("which requires something from it in turn");
    const { session, task } = this.#job;
    this.#release ??= renderRelease(
      session,
      { ...task, provided: () => this.provided(chain) },
      "release",
      silent(),
    ).then((result) => result.release);
    const release = await this.#release;
    if (release === undefined) return refuse("which cannot be released itself");
    const item = release.components.find(({ id }) => id === component)?.cue.get();
    const value = item?.at("provides", alias);
    if (value === undefined) return refuse("which does not provide it any more");
    const at = place ?? { file: { name: this.instance, text: "" }, span: { start: -1, end: -1 } };
    const context = { tier: "platform", source: `instance ${this.instance}`, place: at } as const;
    return settled(valuesFromCue(viewOf(value), context));
  }

  // A secret travels as it was given; the Secret that it becomes is the receiver's own, in its own namespace.
  #asRequired(node: ValueNode, { value }: Requirement): ValueNode {
    const slots = secretSlots(viewOf(value));
    return slots.reduce((tree, { path }) => withoutRoute(tree, path, 0), node);
  }

  #strayChoices(): Diagnostic[] {
    const required = this.offers("requires").map(({ component, alias }) => `${component}.${alias}`);
    return [...this.#job.authored!.bundle!.providers.keys()]
      .filter((name) => !required.includes(name))
      .map((name): Diagnostic => {
        const near = nearestName(name, required);
        return {
          ...tell(
            PIPELINE_CODE.unknownBinding,
            "the bundle chooses who provides {name} for the instance {instance}, which does not require it",
            { name, instance: this.instance },
          ),
          severity: "error",
          notes: [`required: ${required.join(", ") || "nothing"}`],
          ...(near !== null && { hint: advise(PIPELINE_CODE.unknownBinding, "did you mean {near}?", { near }) }),
        };
      });
  }
}

const nameOf = ({ member, offer }: Candidate): string => `${member.instance}.${offer.component}.${offer.alias}`;
const silent = (): Trace => new Trace(() => 0, { keep: false });

function placesOf({ place }: Requirement, candidates: readonly Candidate[]): Place[] {
  return [
    ...(place ? [{ ...place, label: "required here" }] : []),
    ...candidates.flatMap((c) => (c.offer.place ? [{ ...c.offer.place, label: `${nameOf(c)} provides it` }] : [])),
  ];
}

function ambiguous(requirement: Requirement, candidates: readonly Candidate[], instance: string): Diagnostic {
  const { component, alias, fqn } = requirement;
  return {
    ...tell(
      PIPELINE_CODE.ambiguousInterface,
      "component {component} of the instance {instance} requires {fqn} as {alias}, and several provide it: {candidates}",
      { component, instance, fqn, alias, candidates: candidates.map(nameOf).join(", ") },
    ),
    severity: "error",
    path: `components.${component}.requires.${alias}`,
    places: placesOf(requirement, candidates),
    hint: advise(
      PIPELINE_CODE.ambiguousInterface,
      "choose one in the bundle: #instances: {instance}: providers: {component}: {alias}: {candidates}",
      { instance, component, alias, candidates: JSON.stringify(candidates.map(nameOf)[0]) },
    ),
  };
}

function noSuchProvider(requirement: Requirement, wanted: string, candidates: readonly Candidate[]): Diagnostic {
  const { component, alias, fqn } = requirement;
  const names = candidates.map(nameOf);
  const near = nearestName(wanted, [...names, ...candidates.map(({ member }) => member.instance)]);
  return {
    ...tell(
      PIPELINE_CODE.unfulfilledInterface,
      "component {component} requires {fqn} as {alias} from {wanted}, which does not provide it",
      { component, fqn, alias, wanted },
    ),
    severity: "error",
    path: `components.${component}.requires.${alias}`,
    places: placesOf(requirement, candidates),
    notes: [`provided by: ${names.join(", ") || "nothing"}`],
    ...(near !== null && { hint: advise(PIPELINE_CODE.unfulfilledInterface, "did you mean {near}?", { near }) }),
  };
}

function bindingTree(found: readonly { readonly requirement: Requirement; readonly node: ValueNode }[]): ValueNode {
  const origin: Origin = found[0]!.node.origin;
  const components = new Map<string, Map<string, ValueNode>>();
  for (const { requirement, node } of found) {
    const aliases = components.get(requirement.component) ?? new Map<string, ValueNode>();
    components.set(requirement.component, aliases.set(requirement.alias, node));
  }
  const struct = (fields: Map<string, ValueNode>): ValueNode => structNode(fields, origin);
  return struct(
    new Map([...components].map(([name, aliases]) => [name, struct(new Map([["requires", struct(aliases)]]))])),
  );
}

// What was left to a default is decided by the provider.
function settled(node: ValueNode): ValueNode {
  const value = effective(node);
  if (value.kind === "struct")
    return { ...value, fields: new Map([...value.fields].map(([name, inner]) => [name, settled(inner)])) };
  return value.kind === "list" ? { ...value, items: value.items.map(settled) } : value;
}

function withoutRoute(node: ValueNode, path: Path, depth: number): ValueNode {
  if (node.kind !== "struct") return node;
  if (depth === path.length)
    return {
      ...node,
      fields: new Map([...node.fields].filter(([name]) => !name.startsWith("$") && name !== "description")),
    };
  const step = String(path[depth]);
  const inner = node.fields.get(step);
  if (inner === undefined) return node;
  return { ...node, fields: new Map(node.fields).set(step, withoutRoute(inner, path, depth + 1)) };
}
