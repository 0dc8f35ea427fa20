// The rendered manifests as a document beside the source: each line leads to where it comes from, and back.
import { decodeYaml } from "../../cue/index.ts";
import type { Field, Node } from "../../cue/syntax/index.ts";
import { manifestYaml, objectOrigins } from "../../pipeline/index.ts";
import type { Manifest, ReleaseResult } from "../../pipeline/index.ts";
import { maskManifest } from "../../secrets/index.ts";
import type { Place } from "../../source/index.ts";
import { labelText } from "../analysis/syntax-path.ts";
import { moduleOf } from "../analysis/module-of.ts";
import type { OpenModule, Releases } from "../analysis/releases.ts";
import type { Workspace } from "../analysis/workspace.ts";
import { lspDiagnosticsOf } from "../check/lsp-diagnostics.ts";
import { locationOf } from "../check/lsp-diagnostics.ts";
import type { Location, LspDiagnostic } from "../protocol/types.ts";
import { EditorLines } from "../text/text-document.ts";
import { uriOfPath } from "../text/uri.ts";

const PREVIEW_SCHEME = "opm-preview";

interface PreviewObject {
  readonly kind: string;
  readonly name: string;
  readonly component: string;
  /** Lines from 0, the last one not included. */
  readonly start: number;
  readonly end: number;
}

export interface Preview {
  readonly uri: string;
  readonly environment: string;
  readonly environments: readonly string[];
  readonly text: string;
  readonly objects: readonly PreviewObject[];
  /** Why there is less than there should be. */
  readonly diagnostics: readonly LspDiagnostic[];
}

interface Rendered {
  readonly preview: Preview;
  readonly result: ReleaseResult;
  readonly manifests: readonly Manifest[];
  readonly places: Map<number, Promise<readonly Place[]>>;
  /** Of each object: where its fields come from, and which field begins on which of its lines. */
  readonly origins: Map<number, Promise<ObjectLines>>;
}

interface ObjectLines {
  readonly originsOf: Awaited<ReturnType<typeof objectOrigins>>;
  readonly paths: readonly (readonly string[])[];
}

export class Previews {
  readonly #workspace: Workspace;
  readonly #releases: Releases;
  readonly #kept = new WeakMap<ReleaseResult, Rendered>();

  constructor(workspace: Workspace, releases: Releases) {
    this.#workspace = workspace;
    this.#releases = releases;
  }

  /** The manifests of the module that a file belongs to; undefined if it belongs to none. */
  async preview(path: string, environmentName?: string): Promise<Preview | undefined> {
    return (await this.#rendered(path, environmentName))?.preview;
  }

  async #rendered(path: string, environmentName?: string): Promise<Rendered | undefined> {
    const folder = await moduleOf(this.#workspace, path);
    if (folder === undefined) return undefined;
    const module = await this.#releases.open(folder);
    const named = module.environments.find(({ name }) => name === environmentName);
    const environment = named ?? this.#releases.chosen(module) ?? module.environments[0];
    const result = await this.#releases.release(module, environment, "execute");
    if (result === undefined) return this.#empty(module);
    let kept = this.#kept.get(result);
    if (kept === undefined) this.#kept.set(result, (kept = this.#made(module, environment?.name ?? "", result)));
    return kept;
  }

  #empty(module: OpenModule): Rendered {
    const result: ReleaseResult = { rules: [], manifests: [], diagnostics: module.opened.diagnostics };
    return this.#made(module, "", result);
  }

  #made(module: OpenModule, environment: string, result: ReleaseResult): Rendered {
    const objects: PreviewObject[] = [];
    let text = "";
    let line = 0;
    for (const { object, identity, component } of result.manifests) {
      if (text !== "") {
        text += "---\n";
        line++;
      }
      const yaml = manifestYaml(maskManifest(object).value);
      const count = yaml.split("\n").length - 1;
      objects.push({ kind: identity.kind, name: identity.name, component, start: line, end: line + count });
      text += yaml;
      line += count;
    }
    return {
      preview: {
        uri: `${PREVIEW_SCHEME}:${uriOfPath(module.folder).slice("file://".length)}/${environment === "" ? "manifests" : environment}.yaml`,
        environment,
        environments: module.environments.map(({ name }) => name),
        text,
        objects,
        diagnostics: lspDiagnosticsOf(this.#workspace, [...module.opened.diagnostics, ...result.diagnostics]),
      },
      result,
      manifests: result.manifests,
      places: new Map(),
      origins: new Map(),
    };
  }

