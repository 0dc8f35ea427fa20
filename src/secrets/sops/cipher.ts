// One encrypted value: ENC[AES256_GCM,data:…,iv:…,tag:…,type:…]. The path is the associated data, so a value moved to
// another field does not decrypt; the type is not authenticated, so it is checked against the plaintext.
import { fromBase64, toBase64, utf8, utf8Text } from "../bytes.ts";
import type { Crypto } from "../crypto.ts";
import { fromGoFloat, goTime } from "./go-text.ts";
import type { ScalarNode } from "./tree.ts";

const IV_LENGTH = 32;
const TAG_LENGTH = 16;
const SHAPE = /^ENC\[AES256_GCM,data:([A-Za-z0-9+/=]*),iv:([A-Za-z0-9+/=]+),tag:([A-Za-z0-9+/=]+),type:([a-z]+)\]$/;

export function looksEncrypted(text: string): boolean {
  return text.startsWith("ENC[AES256_GCM,");
}

/** The associated data of a path: its map keys, each followed by a colon; list indices take no part. */
export function pathData(path: readonly string[]): string {
  return `${path.join(":")}:`;
}

export function plainBytes(node: ScalarNode): Uint8Array {
  return node.bytes ?? utf8(node.text);
}

export function sealText(
  crypto: Crypto,
  key: Uint8Array,
  aad: string,
  type: string,
  plain: Uint8Array,
  iv = crypto.random(IV_LENGTH),
): string {
  const { data, tag } = crypto.seal(key, iv, utf8(aad), plain);
  return `ENC[AES256_GCM,data:${toBase64(data)},iv:${toBase64(iv)},tag:${toBase64(tag)},type:${type}]`;
}

type Opened =
  | { readonly kind: "value"; readonly node: ScalarNode }
  | { readonly kind: "comment"; readonly text: string }
  | { readonly kind: "bad"; readonly reason: "format" | "tag" | "type" };

export function openText(crypto: Crypto, key: Uint8Array, aad: string, text: string, offset: number): Opened {
  const m = SHAPE.exec(text);
  const data = m && fromBase64(m[1]!);
  const iv = m && fromBase64(m[2]!);
  const tag = m && fromBase64(m[3]!);
  if (!m || !data || !iv || !tag || iv.length !== IV_LENGTH || tag.length !== TAG_LENGTH)
    return { kind: "bad", reason: "format" };
  const plain = crypto.open(key, iv, utf8(aad), data, tag);
  if (plain === null) return { kind: "bad", reason: "tag" };
  const decoded = utf8Text(plain);
  const type = m[4]!;
  if (type === "str" || type === "bytes") {
    const node: ScalarNode = { kind: "scalar", type: "str", text: decoded ?? "", offset };
    return { kind: "value", node: decoded === null ? { ...node, bytes: plain } : node };
  }
  if (decoded === null) return { kind: "bad", reason: "type" };
  if (type === "comment") return { kind: "comment", text: decoded };
  const fits =
    type === "int"
      ? isInt64(decoded)
      : type === "float"
        ? fromGoFloat(decoded) !== null
        : type === "bool"
          ? decoded === "True" || decoded === "False"
          : type === "time"
            ? goTime(decoded) !== null
            : false;
  if (!fits) return { kind: "bad", reason: "type" };
  return { kind: "value", node: { kind: "scalar", type: type as ScalarNode["type"], text: decoded, offset } };
}

function isInt64(text: string): boolean {
  if (!/^-?[0-9]{1,19}$/.test(text)) return false;
  const value = BigInt(text);
  return value >= -(1n << 63n) && value < 1n << 63n;
}
