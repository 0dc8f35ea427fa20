// Rendered objects as files: one for each object, and nothing left of objects that are gone.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { writeWholeFile } from "../../host/node-write-file.ts";
import type { OutputFile } from "../../delivery/index.ts";
import { nodeCrypto } from "../../host/node-crypto.ts";
import { ORDER_FILE, orderText } from "../../matrix/index.ts";
import type { KnownOrder } from "../../matrix/index.ts";
import { manifestJson, manifestYaml, splitNames } from "../../pipeline/index.ts";
import type { Manifest } from "../../pipeline/index.ts";
import { encryptManifest, isSecretManifest } from "../../secrets/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { hasErrors, secretsCode, tell, advise } from "../../source/index.ts";
import type { EnvironmentChoice } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { checkFolder, folderProblem, makeFolder } from "./make-folder.ts";
import type { FolderProblem } from "./make-folder.ts";
import { printableObjects, wantsFiles } from "./manifest-output.ts";
import type { SecretChoice } from "./manifest-output.ts";
import { OwnedFiles, removeEmpty, removeGone } from "./owned-files.ts";
import type { OutputSource } from "./owned-files.ts";
import { readText } from "./read-text.ts";

/** The folder of `--out-dir`; undefined: a stream. */
export function outputFolder(context: CommandContext): ManifestFolder | undefined {
  const { io, options, args } = context;
  if (!wantsFiles(context)) return undefined;
  const releaseName = options["releaseName"];
  return new ManifestFolder(context, resolve(io.cwd, String(options["outDir"] ?? "manifests")), {
    path: resolve(io.cwd, args[0] ?? "."),
    ...(typeof releaseName === "string" && { releaseName }),
  });
}

export class ManifestFolder {
  readonly path: string;
  readonly #context: CommandContext;
  readonly #source: OutputSource;
  readonly #kept = new Set<string>();

  constructor(context: CommandContext, path: string, source: OutputSource) {
    this.path = path;
    this.#context = context;
    this.#source = source;
  }

  /** The exit code if it cannot be written to, which is told; undefined if all is well. */
  refused(): number | undefined {
    const problem = checkFolder(this.path);
    if (problem !== undefined) this.#context.report([problem.diagnostic]);
    return problem?.exit;
  }

  /** What an earlier run wrote there stays, because this one failed. */
  keep(parts: readonly string[]): void {
    this.#kept.add(join(this.path, ...parts));
  }

