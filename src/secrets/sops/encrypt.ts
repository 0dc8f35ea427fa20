// Plain documents to encrypted ones.
import { tell, advise } from "../../source/index.ts";
import type { Diagnostic, Outcome, SourceText } from "../../source/index.ts";
import { toBase64, utf8 } from "../bytes.ts";
import type { Crypto } from "../crypto.ts";
import { DATA_KEY_LENGTH, wrapKey } from "./age-key.ts";
import { pathData, plainBytes, sealText } from "./cipher.ts";
import { failure, SOPS_CODE } from "./failure.ts";
import { readPlain, writeEncrypted } from "./format.ts";
import type { SopsFormat } from "./format.ts";
import { goModified } from "./go-text.ts";
import { Mac } from "./mac.ts";
import { newMetadata, writeMetadata } from "./metadata.ts";
import type { Metadata } from "./metadata.ts";
import { compileSelector, DEFAULT_SELECTOR } from "./selector.ts";
import type { Selector } from "./selector.ts";
import { mapGet } from "./tree.ts";
import type { Item, MapNode, ScalarNode, SopsNode } from "./tree.ts";

export interface EncryptOptions {
  readonly crypto: Crypto;
  readonly recipients: readonly string[];
  readonly now: Date;
  readonly selector?: Selector;
  readonly macOnlyEncrypted?: boolean;
}

/** Encrypts a plaintext file; the result is what the real sops would accept and decrypt. */
export async function encryptFile(
  file: SourceText,
  format: SopsFormat,
  options: EncryptOptions,
): Promise<Outcome<string>> {
  const documents = readPlain(file.text, format);
  // The place stays out of the diagnostic's code frame: this file is plaintext.
  if ("message" in documents) return { diagnostics: [plaintextFailure(file, documents.message, documents.offset)] };
  const selected = options.selector && compileSelector(options.selector);
  if (typeof selected === "function" && !documents.some((document) => hasSelected(document, selected, [])))
    return {
      diagnostics: [
        failure(
          tell(SOPS_CODE.nothingSelected, "{file}: nothing would be encrypted: no value lies under a chosen name", {
            file: file.name,
          }),
          {
            hint: advise(
              SOPS_CODE.nothingSelected,
              "choose other names, or leave the choice out: then everything is encrypted",
            ),
          },
        ),
      ],
    };
  return encryptDocuments(documents, file.name, format, options);
}

function hasSelected(node: SopsNode, selected: (path: readonly string[]) => boolean, path: readonly string[]): boolean {
  if (node.kind === "map") return node.entries.some(({ key, value }) => hasSelected(value, selected, [...path, key]));
  if (node.kind === "list") return node.items.some(({ value }) => hasSelected(value, selected, path));
  return selected(path);
}

export async function encryptDocuments(
  documents: readonly MapNode[],
  name: string,
  format: SopsFormat,
  options: EncryptOptions,
): Promise<Outcome<string>> {
  if (documents.length === 0 || documents.every((d) => d.entries.length === 0))
    return { diagnostics: [failure(tell(SOPS_CODE.unreadable, "{name}: there is nothing to encrypt", { name }))] };
  if (documents.some((d) => mapGet(d, "sops") !== undefined))
    return {
      diagnostics: [
        failure(tell(SOPS_CODE.already, "{name}: already has a `sops` block", { name }), {
          hint: advise(SOPS_CODE.already, "decrypt it first, or rotate its keys"),
        }),
      ],
    };
  const key = options.crypto.random(DATA_KEY_LENGTH);
  const age = await wrapKey(key, options.recipients);
  if (isProblem(age)) return { diagnostics: age };
  const metadata = newMetadata(
    age,
    options.selector ?? DEFAULT_SELECTOR,
    options.now,
    options.macOnlyEncrypted ?? false,
  );
  return sealDocuments(documents, name, format, metadata, key, options.crypto);
}

