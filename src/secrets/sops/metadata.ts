// The `sops` block of a file.
import { tell, advise } from "../../source/index.ts";
import type { Diagnostic, SourceText } from "../../source/index.ts";
import { failure, SOPS_CODE } from "./failure.ts";
import { goModified } from "./go-text.ts";
import { DEFAULT_SELECTOR, SELECTOR_KINDS } from "./selector.ts";
import type { Selector } from "./selector.ts";
import { listOf, mapGet, mapOf, scalar } from "./tree.ts";
import type { MapNode, SopsNode } from "./tree.ts";

/** Written into new files: the version whose format this is. */
const FORMAT_VERSION = "3.13.3";

export interface AgeEntry {
  readonly recipient: string;
  readonly enc: string;
}

export interface Metadata {
  readonly age: readonly AgeEntry[];
  readonly lastModified: string;
  readonly mac: string;
  readonly selector: Selector;
  readonly macOnlyEncrypted: boolean;
  readonly version: string;
}

const OTHER_KEYS = ["kms", "gcp_kms", "azure_kv", "hc_vault", "hckms", "pgp"];

export function readMetadata(document: MapNode, file: SourceText): Metadata | Diagnostic {
  const block = mapGet(document, "sops");
  if (block === undefined || block.kind !== "map")
    return failure(tell(SOPS_CODE.noMetadata, "not an encrypted file: it has no `sops` block"), {
      file,
      offset: document.offset,
    });
  const bad = (message: string, at: SopsNode = block) =>
    failure(tell(SOPS_CODE.badMetadata, "the `sops` block is damaged: {problem}", { problem: message }), {
      file,
      offset: at.offset,
    });
  const text = (name: string): string => {
    const node = mapGet(block, name);
    return node?.kind === "scalar" && node.type === "str" ? node.text : "";
  };
  const filled = (name: string): boolean => {
    const node = mapGet(block, name);
    return node?.kind === "list" && node.items.length > 0;
  };
  if (filled("key_groups"))
    return failure(
      tell(
        SOPS_CODE.unsupported,
        "the file needs several key groups (Shamir's secret sharing), which is not supported",
      ),
      { file, offset: block.offset },
    );
  for (const name of ["encrypted_comment_regex", "unencrypted_comment_regex"])
    if (text(name) !== "")
      return failure(
        tell(SOPS_CODE.unsupported, "the file selects values by comments ({name}), which is not supported", { name }),
        {
          file,
          offset: block.offset,
        },
      );

  const age: AgeEntry[] = [];
  const ages = mapGet(block, "age");
  if (ages?.kind === "list")
    for (const item of ages.items) {
      if (item.value.kind !== "map") return bad("an entry of `age` is not a mapping", item.value);
      const enc = mapGet(item.value, "enc");
      const recipient = mapGet(item.value, "recipient");
      if (enc?.kind !== "scalar" || enc.type !== "str") return bad("an entry of `age` has no `enc`", item.value);
      age.push({ enc: enc.text, recipient: recipient?.kind === "scalar" ? recipient.text : "" });
    }
  if (age.length === 0) {
    const others = OTHER_KEYS.filter(filled);
    if (others.length > 0)
      return failure(
        tell(SOPS_CODE.unsupported, "the file is encrypted for {others} only; age keys are supported", {
          others: others.join(", "),
        }),
        {
          file,
          offset: block.offset,
          hint: advise(SOPS_CODE.unsupported, "add an age recipient with `sops updatekeys`"),
        },
      );
    return bad("it names no keys");
  }

  const selectors = SELECTOR_KINDS.filter((kind) => text(kind) !== "");
  if (selectors.length > 1) return bad(`${selectors.join(" and ")} exclude each other`);
  const modified = text("lastmodified");
  if (goModified(modified) === null) return bad("`lastmodified` is missing or is not a quoted RFC 3339 time");
  if (text("version") === "") return bad("`version` is missing");
  const only = mapGet(block, "mac_only_encrypted");
  return {
    age,
    lastModified: modified,
    mac: text("mac"),
    selector: selectors.length === 0 ? DEFAULT_SELECTOR : { kind: selectors[0]!, pattern: text(selectors[0]!) },
    macOnlyEncrypted: only?.kind === "scalar" && only.text === "True",
    version: text("version"),
  };
}

export function writeMetadata(metadata: Metadata): MapNode {
  const fields: [string, SopsNode][] = [
    [
      "age",
      listOf(
        metadata.age.map((a) =>
          mapOf([
            ["enc", scalar("str", a.enc)],
            ["recipient", scalar("str", a.recipient)],
          ]),
        ),
      ),
    ],
    [metadata.selector.kind, scalar("str", metadata.selector.pattern)],
    ["lastmodified", scalar("str", metadata.lastModified)],
    ["mac", scalar("str", metadata.mac)],
    ["version", scalar("str", metadata.version)],
  ];
  if (metadata.macOnlyEncrypted) fields.push(["mac_only_encrypted", scalar("bool", "True")]);
  return mapOf(fields.sort((a, b) => (a[0] < b[0] ? -1 : 1)));
}

export function newMetadata(
  age: readonly AgeEntry[],
  selector: Selector,
  now: Date,
  macOnlyEncrypted: boolean,
): Metadata {
  return {
    age,
    lastModified: now.toISOString().replace(/\.\d+Z$/, "Z"),
    mac: "",
    selector,
    macOnlyEncrypted,
    version: FORMAT_VERSION,
  };
}
