// A SOPS document between the formats and the cipher: ordered (the MAC depends on order), with comments, and with
// scalars as the exact text that SOPS hashes and encrypts.

export type ScalarType = "str" | "int" | "float" | "bool" | "time";

export interface ScalarNode {
  readonly kind: "scalar";
  readonly type: ScalarType;
  /** What SOPS hashes: `True`, `1000`, the raw text. For binary data, `bytes` holds it and `text` is unused. */
  readonly text: string;
  readonly bytes?: Uint8Array;
  /** How the file writes it (`0x1F`), kept so that values that stay readable stay unchanged. */
  readonly source?: string;
  readonly offset: number;
}

export interface NullNode {
  readonly kind: "null";
  readonly offset: number;
}

export interface MapNode {
  readonly kind: "map";
  readonly entries: Entry[];
  /** Comments after the last entry. */
  trailing: string[];
  readonly offset: number;
}

export interface ListNode {
  readonly kind: "list";
  readonly items: Item[];
  trailing: string[];
  readonly offset: number;
}

export interface Item {
  value: SopsNode;
  /** Comment texts without `#`, in lines above; a leading space belongs to the text. */
  comments: string[];
  inline?: string;
}

export interface Entry extends Item {
  readonly key: string;
  /** The plain YAML key `<<`, which merges; a quoted one does not. */
  readonly merge?: boolean;
  readonly keyOffset: number;
}

export type SopsNode = ScalarNode | NullNode | MapNode | ListNode;

/** Deeper input is refused: every walk of the tree is recursive. */
export const MAX_DEPTH = 500;
/** Bounds what aliases expand to. */
export const MAX_NODES = 500_000;

/** A format's reader fails with a message that never quotes the input. */
export interface ReadFailure {
  readonly message: string;
  readonly offset: number;
}

export function mapGet(map: MapNode, key: string): SopsNode | undefined {
  return map.entries.find((entry) => entry.key === key)?.value;
}

export function scalar(type: ScalarType, text: string, source?: string): ScalarNode {
  return { kind: "scalar", type, text, source, offset: -1 };
}

export function mapOf(pairs: readonly (readonly [string, SopsNode])[]): MapNode {
  return {
    kind: "map",
    entries: pairs.map(([key, value]) => ({ key, value, comments: [], keyOffset: -1 })),
    trailing: [],
    offset: -1,
  };
}

export function listOf(values: readonly SopsNode[]): ListNode {
  return { kind: "list", items: values.map((value) => ({ value, comments: [] })), trailing: [], offset: -1 };
}
