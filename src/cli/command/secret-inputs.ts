// Secrets on their way through one command: opaque from the moment they are read, and hidden in whatever is printed.
import { nodeLiveCluster } from "../../host/node-live-cluster.ts";
import { isFileFault } from "../../cue/load/index.ts";
import { nodeCatalog } from "../../host/node-catalog.ts";
import { nodeSourceHost } from "../../host/node-secret-host.ts";
import { nodeTagWorld } from "../../host/node-tag-world.ts";
import {
  Redactor,
  Secret,
  SecretFetcher,
  isSecret,
  isSopsFile,
  openValues,
  reveal,
  tagReference,
  tagRefusal,
} from "../../secrets/index.ts";
import type { OpenSecretCluster, SourceHost } from "../../secrets/index.ts";
import { cueCode, hiding, reword, valuesCode } from "../../source/index.ts";
import type { Diagnostic, Place, SourceText } from "../../source/index.ts";
import {
  authorsWords,
  declaredNames,
  isWritten,
  literalTexts,
  suspectLiterals,
  withoutComputed,
  withoutEchoes,
  withoutValues,
  writtenLiterals,
} from "../../values/index.ts";
import type { MakeOpaque, Opaque, TagHost } from "../../values/index.ts";
import type { CommandContext, TextGuard } from "../command-spec.ts";
import { neighbourFiles } from "./neighbour-files.ts";

/** How a values file's own mistakes begin. */
const OWN_FILE = "it cannot be evaluated in its own file: ";
const SHORTEST_PART = 4;
const SHORTEST_MADE = 6;
/** Whoever makes more than this from secrets shows some of it in error messages at worst, and waits no longer. */
const LONGEST_MADE = 1 << 16;
const MOST_MADE = 5000;

export class SecretInputs implements TextGuard {
  readonly redactor = new Redactor();
  /** Releases whose values are being read, or could not be; and whether those of any release are known. */
  #reading = 0;
  #known = false;
  readonly #host: SourceHost;
  /** Files whose values are not shown at all: encrypted ones, and those that cannot be read. */
  readonly #opened = new Set<string>();
  readonly #sealed = new Set<string>();
  /** Those of `-f`, which hold nothing but values. */
  readonly #given = new Set<string>();
  readonly #suspects = new Redactor("suspected");
  readonly #looked = new Set<string>();
  readonly #searched = new Set<string>();
  readonly tags: TagHost;
  /** Opens the cluster of a release for its Secrets, if one can be reached from here. */
  readonly secretCluster: OpenSecretCluster | undefined;
  readonly #made = new Map<string, Secret>();
  readonly #derived = new Set<string>();
  readonly #texts = new Map<string, readonly string[]>();
  readonly #sources = new Map<string, string>();

