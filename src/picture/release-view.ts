// A module, opened to be looked at: rendered for each environment that was asked for, and able to say where any field of
// any object comes from.
import {
  Trace,
  chosenEnvironments,
  manifestYaml,
  objectOrigins,
  openSession,
  renderRelease,
} from "../pipeline/index.ts";
import type {
  FieldOrigin,
  Manifest,
  OpenedSession,
  PipelineHost,
  ReleaseResult,
  RenderRequest,
  Session,
  TraceEntry,
} from "../pipeline/index.ts";
import { maskManifest } from "../secrets/index.ts";
import type { Diagnostic } from "../source/index.ts";
import { explain, leavesOf, parsePath, planRollout, resolveEnvironment, secretPathTest } from "../values/index.ts";
import type { EnvironmentChoice } from "../values/index.ts";
import { formFields } from "./form-fields.ts";
import { phaseLines, shortFqn } from "./phase-lines.ts";
import type {
  ComponentPicture,
  FormField,
  ObjectPicture,
  OriginPicture,
  PhasePicture,
  PlacePicture,
  Picture,
  ReleasePicture,
  RulePicture,
  SecretPicture,
  ValuePicture,
} from "./picture.ts";
import { Places } from "./places.ts";
import { secretUses } from "./secret-uses.ts";
import { yamlPaths } from "./yaml-paths.ts";

export interface ViewRequest extends Omit<RenderRequest, "environment"> {
  readonly environments?: EnvironmentChoice;
}

/** What hides secrets in words and in texts of files. */
export interface Hiding {
  diagnostic(diagnostic: Diagnostic): Diagnostic;
  file(name: string, text: string): string;
  /** What a file is called in the picture: the machine that it is on is nobody's business. */
  name?(file: string): string;
}

interface Rendered {
  readonly result: ReleaseResult;
  readonly trace: readonly TraceEntry[];
  readonly objects: readonly { readonly id: string; readonly manifest: Manifest }[];
}

export class ReleaseView {
  readonly #opened: OpenedSession;
  readonly #rendered: readonly Rendered[];
  readonly #diagnostics: readonly Diagnostic[];
  readonly #hiding: Hiding;

  private constructor(
    opened: OpenedSession,
    rendered: readonly Rendered[],
    own: readonly Diagnostic[],
    hiding: Hiding,
  ) {
    this.#opened = opened;
    this.#rendered = rendered;
    this.#diagnostics = own;
    this.#hiding = hiding;
  }

  static async open(host: PipelineHost, request: ViewRequest, hiding: Hiding): Promise<ReleaseView> {
    const shared = new Trace(() => host.clock());
    const opened = await openSession(host, { ...request, rendering: true }, shared);
    if (opened.session === undefined) return new ReleaseView(opened, [], opened.diagnostics, hiding);
    const chosen = chosenEnvironments(opened.session, request.environments ?? everything(opened.session));
    const rendered: Rendered[] = [];
    for (const environment of chosen.value ?? []) {
      const trace = new Trace(() => host.clock());
      const task = { ...request, ...(environment && { environment }) };
      const result = await renderRelease(opened.session, task, "execute", trace);
      rendered.push({ result, trace: [...shared.entries, ...trace.entries], objects: identified(result.manifests) });
    }
    return new ReleaseView(opened, rendered, [...opened.diagnostics, ...chosen.diagnostics], hiding);
  }

