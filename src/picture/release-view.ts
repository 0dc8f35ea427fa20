// A folder, opened to be looked at: everything in it rendered, and able to say where any field of any object comes from.
import { Trace, objectOrigins, renderRelease } from "../pipeline/index.ts";
import type { FieldOrigin, Manifest, PipelineHost } from "../pipeline/index.ts";
import type { Diagnostic } from "../source/index.ts";
import { parsePath, planRollout, resolveEnvironment } from "../values/index.ts";
import { formFields } from "./form-fields.ts";
import { bundlePictures, openJobs } from "./open-jobs.ts";
import type { OpenedJobs, ViewRequest } from "./open-jobs.ts";
import { shortFqn } from "./phase-lines.ts";
import type { FormField, OriginPicture, PlacePicture, Picture } from "./picture.ts";
import { Places } from "./places.ts";
import { objectYaml, releasePicture, valuePictures } from "./release-picture.ts";
import type { Rendered } from "./release-picture.ts";
import { yamlPaths } from "./yaml-paths.ts";

/** What hides secrets in words and in texts of files. */
export interface Hiding {
  diagnostic(diagnostic: Diagnostic): Diagnostic;
  file(name: string, text: string): string;
  /** What a file is called in the picture: the machine that it is on is nobody's business. */
  name?(file: string): string;
}

export class ReleaseView {
  readonly #opened: OpenedJobs;
  readonly #rendered: readonly Rendered[];
  readonly #hiding: Hiding;

  private constructor(opened: OpenedJobs, rendered: readonly Rendered[], hiding: Hiding) {
    this.#opened = opened;
    this.#rendered = rendered;
    this.#hiding = hiding;
  }

  static async open(host: PipelineHost, request: ViewRequest, hiding: Hiding): Promise<ReleaseView> {
    const shared = new Trace(() => host.clock());
    const opened = await openJobs(host, request, shared);
    const rendered: Rendered[] = [];
    for (const { id, session, task } of opened.jobs) {
      const trace = new Trace(() => host.clock());
      const result = await renderRelease(session, task, "execute", trace);
      const entries = [...shared.entries, ...trace.entries];
      rendered.push({ id, module: session.module, result, trace: entries, objects: identified(result.manifests) });
    }
    return new ReleaseView(opened, rendered, hiding);
  }

  picture(): Picture {
    const places = this.#places();
    const { kind, module, config, bundles } = this.#opened;
    const told = (diagnostics: readonly Diagnostic[]) =>
      diagnostics.map((d) => places.diagnostic(this.#hiding.diagnostic(d)));
    const environments = [...this.#opened.environments.values()].flatMap(({ name, place }) => {
      const { value } = resolveEnvironment(name, this.#opened.environments);
      return value === undefined ? [] : [{ own: value, place }];
    });
    const picture = {
      version: 1 as const,
      kind,
      ...(module && {
        module: {
          name: module.metadata.name,
          version: module.metadata.version,
          description: module.metadata.description ?? "",
          path: this.#hiding.name?.(module.path) ?? module.path,
        },
      }),
      form: this.#form(),
      ...(bundles[0] && { formValues: valuePictures(bundles[0].values, places) }),
      bundles: bundlePictures(this.#opened),
      environments: environments.map(({ own, place }) => ({
        name: own.name,
        abstract: own.abstract,
        extends: own.extends,
        ...(own.namespace !== undefined && { namespace: own.namespace }),
        ...(own.cluster !== undefined && { context: own.cluster.kubeContext }),
        ...(own.group !== undefined && { group: own.group }),
        ...(place && { place: places.of(place) }),
      })),
      waves: planRollout(environments.map(({ own }) => own)),
      releases: this.#rendered.map((one) => releasePicture(one, config, places, told)),
      diagnostics: told(this.#opened.diagnostics),
    };
    return { ...picture, files: places.files((name, text) => this.#hiding.file(name, text)) };
  }

  /** For each of some fields the way back to the lines that made it. */
  async explain(
    release: string,
    object: string,
    paths: readonly (readonly (string | number)[])[],
  ): Promise<{ origins: OriginPicture[][]; files: Record<string, string> }> {
    const places = this.#places();
    const found = this.#rendered.find(({ id }) => id === release);
    const manifest = found?.objects.find(({ id }) => id === object)?.manifest;
    if (found === undefined || manifest === undefined) return { origins: paths.map(() => []), files: {} };
    const { cue } = this.#opened.jobs.find(({ id }) => id === release)!.session;
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
  async reach(release: string, value: string): Promise<{ object: string; path: (string | number)[] }[]> {
    const found = this.#rendered.find(({ id }) => id === release);
    const out: { object: string; path: (string | number)[] }[] = [];
    const row = found && valuePictures(found.result.values, this.#places()).find(({ path }) => path === value);
    const at = row?.steps[0]?.place;
    for (const { id, manifest } of found?.objects ?? []) {
      const paths = yamlPaths(objectYaml(manifest)).filter(
        (path, i, all) => path.length > 0 && isLeafLine(path, all[i + 1]),
      );
      const { origins } = await this.explain(release, id, paths);
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

  /** Of the bundle where there is one; otherwise of the module. */
  #form(): FormField[] {
    const { bundles, kind } = this.#opened;
    const own = kind === "module" ? this.#rendered.find(({ result }) => result.values !== undefined) : undefined;
    const schema = bundles[0]?.values.schema ?? own?.result.values?.schema;
    return schema === undefined ? [] : formFields(schema);
  }
}

function identified(manifests: readonly Manifest[]): Rendered["objects"] {
  return manifests.map((manifest) => {
    const { kind, namespace, name } = manifest.identity;
    return { id: namespace === "" ? `${kind}/${name}` : `${kind}/${namespace}/${name}`, manifest };
  });
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