  constructor({ io, guard }: Pick<CommandContext, "io" | "guard">) {
    guard(this);
    const live = io.reachesClusters === true ? nodeLiveCluster(io.env, io.cwd) : undefined;
    this.secretCluster = io.secretCluster ?? live?.secrets;
    this.#host = nodeSourceHost(this.secretCluster, io.env);
    const fetcher = new SecretFetcher(this.#host);
    const world = nodeTagWorld(io.env, io.cwd, this.#given);
    this.tags = {
      fetch: fetcher.fetchTag,
      refer: tagReference,
      keep: (secret) => {
        if (isSecret(secret)) this.redactor.add(secret);
      },
      reveal: (secret) => this.reveal(secret),
      refuse: (attribute, variable, place) => tagRefusal(attribute, variable, place, world),
      runtime: (name) => io.env[name],
      ...(live && {
        query: async (query, place, target) => {
          const { value, diagnostics } = await live.query(target ?? {}, query);
          const told = diagnostics.map((d) => ({ places: [place], ...d }));
          if (value === undefined || value === null) return { value, diagnostics: told };
          return value.secret
            ? {
                value: { secret: this.opaque(value.text, `the cluster's ${query.kind} ${query.name}`) },
                diagnostics: told,
              }
            : { value: { text: value.text }, diagnostics: told };
        },
      }),
    };
  }

  /** The same object for the same text, so that equal secrets compare equal. */
  readonly opaque: MakeOpaque = (text, origin, place) => {
    if (place !== undefined) this.redactor.hide(place);
    let secret = this.#made.get(text);
    if (secret === undefined) {
      secret = new Secret(text, origin);
      this.#made.set(text, secret);
      this.redactor.add(secret);
    }
    return secret;
  };

  /** What was made from secrets is one, in every message from now on; short pieces cannot be told from other words. */
  readonly made = (text: string): void => {
    if (text.length < SHORTEST_MADE || text.length > LONGEST_MADE || this.#derived.size >= MOST_MADE) return;
    if (this.#derived.has(text)) return;
    this.#derived.add(text);
    this.redactor.add(new Secret(text, "made from a secret"));
  };

  readonly reveal = (secret: Opaque): string => {
    if (!isSecret(secret)) throw new Error("a secret that this program did not make");
    return reveal(secret);
  };

  /** Files of values, with those that SOPS encrypted opened in memory. */
  async open(files: readonly SourceText[]): Promise<{ files: SourceText[]; diagnostics: Diagnostic[] }> {
    const out: SourceText[] = [];
    const diagnostics: Diagnostic[] = [];
    for (const file of files) {
      this.#given.add(file.name);
      if (!isSopsFile(file)) {
        for (const name of unusedAnchors(file)) this.redactor.add(new Secret(name, file.name));
        out.push(file);
        continue;
      }
      this.#opened.add(file.name);
      this.#sealed.add(file.name);
      const opened = await openValues(file, { crypto: this.#host.crypto, identities: await this.#host.identities() });
      diagnostics.push(...opened.diagnostics);
      if (opened.value === undefined) continue;
      for (const secret of opened.value.secrets) this.redactor.add(secret);
      out.push(opened.value.file);
    }
    return { files: out, diagnostics };
  }

  /** Values may have been read, and nobody knows yet which of them are secret. */
  get withheld(): boolean {
    return !this.#known || this.#reading > 0;
  }

  /** The values of a release are read from now on. */
  readonly begin = (): void => {
    this.#reading++;
  };

  /** All its secrets are known now. */
  readonly known = (): void => {
    this.#known = true;
    this.#reading = Math.max(0, this.#reading - 1);
  };

  redact(text: string): string {
    return this.redactor.redact(text);
  }

  diagnostic(given: Diagnostic): Diagnostic {
    this.#suspect([given]);
    const diagnostic = this.withheld && isEvaluated(given) ? this.#withoutComputed(given) : given;
    const isShut = ({ file }: Place): boolean =>
      this.#opened.has(file.name) || (this.withheld && this.#given.has(file.name));
    const { places = [] } = given;
    // Before it is understood, a file's text is repeated word by word.
    const quiet = isSyntax(given)
      ? places.filter(isShut).reduce((d, { file }) => withoutEchoes(d, file), diagnostic)
      : diagnostic;
    const hidden = this.#suspects.diagnostic(this.redactor.diagnostic(quiet));
    if (hidden.places === undefined) return hidden;
    return {
      ...hidden,
      places: hidden.places.map((place) =>
        isShut(place)
          ? hiding(place, withoutValues(place.file), this.#sealed.has(place.file.name) ? "encrypted" : "suspected")
          : place,
      ),
    };
  }

  // What CUE says may show what was computed from values that are not known to be secret yet.
  #withoutComputed(diagnostic: Diagnostic): Diagnostic {
    const { places = [], quoted = [], code, args } = diagnostic;
    const files = new Map([...places.map(({ file }) => file), ...quoted].map((file) => [file.name, file]));
    const literals = new Set([...files.values()].flatMap((file) => this.#literals(file)));
    const own = [...files.values()].filter(({ name }) => name.endsWith(".cue")).map((file) => this.#source(file));
    // Rules that the catalog wrote are everybody's: they are shown, wherever their places are left out.
    const written = { literals, files: own, common: catalogTexts() };
    // A name stands in no quotes: one that nobody wrote was made, of whatever.
    const field = String(args?.["field"] ?? "");
    const isMade = field !== "" && !isWritten(field, written);
    const clean = (text: string): string => withoutComputed(isMade ? text.replaceAll(field, "***") : text, written);
    // What an author's error(…) says is in no quotes.
    const said = (text: string): string =>
      code === cueCode.user || code === valuesCode.notData ? authorsWords(text, [...literals, OWN_FILE]) : clean(text);
    return {
      ...reword(diagnostic, clean, said),
      places: places.map((place) => (place.label === undefined ? place : { ...place, label: clean(place.label) })),
    };
  }

  // What a place shows may be blotted already: the file itself comes first.
  #source(file: SourceText): string {
    let text = this.#sources.get(file.name);
    if (text === undefined)
      this.#sources.set(
        file.name,
        (text = neighbourFiles(file.name).find(({ name }) => name === file.name)?.text ?? file.text),
      );
    return text;
  }

  #literals(file: SourceText): readonly string[] {
    if (!file.name.endsWith(".cue")) return [];
    let texts = this.#texts.get(file.name);
    if (texts === undefined)
      this.#texts.set(file.name, (texts = literalTexts({ name: file.name, text: this.#source(file) })));
    return texts;
  }

  #suspect(diagnostics: readonly Diagnostic[]): void {
    for (const { places = [], quoted = [] } of diagnostics)
      for (const file of [...places.map((place) => place.file), ...quoted]) {
        if (!file.name.endsWith(".cue")) continue;
        if (this.withheld) this.#suspectPackage(file);
        else this.#findWritten(file);
      }
  }

  // While it is not known which values are secret, all in the files that messages point at are, and in those beside them.
  #suspectPackage(file: SourceText): void {
    if (this.#looked.has(file.name)) return;
    // What a place shows may be blotted already: the file itself comes first.
    const beside = [...neighbourFiles(file.name), file];
    const declared = new Set(beside.flatMap(declaredNames));
    for (const { name, text } of beside) {
      if (this.#looked.has(name)) continue;
      this.#looked.add(name);
      const { texts, broken } = suspectLiterals({ name, text }, declared);
      for (const literal of texts) this.#suspects.add(new Secret(literal, name));
      if (broken) this.#opened.add(name);
    }
  }

  // A component may hold a secret of its own; and a secret may be put together from literals of a file: each shows a part.
  #findWritten(file: SourceText): void {
    if (this.#searched.has(file.name)) return;
    this.#searched.add(file.name);
    for (const literal of writtenLiterals(file)) this.redactor.add(new Secret(literal, file.name));
    if (this.#made.size === 0) return;
    for (const literal of suspectLiterals(file).texts) {
      if (literal.length < SHORTEST_PART || this.#made.has(literal)) continue;
      for (const text of this.#made.keys())
        if (text.includes(literal)) {
          this.redactor.add(new Secret(literal, file.name));
          break;
        }
    }
  }

  /** Diagnostics that are safe to print, code frames included. */
  safe(diagnostics: readonly Diagnostic[]): Diagnostic[] {
    this.#suspect(diagnostics);
    return diagnostics.map((d) => this.diagnostic(d));
  }
}

/** Anchors that no alias names: in a file of values, more likely a text that begins with `&`. */
function unusedAnchors({ name, text }: SourceText): string[] {
  if (!/\.ya?ml$/i.test(name) || !text.includes("&")) return [];
  const named = (sign: string): string[] =>
    [...text.matchAll(new RegExp(`(?<=[\\s:,[{-]|^)\\${sign}([^\\s,\\[\\]{}]+)`, "gm"))].map((m) => m[1]!);
  const used = new Set(named("*"));
  return named("&").filter((anchor) => !used.has(anchor));
}

/** What evaluation says; what loading and compiling say is about the source alone. */
let texts: readonly string[] | undefined;

/** The files of the catalog that say what modules and values may be. */
function catalogTexts(): readonly string[] {
  if (texts !== undefined) return texts;
  const catalog = nodeCatalog();
  const decoder = new TextDecoder();
  return (texts = ["opmodel.dev/core@v0", "opmodel.dev/schemas@v0"].flatMap((path) => {
    const found = catalog.cachedSource({ path, version: catalog.index.version });
    if (!found.ok) return [];
    const { files, root } = found.value;
    const entries = files.readFolder(root);
    return isFileFault(entries)
      ? []
      : entries.flatMap(({ name }) => {
          const content = name.endsWith(".cue") ? files.readFile(`${root}/${name}`) : undefined;
          return content === undefined || isFileFault(content) ? [] : [decoder.decode(content)];
        });
  }));
}

/** What is said about a text that is not CUE, or whose names nobody declares. */
const isSyntax = ({ code }: Diagnostic): boolean => code.startsWith("OPM20");

const isEvaluated = ({ code }: Diagnostic): boolean =>
  code === undefined || code.startsWith("OPM21") || code === valuesCode.notData;
