// Encrypted documents to plain ones: everything or nothing. Each value is checked by its tag, the whole by the MAC.
import { tell, advise } from "../../source/index.ts";
import type { Diagnostic, Outcome, SourceText, Told } from "../../source/index.ts";
import { utf8Text } from "../bytes.ts";
import type { Crypto } from "../crypto.ts";
import { unwrapKey } from "./age-key.ts";
import type { Identities } from "./age-key.ts";
import { looksEncrypted, openText, pathData, plainBytes } from "./cipher.ts";
import { sealedKey } from "./encrypt.ts";
import { failure, SOPS_CODE } from "./failure.ts";
import { readEncrypted, writePlain } from "./format.ts";
import type { SopsFormat } from "./format.ts";
import { goModified } from "./go-text.ts";
import { Mac } from "./mac.ts";
import { readMetadata } from "./metadata.ts";
import type { Metadata } from "./metadata.ts";
import { compileSelector } from "./selector.ts";
import type { Item, MapNode, SopsNode } from "./tree.ts";

export interface DecryptOptions {
  readonly crypto: Crypto;
  readonly identities: Identities;
}

export interface Decrypted {
  /** Without the `sops` block. Plaintext: wrap what leaves this room in Secret. */
  readonly documents: readonly MapNode[];
  readonly metadata: Metadata;
  readonly key: Uint8Array;
  /** The encrypted text of each value by path and plaintext, to keep it when the value stays. */
  readonly sealed: ReadonlyMap<string, string>;
  readonly format: SopsFormat;
}

export async function decryptFile(
  file: SourceText,
  format: SopsFormat,
  options: DecryptOptions,
): Promise<Outcome<Decrypted>> {
  const documents = readEncrypted(file.text, format);
  if ("message" in documents)
    return fail(
      failure(tell(SOPS_CODE.unreadable, "{problem}", { problem: documents.message }), {
        file,
        offset: documents.offset,
        hint: advise(SOPS_CODE.unreadable, "the file may be cut or edited by hand"),
      }),
    );
  if (documents.length === 0) return fail(failure(tell(SOPS_CODE.noMetadata, "the file is empty"), { file }));
  const metadata = readMetadata(documents[0]!, file);
  if ("severity" in metadata) return fail(metadata);
  const selected = compileSelector(metadata.selector);
  if (typeof selected === "string")
    return fail(failure(tell(SOPS_CODE.badMetadata, "{problem}", { problem: selected }), { file }));
  const key = await unwrapKey(metadata.age, options.identities, file);
  if (!(key instanceof Uint8Array)) return fail(key);

  const opener = new Opener(options.crypto, key, selected, file, metadata.macOnlyEncrypted);
  const bodies: MapNode[] = [];
  for (const document of documents) {
    const body = opener.map({ ...document, entries: document.entries.filter((entry) => entry.key !== "sops") }, []);
    if (opener.problem !== undefined) return fail(opener.problem);
    bodies.push(body);
  }
  const mac = openText(options.crypto, key, goModified(metadata.lastModified)!, metadata.mac, -1);
  if (mac.kind !== "value" || mac.node.type !== "str")
    return fail(
      failure(
        metadata.mac === ""
          ? tell(SOPS_CODE.macMismatch, "the file has no MAC: it was changed after encryption")
          : tell(SOPS_CODE.macMismatch, "the file's MAC does not decrypt: the MAC or `lastmodified` was changed"),
        { file },
      ),
    );
  if (mac.node.text !== opener.mac.text())
    return fail(
      failure(tell(SOPS_CODE.macMismatch, "the file was changed after encryption: its values do not match its MAC"), {
        file,
        hint: advise(SOPS_CODE.macMismatch, "restore it from version control, or edit it with `sops`"),
      }),
    );
  const warnings = opener.warnings;
  if (metadata.macOnlyEncrypted)
    warnings.push(
      failure(
        tell(
          SOPS_CODE.weakMac,
          "only the encrypted values of this file are protected against change (mac_only_encrypted)",
        ),
        { file, severity: "info" },
      ),
    );
  return { value: { documents: bodies, metadata, key, sealed: opener.sealed, format }, diagnostics: warnings };
}

/** The plaintext of a decrypted file, in its format. */
export function plainText(decrypted: Decrypted, name: string): Outcome<string> {
  const text = writePlain(decrypted.documents, decrypted.format);
  if (text === null)
    return fail(
      failure(
        tell(SOPS_CODE.unreadable, "{name}: a value cannot be written as {format}", { name, format: decrypted.format }),
      ),
    );
  return { value: text, diagnostics: [] };
}

class Opener {
  readonly mac: Mac;
  readonly sealed = new Map<string, string>();
  readonly warnings: Diagnostic[] = [];
  problem: Diagnostic | undefined;
  readonly #crypto: Crypto;
  readonly #key: Uint8Array;
  readonly #selected: (path: readonly string[]) => boolean;
  readonly #file: SourceText;