  /** Where a line of the manifests comes from, the best place first. */
  async origins(path: string, line: number, environment?: string): Promise<Location[]> {
    const rendered = await this.#rendered(path, environment);
    if (rendered === undefined) return [];
    const places = await this.#placesOf(rendered, line, path);
    return places.map((place) => locationOf(this.#workspace, place));
  }

  #placesOf(rendered: Rendered, line: number, path: string): Promise<readonly Place[]> {
    let found = rendered.places.get(line);
    if (found === undefined) rendered.places.set(line, (found = this.#find(rendered, line, path)));
    return found;
  }

  /** An object is evaluated again once, with its expressions, for all of its lines. */
  async #open({ preview, result, manifests }: Rendered, at: number, path: string): Promise<ObjectLines> {
    const { start, end } = preview.objects[at]!;
    const text = preview.text.split("\n").slice(start, end).join("\n");
    const folder = await moduleOf(this.#workspace, path);
    const module = folder && (await this.#releases.open(folder));
    const cue = module ? module.session?.cue : undefined;
    const originsOf = await objectOrigins({ ...result, ...(cue && { cue }) }, manifests[at]!);
    return { originsOf, paths: pathsOfLines(`${text}\n`) };
  }

  async #find(rendered: Rendered, line: number, path: string): Promise<readonly Place[]> {
    const { preview, manifests } = rendered;
    const at = preview.objects.findIndex(({ start, end }) => line >= start && line < end);
    const manifest = manifests[at];
    if (manifest === undefined) return [];
    let opened = rendered.origins.get(at);
    if (opened === undefined) rendered.origins.set(at, (opened = this.#open(rendered, at, path)));
    const { originsOf, paths } = await opened;
    const steps = paths[line - preview.objects[at]!.start] ?? [];
    // A field that the transformer computed as a whole is told by the nearest one above it.
    for (let length = steps.length; length >= 0; length--) {
      const origins = originsOf(steps.slice(0, length));
      const places = (origins ?? []).flatMap(({ what, place }) => (place === undefined ? [] : [{ what, place }]));
      if (places.length > 0)
        return places.sort((a, b) => RANK.indexOf(a.what) - RANK.indexOf(b.what)).map((p) => p.place);
    }
    return manifest.place === undefined ? [] : [manifest.place];
  }

  /** The lines of the manifests that a place of a file decides. */
  async linesFrom(path: string, offset: number, environment?: string): Promise<number[]> {
    const rendered = await this.#rendered(path, environment);
    if (rendered === undefined) return [];
    const out: number[] = [];
    const at = this.#workspace.linesOf(path).lineAt(offset);
    for (const { start, end } of rendered.preview.objects)
      for (let line = start; line < end; line++) {
        const places = await this.#placesOf(rendered, line, path);
        const own = places.find(({ file }) => file.name === path);
        if (own !== undefined && this.#workspace.linesOf(path).lineAt(own.span.start) === at) out.push(line);
      }
    return out;
  }
}

const RANK = ["value", "made from", "environment", "component", "shadows", "transformer", "rendered by"];

/** Of each line of a YAML document the path of the field that begins there, the innermost one. */
function pathsOfLines(text: string): readonly (readonly string[])[] {
  const [document] = decodeYaml(text).documents;
  if (document === undefined) return [];
  const lines = new EditorLines(text);
  const out: (readonly string[])[] = [];
  const keep = (offset: number, path: readonly string[], always: boolean): void => {
    if (offset < 0) return;
    const line = lines.lineAt(offset);
    if (always || path.length > (out[line]?.length ?? 0)) out[line] = path;
  };
  const visit = (node: Node, path: readonly string[]): void => {
    if (node.kind === "StructLit") for (const field of node.elts) if (field.kind === "Field") visitField(field, path);
    if (node.kind === "ListLit") for (const [i, elt] of node.elts.entries()) visit(elt, [...path, String(i)]);
    keep(node.pos, path, false);
  };
  const visitField = (field: Field, path: readonly string[]): void => {
    const inner = [...path, labelText(field.label) ?? ""];
    keep(field.label.pos, inner, true);
    visit(field.value, inner);
  };
  visit(document, []);
  return out;
}