/** Encrypts under a given key and block. `sealed` gives back the old text of a value that did not change. */
export function sealDocuments(
  documents: readonly MapNode[],
  name: string,
  format: SopsFormat,
  metadata: Metadata,
  key: Uint8Array,
  crypto: Crypto,
  sealed: ReadonlyMap<string, string> = new Map(),
): Outcome<string> {
  const selected = compileSelector(metadata.selector);
  if (typeof selected === "string")
    return { diagnostics: [failure(tell(SOPS_CODE.badMetadata, "{problem}", { problem: selected }))] };
  const mac = new Mac(crypto, metadata.macOnlyEncrypted);
  const sealer = new Sealer(crypto, key, selected, mac, sealed);
  const bodies = documents.map((document) => sealer.map(document, []));
  const macText = sealText(crypto, key, goModified(metadata.lastModified)!, "str", utf8(mac.text()));
  const block = writeMetadata({ ...metadata, mac: macText });
  for (const body of bodies) body.entries.push({ key: "sops", value: block, comments: [], keyOffset: -1 });
  const text = writeEncrypted(bodies, format);
  if (text === null)
    return {
      diagnostics: [
        failure(tell(SOPS_CODE.unreadable, "{name}: a value cannot be written as {format}", { name, format })),
      ],
    };
  return { value: text, diagnostics: [] };
}

export function sealedKey(aad: string, node: ScalarNode): string {
  return `${aad}\0${node.type}\0${node.bytes === undefined ? node.text : `\0${toBase64(node.bytes)}`}`;
}

class Sealer {
  readonly #crypto: Crypto;
  readonly #key: Uint8Array;
  readonly #selected: (path: readonly string[]) => boolean;
  readonly #mac: Mac;
  readonly #sealed: ReadonlyMap<string, string>;

  constructor(
    crypto: Crypto,
    key: Uint8Array,
    selected: (path: readonly string[]) => boolean,
    mac: Mac,
    sealed: ReadonlyMap<string, string>,
  ) {
    this.#crypto = crypto;
    this.#key = key;
    this.#selected = selected;
    this.#mac = mac;
    this.#sealed = sealed;
  }

  map(node: MapNode, path: string[]): MapNode {
    const entries = node.entries.map((entry) => {
      const value = this.#node(entry.value, [...path, entry.key]);
      return { ...entry, ...this.#comments(entry, path), value };
    });
    return { ...node, entries, trailing: node.trailing.map((text) => this.#comment(text, path)) };
  }

  #node(node: SopsNode, path: string[]): SopsNode {
    if (node.kind === "map") return this.map(node, path);
    if (node.kind === "list") {
      const items = node.items.map((item) => ({ ...this.#comments(item, path), value: this.#node(item.value, path) }));
      return { ...node, items, trailing: node.trailing.map((text) => this.#comment(text, path)) };
    }
    if (node.kind === "null" || plainBytes(node).length === 0) return node;
    const encrypted = this.#selected(path);
    this.#mac.add(node, encrypted);
    if (!encrypted) return node;
    const aad = pathData(path);
    const text =
      this.#sealed.get(sealedKey(aad, node)) ?? sealText(this.#crypto, this.#key, aad, node.type, plainBytes(node));
    return { kind: "scalar", type: "str", text, offset: node.offset };
  }

  // An inline comment of an encrypted value moves to a line of its own: sops reads it there.
  #comments(item: Item, path: string[]): Pick<Item, "comments" | "inline"> {
    if (!this.#selected(path)) return { comments: item.comments, inline: item.inline };
    const all = item.inline === undefined ? item.comments : [...item.comments, item.inline];
    return { comments: all.map((text) => this.#comment(text, path)), inline: undefined };
  }

  #comment(text: string, path: string[]): string {
    if (text === "" || !this.#selected(path)) return text;
    return sealText(this.#crypto, this.#key, pathData(path), "comment", utf8(text));
  }
}

export function plaintextFailure(file: SourceText, message: string, offset: number): Diagnostic {
  const before = file.text.slice(0, offset);
  const line = before.split("\n").length;
  return failure(
    tell(SOPS_CODE.unreadable, "{file}:{line}:{offset}: {problem}", {
      file: file.name,
      line,
      offset: offset - before.lastIndexOf("\n"),
      problem: message,
    }),
  );
}

export function isProblem<T extends object>(list: readonly T[] | readonly Diagnostic[]): list is readonly Diagnostic[] {
  return list.length > 0 && "severity" in list[0]!;
}
