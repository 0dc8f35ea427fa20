// All tiers of values for one release, merged (VAL-1).
import { isFileFault } from "../../cue/load/index.ts";
import type { SourceTree, Value } from "../../cue/index.ts";
import { SourceFile, hasErrors, textAt } from "../../source/index.ts";
import type { Diagnostic, Outcome, Place, SourceText } from "../../source/index.ts";
import {
  computedValues,
  layerValues,
  readInline,
  readSetFlag,
  readValues,
  resolveTags,
  schemaDefaults,
  derivedNameProblem,
  sealDerived,
  sealSecrets,
  secretPathTest,
  secretSlots,
  secretStatus,
  sourceTree,
  valuesFromCue,
  wrapAssignment,
  wrapSecrets,
  viewOf,
  withQueries,
  withoutChoices,
} from "../../values/index.ts";
import type {
  Assignment,
  CueView,
  EnvironmentDefinition,
  Layers,
  LeftOut,
  MakeOpaque,
  Opaque,
  Path,
  SecretSlot,
  SecretStatus,
  SetFlag,
  TagHost,
  TagTarget,
  ValueNode,
} from "../../values/index.ts";
import type { CueAccess } from "../cue-access.ts";
import type { Module } from "../2-module/module.ts";
import { readValuesFile, valueIn } from "../values-file.ts";
import type { ValuesFileOptions } from "../values-file.ts";
import { defaultsFor } from "./defaults-for.ts";
import { fitLayers } from "./fit-layers.ts";
import { slotsOfValues } from "./slots-of-values.ts";

/** What a user gives for a release. */
export interface ValueInputs {
  /** Overlays of the platform, the catalog entry's last. */
  readonly platform?: readonly ValueNode[];
  /** Values that are read already: those of a release that somebody wrote. */
  readonly given?: readonly ValueNode[];
  /** `-f` in order. */
  readonly files?: readonly SourceText[];
  /** `--set` and its kin in order. */
  readonly sets?: readonly SetFlag[];
  /** For `--set-file`. */
  readText?(path: string): string | null;
  /** Fetches what tags ask for; without it they stay tags and the schema judges them. */
  readonly tags?: TagHost;
  /** Where the release goes: what tags and queries ask. */
  readonly target?: TagTarget;
  /** Makes literal secrets opaque; without it they are plain text here. */
  readonly opaque?: MakeOpaque;
  /** Opens secrets for the evaluator: an expression of a values file may be made of them. */
  readonly reveal?: ((secret: Opaque) => string) | undefined;
  /** `-t`: what `@tag(key)` in a values file stands for. */
  readonly inject?: readonly string[];
  /** Hears every text that is made from a secret. */
  made?(text: string): void;
  /** Called before anything is read, and when every secret has been made opaque. */
  begin?(): void;
  known?(): void;
}

export interface ReleaseValues {
  readonly tree: ValueNode;
  readonly schema: CueView | undefined;
  readonly secrets: readonly SecretSlot[];
  /** Those of the environment alone: they must fit the schema whatever wins over them. */
  readonly environment?: ValueNode;
  /** How each secret was given, before tags were fetched. */
  readonly statuses: readonly SecretStatus[];
  /** Paths whose tags could not be fetched, which is told. */
  readonly unfilled?: readonly string[];
  /** What the platform or an environment says for other modules. */
  readonly left: readonly LeftOut[];
}

