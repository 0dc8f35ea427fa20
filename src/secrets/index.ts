export { isSecret, MASK, reveal, sameSecret, Secret } from "./secret.ts";
export { Redactor } from "./redactor.ts";
export { loginGuard } from "./login-guard.ts";
export type { Crypto, Hash } from "./crypto.ts";
export { formatOf } from "./sops/format.ts";
export type { SopsFormat } from "./sops/format.ts";
export { decryptFile, plainAt, plainText } from "./sops/decrypt.ts";
export type { Decrypted, DecryptOptions } from "./sops/decrypt.ts";
export { encryptDocuments, encryptFile } from "./sops/encrypt.ts";
export type { EncryptOptions } from "./sops/encrypt.ts";
export { reencryptFile, rotateFile, updateKeys } from "./sops/rotate.ts";
export type { RotateOptions } from "./sops/rotate.ts";
export { defaultKeyFile, findIdentities, parseIdentities } from "./sops/key-source.ts";
export type { KeyHost } from "./sops/key-source.ts";
export { recipientOf, recipientProblem } from "./sops/age-key.ts";
export type { Identities } from "./sops/age-key.ts";
export { DEFAULT_SELECTOR, KUBERNETES_SELECTOR } from "./sops/selector.ts";
export type { Selector, SelectorKind } from "./sops/selector.ts";
export { isSopsFile, openValues } from "./sops/values-file.ts";
export type { OpenedValues } from "./sops/values-file.ts";
export { SOPS_CODE } from "./sops/failure.ts";
export { parseRequest } from "./source/request.ts";
export type { SecretRequest } from "./source/request.ts";
export { tagReference } from "./source/reference.ts";
export type { TagReference } from "./source/reference.ts";
export { SECRET_SOURCES, SecretFetcher } from "./source/registry.ts";
export { readLive, referenceTarget } from "./source/live-secret.ts";
export type { LiveSecret, ReferenceTarget } from "./source/live-secret.ts";
export type {
  ClusterTarget,
  OpenSecretCluster,
  SecretCluster,
  SecretSource,
  SourceHost,
} from "./source/secret-source.ts";
export { contentHash, immutableName, referenceText } from "./content-hash.ts";
export { discoverSecrets, isSecretStruct } from "./discover.ts";
export type { SecretField, SecretVariant } from "./discover.ts";
export { findClashes, secretText } from "./clashes.ts";
export { findOwners } from "./owners.ts";
export { SECRET_CODE } from "./secret-code.ts";
export { encryptManifest } from "./encrypt-manifest.ts";
export type { ManifestEncryption } from "./encrypt-manifest.ts";
export { isSecretManifest, maskManifest, revealManifest } from "./manifest.ts";
export { findLeaks, leakDiagnostic, leakFinder } from "./leak.ts";
export type { Leak } from "./leak.ts";
export { SECRET_SCHEMAS, expandSecretDecorators } from "./decorator.ts";
export { wrapDecoratedValues } from "./decorated-values.ts";
export { creationRule } from "./sops/config.ts";
export type { CreationRule } from "./sops/config.ts";
export { tagRefusal } from "./tag-permit.ts";
export type { Standing, TagWorld } from "./tag-permit.ts";
export { variableList } from "./variable-list.ts";
export type { VariableList } from "./variable-list.ts";
