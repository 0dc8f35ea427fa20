export { makeModuleArchive, readModuleArchive } from "./module-archive.ts";
export { ModuleClient, packModule } from "./module-client.ts";
export type { ModuleMetadata, StoredModule } from "./module-client.ts";
export { ModuleCache } from "./module-cache.ts";
export type { CacheFolder } from "./module-cache.ts";
export { allHosts, defaultRegistryHost, locate, parseRoutes } from "./route.ts";
export type { RegistryHost, RegistryLocation, RegistryRoutes } from "./route.ts";
export { digestOf, sha256Hex } from "./digest.ts";
export { noCredentials } from "./transport.ts";
export type { Credentials, CredentialSource, HttpRequest, HttpResponse, HttpTransport } from "./transport.ts";
export type { Inflate } from "./zip-read.ts";
export type { Deflate, ZipFile } from "./zip-write.ts";
export { MemoryRegistry } from "./memory-registry.ts";
export { OciMemory } from "./oci-memory.ts";
export { parseRegistrySetting } from "./route-config.ts";
export { IgnoreRules } from "./ignore-rules.ts";
export { privateFiles } from "./private-files.ts";
export type { PrivateFile, Surroundings } from "./private-files.ts";
export { writeZip } from "./zip-write.ts";
export { OciClient, manifestMediaType } from "./oci-client.ts";
export type { Descriptor, Manifest as OciManifest, ManifestContent, OciClientOptions } from "./oci-client.ts";
export { EMPTY_CONFIG, layoutFiles, packArtifact, pushArtifact, pushReferrer } from "./oci-artifact.ts";
export type { Artifact, Blob, PackedArtifact } from "./oci-artifact.ts";
export {
  COSIGN_SIGN,
  attachBundle,
  isAbout,
  openBundle,
  signManifest,
  signedBundle,
  statement,
  verifiedStatements,
  verifyManifest,
} from "./signature.ts";
export type { SignTarget, Signer, Statement, Verifier } from "./signature.ts";
export { contentDigest, formatLock, lockedRegistry, parseLock } from "./module-lock.ts";
export type { LockPolicy, LockedModule, ModuleLock } from "./module-lock.ts";
export { readTrust, ruleFor, trustedRegistry } from "./trust.ts";
export type { TrustCheck, TrustPolicy, TrustRule } from "./trust.ts";