  constructor(
    crypto: Crypto,
    key: Uint8Array,
    selected: (path: readonly string[]) => boolean,
    file: SourceText,
    onlyEncrypted: boolean,
  ) {
    this.mac = new Mac(crypto, onlyEncrypted);
    this.#crypto = crypto;
    this.#key = key;
    this.#selected = selected;
    this.#file = file;
  }

  map(node: MapNode, path: string[]): MapNode {
    const entries = [];
    for (const entry of node.entries) {
      if (this.problem !== undefined) break;
      const inner = [...path, entry.key];
      const value = this.#node(entry.value, inner);
      if (value.kind === "comment") {
        this.#fail(
          tell(SOPS_CODE.tampered, "an encrypted comment stands in the place of a value"),
          inner,
          entry.value.offset,
        );
        break;
      }
      entries.push({ ...entry, ...this.#comments(entry, path), value });
    }
    return { ...node, entries, trailing: node.trailing.map((text) => this.#comment(text, path)) };
  }

  #node(node: SopsNode, path: string[]): SopsNode | { kind: "comment"; text: string } {
    if (node.kind === "map") return this.map(node, path);
    if (node.kind === "list") return this.#list(node, path);
    if (node.kind === "null" || plainBytes(node).length === 0) return node;
    if (!this.#selected(path)) {
      this.mac.add(node, false);
      return node;
    }
    if (node.type !== "str" || !looksEncrypted(node.text)) {
      this.#fail(tell(SOPS_CODE.notEncrypted, "a value that must be encrypted is not"), path, node.offset);
      return node;
    }
    const aad = pathData(path);
    const opened = openText(this.#crypto, this.#key, aad, node.text, node.offset);
    if (opened.kind === "bad") {
      const told = {
        format: tell(SOPS_CODE.tampered, "an encrypted value is malformed (cut or edited)"),
        tag: tell(
          SOPS_CODE.tampered,
          "an encrypted value does not decrypt: it was changed, or moved here from another field",
        ),
        type: tell(SOPS_CODE.tampered, "the type of an encrypted value was changed"),
      }[opened.reason];
      this.#fail(told, path, node.offset);
      return node;
    }
    if (opened.kind === "comment") return opened;
    this.mac.add(opened.node, true);
    this.sealed.set(sealedKey(aad, opened.node), node.text);
    return opened.node;
  }

  // sops writes the comments of an encrypted list as elements of it; they become comments again.
  #list(node: Extract<SopsNode, { kind: "list" }>, path: string[]): SopsNode {
    const items: Item[] = [];
    let pending: string[] = [];
    for (const item of node.items) {
      if (this.problem !== undefined) break;
      const value = this.#node(item.value, path);
      if (value.kind === "comment") pending.push(value.text);
      else {
        const own = this.#comments(item, path);
        items.push({ ...own, comments: [...pending, ...own.comments], value });
        pending = [];
      }
    }
    return { ...node, items, trailing: [...pending, ...node.trailing.map((text) => this.#comment(text, path))] };
  }

  #comments(item: Item, path: string[]): Pick<Item, "comments" | "inline"> {
    return {
      comments: item.comments.map((text) => this.#comment(text, path)),
      inline: item.inline === undefined ? undefined : this.#comment(item.inline, path),
    };
  }

  #comment(text: string, path: string[]): string {
    const body = text.trimStart();
    if (!looksEncrypted(body)) {
      if (text.trim() !== "" && this.#selected(path))
        this.warnings.push(
          failure(tell(SOPS_CODE.plainComment, "a comment among encrypted values is not encrypted"), {
            file: this.#file,
            path: shown(path),
            severity: "warning",
          }),
        );
      return text;
    }
    const opened = openText(this.#crypto, this.#key, pathData(path), body.trimEnd(), -1);
    if (opened.kind === "comment") return opened.text;
    this.#fail(tell(SOPS_CODE.tampered, "an encrypted comment does not decrypt"), path, -1);
    return text;
  }

  #fail(told: Told, path: readonly string[], offset: number): void {
    this.problem ??= failure(told, { file: this.#file, offset, path: shown(path) });
  }
}

function shown(path: readonly string[]): string {
  return path.map((name) => (/^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? name : JSON.stringify(name))).join(".");
}

function fail(diagnostic: Diagnostic): Outcome<never> {
  return { diagnostics: [diagnostic] };
}

/** The scalar at a path of names and indices, as text; undefined when there is none. */
export function plainAt(document: MapNode, path: readonly string[]): string | undefined {
  let node: SopsNode | undefined = document;
  for (const name of path) {
    if (node?.kind === "map") node = node.entries.find((entry) => entry.key === name)?.value;
    else if (node?.kind === "list" && /^[0-9]{1,9}$/.test(name)) node = node.items[Number(name)]?.value;
    else return undefined;
  }
  if (node?.kind !== "scalar") return undefined;
  if (node.bytes !== undefined) return utf8Text(node.bytes) ?? undefined;
  return node.type === "bool" ? node.text.toLowerCase() : node.text;
}