  picture(): Picture {
    const places = this.#places();
    const { module, session } = this.#opened;
    const told = (diagnostics: readonly Diagnostic[]) =>
      diagnostics.map((d) => places.diagnostic(this.#hiding.diagnostic(d)));
    const environments = [...(session?.environments ?? new Map()).values()].flatMap(({ name, place }) => {
      const { value } = resolveEnvironment(name, session!.environments);
      return value === undefined ? [] : [{ own: value, place }];
    });
    const picture = {
      version: 1 as const,
      ...(module && {
        module: {
          name: module.metadata.name,
          version: module.metadata.version,
          description: module.metadata.description ?? "",
          path: this.#hiding.name?.(module.path) ?? module.path,
        },
      }),
      form: this.#form(),
      environments: environments.map(({ own, place }) => ({
        name: own.name,
        abstract: own.abstract,
        extends: own.extends,
        ...(own.namespace !== undefined && { namespace: own.namespace }),
        ...(own.cluster !== undefined && { context: own.cluster.kubeContext }),
        ...(own.group !== undefined && { group: own.group }),
        place: places.of(place),
      })),
      waves: planRollout(environments.map(({ own }) => own)),
      releases: this.#rendered.map((one) => this.#release(one, places, told)),
      diagnostics: told(this.#diagnostics),
    };
    return { ...picture, files: places.files((name, text) => this.#hiding.file(name, text)) };
  }

  /** For each of some fields the way back to the lines that made it. */
  async explain(
    environment: string | undefined,
    object: string,
    paths: readonly (readonly (string | number)[])[],
  ): Promise<{ origins: OriginPicture[][]; files: Record<string, string> }> {
    const places = this.#places();
    const found = this.#rendered.find(({ result }) => result.environment?.name === environment);
    const manifest = found?.objects.find(({ id }) => id === object)?.manifest;
    if (found === undefined || manifest === undefined) return { origins: paths.map(() => []), files: {} };
    const { cue } = this.#opened.session!;
    const originsOf = await objectOrigins({ ...found.result, cue }, manifest);
    const by = {
      what: "rendered by",
      text: `${shortFqn(manifest.transformer)} from ${manifest.component || "the release"}`,
    };
    const origins = paths.map((path) => [by, ...(originsOf(path.map(String)) ?? [])] as FieldOrigin[]);
    return {
      origins: origins.map((chain) =>
        chain.map(({ what, text, place }) => {
          const said = this.#hiding.diagnostic({
            code: "",
            severity: "info",
            message: text,
            ...(place && { places: [place] }),
          });
          const [at] = said.places ?? [];
          return { what, text: said.message, ...(at && { place: places.of(at) }) };
        }),
      ),
      files: places.files((name, text) => this.#hiding.file(name, text)),
    };
  }

  /** Every field of every object that a value reaches: the ways back, read in the other direction. */
  async reach(
    environment: string | undefined,
    value: string,
  ): Promise<{ object: string; path: (string | number)[] }[]> {
    const found = this.#rendered.find(({ result }) => result.environment?.name === environment);
    const out: { object: string; path: (string | number)[] }[] = [];
    const row = found && valuePictures(found.result, this.#places()).find(({ path }) => path === value);
    const at = row?.steps[0]?.place;
    for (const { id, manifest } of found?.objects ?? []) {
      const paths = yamlPaths(objectYaml(manifest)).filter(
        (path, i, all) => path.length > 0 && isLeafLine(path, all[i + 1]),
      );
      const { origins } = await this.explain(environment, id, paths);
      origins.forEach((chain, i) => {
        // By its name, or by its line where it is a default that nobody overrides.
        const reached = chain.some(
          ({ what, text, place }) => what === "value" && (isValue(text, value) || samePlace(place, at)),
        );
        if (reached) out.push({ object: id, path: [...paths[i]!] });
      });
    }
    return out;
  }

  #places(): Places {
    return new Places((file) => this.#hiding.name?.(file) ?? file);
  }

  #form(): FormField[] {
    const schema = this.#rendered.find(({ result }) => result.values?.schema !== undefined)?.result.values?.schema;
    return schema === undefined ? [] : formFields(schema);
  }

  #release(
    one: Rendered,
    places: Places,
    told: (d: readonly Diagnostic[]) => ReleasePicture["diagnostics"],
  ): ReleasePicture {
    const { result, objects } = one;
    const { environment, release, plan, rules } = result;
    return {
      ...(environment && { environment: environment.name }),
      ...(release && {
        name: release.metadata.name,
        namespace: release.metadata.namespace,
        uuid: release.metadata.uuid,
      }),
      phases: this.#phases(one),
      values: valuePictures(result, places),
      components: plan === undefined || release === undefined ? [] : componentPictures(result),
      objects: objects.map(({ id, manifest }) => objectPicture(id, manifest)),
      rules: rules.map((rule): RulePicture => ({
        ...rule,
        rule: shortFqn(rule.rule),
        violations: told(rule.violations),
      })),
      secrets: secretPictures(result, objects, places),
      diagnostics: told(result.diagnostics),
    };
  }

  #phases({ result, trace }: Rendered): PhasePicture[] {
    const { config, module } = this.#opened;
    const all = { ...result, ...(config && { config }), ...(module && { module }) };
    return trace
      .map(({ phase, name, ms }) => ({ phase, name, ms, lines: phaseLines(phase, all) }))
      .sort((a, b) => a.phase - b.phase);
  }
}

/** All environments of a module that has some; the release without one otherwise. */
function everything({ environments }: Session): EnvironmentChoice {
  return { all: [...environments.values()].some(({ abstract }) => !abstract) };
}

function identified(manifests: readonly Manifest[]): { id: string; manifest: Manifest }[] {
  return manifests.map((manifest) => {
    const { kind, namespace, name } = manifest.identity;
    return { id: namespace === "" ? `${kind}/${name}` : `${kind}/${namespace}/${name}`, manifest };
  });
}

export function objectYaml({ object }: Manifest): string {
  return manifestYaml(maskManifest(object).value);
}

function objectPicture(id: string, manifest: Manifest): ObjectPicture {
  const { identity, component, transformer, policy } = manifest;
  return {
    id,
    kind: identity.kind,
    name: identity.name,
    namespace: identity.namespace,
    component,
    transformer: shortFqn(transformer),
    ...(policy !== undefined && { policy }),
    yaml: objectYaml(manifest),
  };
}

function valuePictures({ values }: ReleaseResult, places: Places): ValuePicture[] {
  if (values === undefined) return [];
  const isSecret = secretPathTest(values.secrets);
  return [...leavesOf(values.tree)].flatMap(({ path }): ValuePicture[] => {
    const explained = explain(values.tree, path, isSecret);
    if (explained === undefined) return [];
    return [
      {
        path: explained.path,
        secret: isSecret(path),
        steps: explained.steps.map(({ tier, source, value, locked, place }) => ({
          tier,
          source,
          value,
          locked,
          place: places.of(place),
        })),
        bounds: explained.bounds.map(({ text, source, place }) => ({ text, source, place: places.of(place) })),
      },
    ];
  });
}

function componentPictures({ release, plan }: ReleaseResult): ComponentPicture[] {
  return release!.components.map(({ id, resources, traits, blueprints }) => ({
    id,
    resources: resources.map(shortFqn),
    traits: traits.map((fqn) => ({
      fqn: shortFqn(fqn),
      handled: !plan!.unhandledTraits.some(({ component, trait }) => component === id && trait === fqn),
    })),
    blueprints: blueprints.map(shortFqn),
    matches: plan!.details
      .filter(({ component }) => component === id)
      .map(({ transformer, matched, reason, lacking }) => ({
        transformer: shortFqn(transformer),
        matched,
        reasons: matched ? reasonsOf(reason) : [],
        lacking: [
          ...lacking.labels.map((text) => `label ${text}`),
          ...lacking.resources.map((fqn) => `resource ${shortFqn(fqn)}`),
          ...lacking.traits.map((fqn) => `trait ${shortFqn(fqn)}`),
        ],
      })),
  }));
}

function secretPictures({ values }: ReleaseResult, objects: Rendered["objects"], places: Places): SecretPicture[] {
  return (values?.statuses ?? []).map(({ place, ...status }) => ({
    ...status,
    ...(place && { place: places.of(place) }),
    uses: secretUses(objects, ...clusterName(status)),
  }));
}

/** The Secret and the key that workloads read: their own, or one that is in the cluster already. */
function clusterName({ how, detail, secretName, dataKey }: Omit<SecretPicture, "place" | "uses">): [string, string] {
  const existing = how === "reference" ? /^k8s:([^#]*)#(.*)$/.exec(detail) : null;
  return existing === null ? [secretName, dataKey] : [existing[1]!, existing[2]!];
}

/** A line whose successor is not below it. */
function isLeafLine(path: readonly (string | number)[], next: readonly (string | number)[] | undefined): boolean {
  return next === undefined || next.length <= path.length || !path.every((step, i) => next[i] === step);
}

/** Whether the text of a step, `path = value (tier)`, is about a value or something inside of it. */
function isValue(text: string, value: string): boolean {
  const path = text.slice(0, Math.max(0, text.indexOf(" = ")));
  const parsed = parsePath(path);
  return path === value || ("path" in parsed && (path.startsWith(`${value}.`) || path.startsWith(`${value}[`)));
}

function samePlace(a: PlacePicture | undefined, b: PlacePicture | undefined): boolean {
  return a !== undefined && b !== undefined && a.line > 0 && a.file === b.file && a.line === b.line;
}

/** `requiredResources[opmodel.dev/…#Container]` as `resource Container`. */
function reasonsOf(reason: string): string[] {
  const words: Readonly<Record<string, string>> = {
    Labels: "label",
    Resources: "resource",
    Traits: "trait",
    Rules: "rule",
  };
  return [...reason.matchAll(/required(Labels|Resources|Traits|Rules)\[([^\]]*)\]/g)].map(
    ([, what, text]) => `${words[what!]} ${what === "Labels" ? text : shortFqn(text!)}`,
  );
}