export async function releaseValues(
  cue: CueAccess,
  module: Module,
  inputs: ValueInputs,
  environment?: EnvironmentDefinition,
): Promise<Outcome<ReleaseValues>> {
  const diagnostics: Diagnostic[] = [];
  const keep = <T>(outcome: Outcome<T>): T | undefined => {
    diagnostics.push(...outcome.diagnostics);
    return outcome.value;
  };
  inputs.begin?.();
  if (inputs.made !== undefined) cue.program.onMarked(inputs.made);
  const { root } = module.cue.get();
  const config = root.field("#config");
  const schema = config && viewOf(config);
  let secrets: readonly SecretSlot[] = schema === undefined ? [] : secretSlots(schema);
  tellLiterals(secrets, inputs);
  const place: Place = { file: { name: `${module.path}/module.cue`, text: "" }, span: { start: -1, end: -1 } };
  const reading: Omit<ValuesFileOptions, "tier"> = {
    folder: module.path,
    tags: inputs.inject,
    opaque: inputs.opaque,
    ...(inputs.tags && { fetch: (tags: ValueNode) => fetched(tags, inputs, secrets) }),
  };
  const queries = root.field("queries");
  const author = withQueries(
    keep(await authorValues(cue, module, schema, place, reading)),
    queries && viewOf(queries),
    { tier: "author", source: "queries", file: place.file, span: place.span },
  );
  const user = [...(inputs.given ?? [])];
  for (const file of inputs.files ?? []) {
    const node = keep(await readValuesFile(cue, file, { ...reading, tier: "user" }));
    if (node !== undefined) user.push(node);
  }
  const sets = (inputs.sets ?? []).flatMap((flag): Assignment[] => {
    const read = keep(readSetFlag(flag, { readText: inputs.readText ?? (() => null), readJson: readInline }));
    return read === undefined ? [] : [read];
  });
  if (hasErrors(diagnostics)) return { diagnostics };
  const schemaOwn = schema && schemaDefaults(schema, schema.places[0] ?? place);
  const decorated = module.decorated ?? [];
  const wrap = (node: ValueNode): ValueNode => wrapSecrets(node, decorated);
  const all: Layers = {
    ...(author && { author: wrap(author) }),
    ...(inputs.platform && { platform: inputs.platform.map(wrap) }),
    user: user.map(wrap),
    ...(environment?.values && { environment: wrap(environment.values) }),
    sets: sets.map((set) => wrapAssignment(set, decorated)),
  };
  const { layers: given, left } =
    schema === undefined ? { layers: all, left: [] } : fitLayers(module, schema, all, inputs.reveal);
  const own = given.environment;
  if (schema !== undefined) {
    const found = slotsOfValues(cue, module, schema, secrets, given);
    tellLiterals(found.slots.slice(secrets.length), inputs);
    secrets = found.slots;
    for (const { text, path, place: at } of found.stray) inputs.opaque?.(text, path, at);
  }
  const sealed = withoutDerived(given, secrets, inputs, diagnostics);
  const layers: Layers = {
    ...sealed,
    secrets: secrets.map(({ path }) => path),
    // Before anything is compared: a broken lock must not show what was given.
    ...(inputs.opaque && { seal: inputs.opaque }),
  };
  const defaults =
    config && defaultsFor(cue, module, { config, own: schemaOwn, layers, place: schema?.places[0] ?? place });
  let tree = keep(layerValues({ ...layers, ...(defaults && { defaults }) }))!;
  const statuses = secretStatus(secrets, tree);
  const unfilled: string[] = [];
  if (inputs.tags !== undefined) {
    const resolved = await resolveTags(tree, inputs.tags, secretPathTest(secrets), inputs.target);
    tree = keep(resolved)?.tree ?? tree;
    unfilled.push(...resolved.diagnostics.flatMap(({ path }) => path ?? []));
  }
  const seal = (node: ValueNode): ValueNode =>
    inputs.opaque === undefined
      ? node
      : sealSecrets(
          node,
          secrets.map(({ path }) => path),
          inputs.opaque,
        );
  tree = seal(tree);
  inputs.known?.();
  return {
    value: { tree, schema, secrets, statuses, unfilled, left, ...(own && { environment: seal(own) }) },
    diagnostics,
  };
}

/** What tiers made from their secrets is opaque from here on; a name that is made from one is refused. */
function withoutDerived(
  given: Layers,
  secrets: readonly SecretSlot[],
  { opaque }: ValueInputs,
  diagnostics: Diagnostic[],
): Layers {
  if (opaque === undefined || secrets.length === 0) return given;
  const paths = secrets.map(({ path }) => path);
  const seal = (node: ValueNode): ValueNode => {
    const { tree, names } = sealDerived(node, paths, opaque);
    diagnostics.push(...names.map(derivedNameProblem));
    return tree;
  };
  return {
    ...given,
    ...(given.author && { author: seal(given.author) }),
    ...(given.platform && { platform: given.platform.map(seal) }),
    ...(given.user && { user: given.user.map(seal) }),
    ...(given.environment && { environment: seal(given.environment) }),
  };
}