  /**
   * The objects of one release, in the folder that `parts` lead to; returns the names of their files. With an error
   * nothing is written. `quiet`: that secrets are masked is told elsewhere.
   */
  async write(
    parts: readonly string[],
    manifests: readonly Manifest[],
    choice: SecretChoice,
    { environment, quiet = false, order }: WriteChoice = {},
  ): Promise<readonly string[] | undefined> {
    const context: CommandContext = quiet
      ? { ...this.#context, io: { ...this.#context.io, stderr: () => {} } }
      : this.#context;
    const folder = join(this.path, ...parts);
    this.keep(parts);
    const { files, diagnostics } = await manifestFiles(context, folder, manifests, choice, { environment, order });
    if (hasErrors(diagnostics)) {
      this.#context.report(diagnostics);
      return undefined;
    }
    const names = files.map(({ name }) => name);
    const problem = makeFolder(folder) ?? this.#writeAll(folder, files, choice, environment);
    this.#context.report(problem === undefined ? diagnostics : [...diagnostics, problem.diagnostic]);
    if (problem !== undefined) return undefined;
    this.#context.report(plainBeside(folder, names));
    return names.filter((name) => name !== ORDER_FILE);
  }

  /** The same of texts that are known; what is there already is not written. False if it cannot be, which is told. */
  place(parts: readonly string[], files: readonly OutputFile[], environment: string | undefined): boolean {
    const folder = join(this.path, ...parts);
    this.keep(parts);
    const same = files.map((file) => ({ ...file, same: readText(join(folder, file.name)) === file.text }));
    const problem = makeFolder(folder) ?? this.#writeAll(folder, same, { kind: "mask" }, environment);
    if (problem !== undefined) this.#context.report([problem.diagnostic]);
    return problem === undefined;
  }

  /** Takes back what `place` wrote: the release goes elsewhere. */
  withdraw(parts: readonly string[], environment: string | undefined): void {
    const folder = join(this.path, ...parts);
    this.#kept.delete(folder);
    const source = { ...this.#source, ...(environment !== undefined && { environment }) };
    new OwnedFiles(folder).keepOnly(source, []);
    removeEmpty(folder, this.path);
  }

  /**
   * At the end of a run that was about everything in its source: releases of earlier runs that are not there any more
   * go, also those of environments that are gone, if it was about all environments.
   */
  removeGone({ names = [], all = false }: EnvironmentChoice): void {
    const { path, releaseName } = this.#source;
    const isMine = (source: OutputSource): boolean =>
      source.path === path &&
      source.releaseName === releaseName &&
      (all || (source.environment === undefined ? names.length === 0 : names.includes(source.environment)));
    const removed = removeGone(this.path, isMine, this.#kept);
    if (removed.length > 0)
      this.#context.io.stderr(`${removed.length} files of releases that are gone removed from ${this.path}\n`);
  }

  #writeAll(
    folder: string,
    files: readonly WrittenFile[],
    { kind }: SecretChoice,
    environment: string | undefined,
  ): FolderProblem | undefined {
    try {
      const names = files.map(({ name }) => name);
      const source = { ...this.#source, ...(environment !== undefined && { environment }) };
      const owned = new OwnedFiles(folder);
      owned.claim(source, names);
      this.#context.report(owned.diagnostics);
      for (const { name, text, same } of files)
        if (same !== true) writeWholeFile(join(folder, name), text, { secret: kind === "reveal", repeatable: true });
      owned.keepOnly(source, names);
      return undefined;
    } catch (error) {
      return folderProblem(folder, error);
    }
  }
}

interface WriteChoice {
  readonly environment?: string | undefined;
  readonly quiet?: boolean;
  /** What comes before what, to be kept beside the manifests. */
  readonly order?: KnownOrder | undefined;
}

/** Objects as files, with their names; secrets are masked. */
export async function maskedFiles(
  context: CommandContext,
  manifests: readonly Manifest[],
  order: KnownOrder | undefined,
): Promise<OutputFile[]> {
  const quiet: CommandContext = { ...context, io: { ...context.io, stderr: () => {} } };
  const { files } = await manifestFiles(quiet, "", manifests, { kind: "mask" }, { order });
  return files.map(({ name, text }) => ({ name, text }));
}

interface WrittenFile {
  readonly name: string;
  readonly text: string;
  /** As it is there already. */
  readonly same?: boolean;
}

async function manifestFiles(
  context: CommandContext,
  folder: string,
  manifests: readonly Manifest[],
  choice: SecretChoice,
  { environment, order }: WriteChoice,
): Promise<{ files: WrittenFile[]; diagnostics: Diagnostic[] }> {
  const json = context.options["output"] === "json";
  const names = splitNames(
    manifests.map(({ identity }) => identity),
    json ? "json" : "yaml",
  );
  const objects = printableObjects(context, manifests, choice);
  const files: WrittenFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [i, { object }] of manifests.entries()) {
    if (choice.kind === "encrypt" && isSecretManifest(object)) {
      const name = names[i]!.replace(/\.(json|yaml)$/, ".sops.$1");
      const previous = readText(join(folder, name));
      const recipients = choice.recipientsOf(join(folder, name), environment);
      diagnostics.push(...recipients.diagnostics);
      if (recipients.value === undefined) continue;
      const encrypted = await encryptManifest(object, {
        crypto: nodeCrypto,
        recipients: recipients.value,
        now: new Date(),
        format: json ? "json" : "yaml",
        ...(previous !== undefined && {
          previous: { file: { name, text: previous }, identities: await choice.identities() },
        }),
      });
      diagnostics.push(...encrypted.diagnostics);
      if (encrypted.value !== undefined)
        files.push({ name, text: encrypted.value, same: encrypted.value === previous });
    } else files.push({ name: names[i]!, text: json ? manifestJson(objects[i]) : manifestYaml(objects[i]) });
  }
  if (order !== undefined) {
    const of = manifests.map(({ component }, i) => ({ name: names[i]!, component }));
    files.push({ name: ORDER_FILE, text: orderText(order, of) });
  }
  return { files, diagnostics };
}

/** What another program, or a person, put beside an encrypted Secret is not removed, but told. */
function plainBeside(folder: string, names: readonly string[]): Diagnostic[] {
  return names.flatMap((name) => {
    const base = /^(.*)\.sops\.(?:json|yaml)$/.exec(name)?.[1];
    const beside = base === undefined ? [] : [`${base}.yaml`, `${base}.yml`, `${base}.json`];
    return beside
      .filter((plain) => !names.includes(plain) && existsSync(join(folder, plain)))
      .map((plain): Diagnostic => ({
        ...tell(secretsCode.besideEncrypted, "{plain} in {folder} holds the same Secret as {name}, not encrypted", {
          plain,
          folder,
          name,
        }),
        severity: "warning",
        hint: advise(
          secretsCode.besideEncrypted,
          "this tool did not write it, and leaves it alone: remove it, also from the history of the repository",
        ),
      }));
  });
}
