// The MAC over a file: SHA-512 of all plaintexts in order, no keys, no separators, as upper-case hex digits.
import { toHex } from "../bytes.ts";
import type { Crypto, Hash } from "../crypto.ts";
import { plainBytes } from "./cipher.ts";
import type { ScalarNode } from "./tree.ts";

// What sops starts the hash with under mac_only_encrypted, so that the two kinds of MAC never meet.
const ONLY_ENCRYPTED = "8a3fd2ad54ce66527b1034f3d147be0b0b975b3bf44f72c6fdadec8176f27d69";

export class Mac {
  readonly #hash: Hash;
  readonly #onlyEncrypted: boolean;

  constructor(crypto: Crypto, onlyEncrypted: boolean) {
    this.#hash = crypto.sha512();
    this.#onlyEncrypted = onlyEncrypted;
    if (onlyEncrypted)
      this.#hash.update(Uint8Array.from(ONLY_ENCRYPTED.match(/../g)!, (byte) => Number.parseInt(byte, 16)));
  }

  add(node: ScalarNode, encrypted: boolean): void {
    if (encrypted || !this.#onlyEncrypted) this.#hash.update(plainBytes(node));
  }

  text(): string {
    return toHex(this.#hash.digest()).toUpperCase();
  }
}