/** What a schema itself says that secrets are, or may be, is secret too. */
export function tellLiterals(slots: readonly SecretSlot[], { opaque }: Pick<ValueInputs, "opaque">): void {
  for (const { path, literals = [] } of slots)
    for (const { text, place } of literals) opaque?.(text, `the schema of ${path.join(".")}`, place);
}

/** What the tags of a file stand for, for expressions beside them. They may stand under `values:`. */
async function fetched(
  tags: ValueNode,
  inputs: ValueInputs,
  secrets: readonly SecretSlot[],
): Promise<Outcome<SourceTree>> {
  const isSecret = secretPathTest(secrets);
  const isSecretHere = (path: Path): boolean => isSecret(path) || (path[0] === "values" && isSecret(path.slice(1)));
  const { value, diagnostics } = await resolveTags(tags, inputs.tags!, isSecretHere, inputs.target);
  // What cannot be fetched is told when the values of the release are; what depends on it waits for that.
  if (value === undefined || hasErrors(diagnostics)) return { diagnostics: [] };
  return { value: sourceTree(value.tree, { reveal: inputs.reveal }).tree, diagnostics: [] };
}

// `values.cue` is read as a file, so that every value keeps its line; what it computes is evaluated with its package,
// which is the module's or, where it names another or none, the file alone. What only `#config` says of a field is not
// the author's: its defaults are a tier of their own, and follow whatever wins.
async function authorValues(
  cue: CueAccess,
  module: Module,
  schema: CueView | undefined,
  place: Place,
  reading: Omit<ValuesFileOptions, "tier">,
): Promise<Outcome<ValueNode | undefined>> {
  const { instance, root } = module.cue.get();
  const file = instance.files.find(({ path }) => path === module.valuesFile);
  if (file !== undefined) return packageValues(root, file.source, schema, reading);
  if (module.valuesFile !== undefined) {
    const content = cue.program.files.readFile(module.valuesFile);
    if (!isFileFault(content))
      return readValuesFile(cue, SourceFile.fromBytes(module.valuesFile, content), { ...reading, tier: "author" });
  }
  const values = root.field("values");
  if (values === undefined || isOnlySchema(values)) return { value: undefined, diagnostics: [] };
  const tree = valuesFromCue(viewOf(values), { tier: "author", place, ...(schema && { schema: () => schema }) });
  return { value: withoutChoices(tree), diagnostics: [] };
}

/** A values file that is one of the module's package. */
async function packageValues(
  root: Value,
  file: SourceFile,
  schema: CueView | undefined,
  { fetch, opaque }: Omit<ValuesFileOptions, "tier">,
): Promise<Outcome<ValueNode | undefined>> {
  let tags: ValueNode | undefined;
  let isAsked = false;
  const options = { tier: "author", format: "cue" } as const;
  const read = readValues(file, {
    ...options,
    evaluate: (_, __, reading) => {
      ({ tags } = reading);
      isAsked = true;
      return { diagnostics: [] };
    },
  });
  if (!isAsked) return read;
  const given = tags && (await fetch?.(tags));
  const whole = given?.value === undefined ? root : root.with(given.value);
  return readValues(file, {
    ...options,
    evaluate: (_, context) => ({
      value: computedValues(
        {
          at: (path) => {
            const value = valueIn(whole, path);
            const own = value?.alone((declaration) => declaration.place?.file.name === file.name);
            return (own ?? value) && viewOf((own ?? value)!);
          },
          schema: (path) =>
            schema &&
            path.slice(1).reduce<CueView | undefined>((view, step) => view?.field(String(step), true), schema),
          pending: tags !== undefined && given?.value === undefined,
          opaque,
        },
        context,
      ),
      diagnostics: [],
    }),
  });
}

/** `values: #config` and nothing else. */
function isOnlySchema(values: Value): boolean {
  return values.declarations().every(({ place }) => place !== undefined && isName(textAt(place)));
}

const isName = (text: string): boolean => /^_?#?[A-Za-z_$][\w$]*$/.test(text) && !/^(?:null|true|false)$/.test(text);
