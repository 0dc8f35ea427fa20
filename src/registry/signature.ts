// Signatures as cosign writes them, in both of its forms: simple signing under a tag (v2), and a Sigstore bundle that
// refers to what it signs (v3). The keys are the caller's.
import { failure, success } from "../cue/module/index.ts";
import type { Result } from "../cue/module/index.ts";
import { base64, unbase64 } from "./base64.ts";
import { entryOfAnnotation, entryOfBundle } from "./keyless/log-entry.ts";
import type { SignatureMaterial } from "./keyless/keyless.ts";
import { EMPTY_CONFIG, packArtifact, pushArtifact, pushReferrer } from "./oci-artifact.ts";
import type { Blob } from "./oci-artifact.ts";
import { manifestMediaType, parseJson } from "./oci-client.ts";
import type { Descriptor, OciClient } from "./oci-client.ts";
import { digestOf } from "./digest.ts";

export interface Signer {
  /** ECDSA P-256 over SHA-256, as DER. */
  sign(bytes: Uint8Array): Uint8Array;
  /** Tells keys apart: the base64 of the SHA-256 of the public key. */
  readonly hint: string;
}

export interface Verifier {
  /** `material` is what came with the signature, for who has no key of its own. */
  verify(bytes: Uint8Array, signature: Uint8Array, material: SignatureMaterial | undefined): boolean;
  /** Why the last one was refused, where that is more than another key. */
  readonly why?: string | undefined;
}

const SIMPLE = "application/vnd.dev.cosign.simplesigning.v1+json";
const SIGNATURE = "dev.cosignproject.cosign/signature";
const CERTIFICATE = "dev.sigstore.cosign/certificate";
const LOG_ENTRY = "dev.sigstore.cosign/bundle";
const BUNDLE = "application/vnd.dev.sigstore.bundle.v0.3+json";
const IN_TOTO = "application/vnd.in-toto+json";
const COSIGN_SIGN = "https://sigstore.dev/cosign/sign/v1";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What is signed in cosign's older form. */
function simplePayload(reference: string, digest: string): Uint8Array {
  return utf8(
    JSON.stringify({
      critical: {
        identity: { "docker-reference": reference },
        image: { "docker-manifest-digest": digest },
        type: "cosign container image signature",
      },
      optional: null,
    }),
  );
}

export interface Statement {
  readonly _type: string;
  readonly subject: readonly { readonly name?: string; readonly digest: Readonly<Record<string, string>> }[];
  readonly predicateType: string;
  readonly predicate: unknown;
}

export function statement(digest: string, predicateType: string, predicate: unknown, name?: string): Statement {
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: [{ ...(name !== undefined && { name }), digest: { sha256: digest.replace(/^sha256:/, "") } }],
    predicateType,
    predicate,
  };
}

/** The bytes that a DSSE signature is over. */
function preAuthentication(type: string, payload: Uint8Array): Uint8Array {
  const head = utf8(`DSSEv1 ${utf8(type).length} ${type} ${payload.length} `);
  const out = new Uint8Array(head.length + payload.length);
  out.set(head);
  out.set(payload, head.length);
  return out;
}

export function signedBundle(signer: Signer, what: Statement): Uint8Array {
  const payload = utf8(JSON.stringify(what));
  const signature = signer.sign(preAuthentication(IN_TOTO, payload));
  return utf8(
    JSON.stringify({
      mediaType: BUNDLE,
      verificationMaterial: { publicKey: { hint: signer.hint } },
      dsseEnvelope: {
        payload: base64(payload),
        payloadType: IN_TOTO,
        signatures: [{ sig: base64(signature) }],
      },
    }),
  );
}

/** The statement of a bundle, if one of the keys signed it. */
export function openBundle(bytes: Uint8Array, keys: readonly Verifier[]): Result<Statement> {
  const bundle = (parseJson(bytes) ?? {}) as Bundle;
  const envelope = bundle.dsseEnvelope;
  if (envelope?.payloadType !== IN_TOTO || typeof envelope.payload !== "string" || !Array.isArray(envelope.signatures))
    return failure("the bundle holds no signed statement");
  const payload = unbase64(envelope.payload);
  if (payload === undefined) return failure("the bundle's payload is no base64");
  const signed = preAuthentication(IN_TOTO, payload);
  const material = bundleMaterial(bundle, payload);
  const good = envelope.signatures.some(({ sig }) => {
    const signature = typeof sig === "string" ? unbase64(sig) : undefined;
    return signature !== undefined && keys.some((key) => key.verify(signed, signature, material));
  });
  if (!good) return failure(`the bundle is not signed by a key that is trusted here${whys(keys)}`);
  const what = parseJson(payload) as Statement | undefined;
  if (what === undefined || !Array.isArray(what.subject)) return failure("the bundle's statement is none");
  return success(what);
}

/** The certificate of a bundle and the entries of logs, if it has them. */
function bundleMaterial({ verificationMaterial: given }: Bundle, logged: Uint8Array): SignatureMaterial | undefined {
  const text = given?.certificate?.rawBytes ?? given?.x509CertificateChain?.certificates?.[0]?.rawBytes;
  const certificate = typeof text === "string" ? unbase64(text) : undefined;
  if (certificate === undefined) return undefined;
  const entries = (Array.isArray(given?.tlogEntries) ? given.tlogEntries : []).flatMap(
    (entry) => entryOfBundle(entry) ?? [],
  );
  return { certificate, entries, needsProof: true, logged };
}

/** The same of cosign's older form. */
function layerMaterial({ annotations }: Descriptor, logged: Uint8Array): SignatureMaterial | undefined {
  const pem = /-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/.exec(annotations?.[CERTIFICATE] ?? "")?.[1];
  const certificate = pem === undefined ? undefined : unbase64(pem.replace(/\s+/g, ""));
  if (certificate === undefined) return undefined;
  const entry = entryOfAnnotation(annotations?.[LOG_ENTRY] ?? "");
  return { certificate, entries: entry === undefined ? [] : [entry], needsProof: false, logged };
}

function whys(keys: readonly Verifier[]): string {
  const found = [...new Set(keys.flatMap(({ why }) => why ?? []))];
  return found.length === 0 ? "" : `: ${found.join("; ")}`;
}

interface Bundle {
  readonly verificationMaterial?: {
    readonly certificate?: { readonly rawBytes?: unknown };
    readonly x509CertificateChain?: { readonly certificates?: readonly { readonly rawBytes?: unknown }[] };
    readonly tlogEntries?: readonly unknown[];
  };
  readonly dsseEnvelope?: {
    readonly payload?: unknown;
    readonly payloadType?: unknown;
    readonly signatures?: readonly { readonly sig?: unknown }[];
  };
}

/** Whether a statement is about a manifest. */
function isAbout({ subject }: Statement, digest: string): boolean {
  return subject.some((one) => one.digest?.["sha256"] === digest.replace(/^sha256:/, ""));
}

export interface SignTarget {
  readonly client: OciClient;
  readonly repository: string;
  /** `registry.example.com/blog`, for people. */
  readonly reference: string;
  /** Of the manifest that is signed. */
  readonly descriptor: Descriptor;
}

/** Attaches a signed statement. */
export async function attachBundle(
  { client, repository, descriptor }: SignTarget,
  signer: Signer,
  what: Statement,
  created: string,
): Promise<Result<string>> {
  const packed = await packArtifact({
    artifactType: BUNDLE,
    config: EMPTY_CONFIG,
    layers: [{ mediaType: BUNDLE, bytes: signedBundle(signer, what) }],
    subject: plain(descriptor),
    annotations: {
      "dev.sigstore.bundle.content": "dsse-envelope",
      "dev.sigstore.bundle.predicateType": what.predicateType,
      "org.opencontainers.image.created": created,
    },
  });
  return pushReferrer(client, repository, packed, plain(descriptor));
}

/**
 * Signs a manifest in both forms. Who knows only the older one is still served, and a bundle is always there where
 * another bundle (provenance) is: whoever finds any bundle no longer looks for the older form.
 */
export async function signManifest(target: SignTarget, signer: Signer, created: string): Promise<Result<string>> {
  const older = await addSimple(target, signer);
  if (!older.ok) return older;
  return attachBundle(target, signer, statement(target.descriptor.digest, COSIGN_SIGN, {}), created);
}

/** Several signers are several layers of one manifest: it is read, added to and written. */
async function addSimple(
  { client, repository, reference, descriptor }: SignTarget,
  signer: Signer,
): Promise<Result<string>> {
  const tag = `${descriptor.digest.replace(":", "-")}.sig`;
  const payload = simplePayload(reference, descriptor.digest);
  const annotations = { [SIGNATURE]: base64(signer.sign(payload)) };
  const layers: Blob[] = [];
  const known = await client.getManifest(repository, tag);
  if (!known.ok && known.fault.notFound !== true) return known;
  for (const layer of known.ok ? layersOf(known.value.bytes) : []) {
    const bytes = await client.getBlob(repository, layer, 1 << 20);
    if (!bytes.ok) return bytes;
    layers.push({
      mediaType: layer.mediaType,
      bytes: bytes.value,
      ...(layer.annotations && { annotations: layer.annotations }),
    });
  }
  layers.push({ mediaType: SIMPLE, bytes: payload, annotations });
  const ids = await Promise.all(layers.map(({ bytes }) => digestOf(bytes)));
  const config = utf8(
    JSON.stringify({
      architecture: "",
      created: "0001-01-01T00:00:00Z",
      history: ids.map(() => ({ created: "0001-01-01T00:00:00Z" })),
      os: "",
      rootfs: { type: "layers", diff_ids: ids },
      config: {},
    }),
  );
  const packed = await packArtifact({
    config: { mediaType: "application/vnd.oci.image.config.v1+json", bytes: config },
    layers,
  });
  return pushArtifact(client, repository, packed, tag);
}

/** Statements about a manifest that one of the keys signed; whatever else is attached is passed over. */
export async function verifiedStatements(
  client: OciClient,
  repository: string,
  digest: string,
  keys: readonly Verifier[],
): Promise<Result<{ readonly statements: readonly Statement[]; readonly bundles: number }>> {
  const found = await client.referrers(repository, digest);
  if (!found.ok) return found;
  const statements: Statement[] = [];
  let bundles = 0;
  for (const { digest: at } of found.value) {
    const manifest = await client.getManifest(repository, at);
    if (!manifest.ok) continue;
    // An index may list it with another type: what its layer is counts.
    const [layer] = layersOf(manifest.value.bytes);
    if (layer === undefined || !/^application\/vnd\.dev\.sigstore\.bundle\b/.test(layer.mediaType)) continue;
    bundles++;
    const bytes = await client.getBlob(repository, layer, 16 << 20);
    if (!bytes.ok) return bytes;
    const opened = openBundle(bytes.value, keys);
    if (opened.ok && isAbout(opened.value, digest)) statements.push(opened.value);
  }
  return success({ statements, bundles });
}

/** Whether one of the keys signed a manifest, in either form. The reason if not. */
export async function verifyManifest(
  client: OciClient,
  repository: string,
  digest: string,
  keys: readonly Verifier[],
): Promise<Result<"bundle" | "simple">> {
  const attached = await verifiedStatements(client, repository, digest, keys);
  if (!attached.ok) return attached;
  if (attached.value.statements.some(({ predicateType }) => predicateType === COSIGN_SIGN)) return success("bundle");
  const known = await client.getManifest(repository, `${digest.replace(":", "-")}.sig`);
  if (!known.ok && known.fault.notFound !== true) return known;
  const layers = known.ok ? layersOf(known.value.bytes) : [];
  for (const layer of layers) {
    const text = layer.annotations?.[SIGNATURE];
    const signature = text === undefined ? undefined : unbase64(text);
    if (layer.mediaType !== SIMPLE || signature === undefined) continue;
    const payload = await client.getBlob(repository, layer, 1 << 20);
    if (!payload.ok) return payload;
    const material = layerMaterial(layer, payload.value);
    if (!keys.some((key) => key.verify(payload.value, signature, material))) continue;
    const { critical } = (parseJson(payload.value) ?? {}) as { critical?: Critical };
    if (critical?.image?.["docker-manifest-digest"] === digest && critical.type === "cosign container image signature")
      return success("simple");
  }
  return failure(
    layers.length + attached.value.bundles === 0
      ? "it is not signed"
      : `no signature is by a key that is trusted here, and about this content${whys(keys)}`,
  );
}

interface Critical {
  readonly image?: Readonly<Record<string, unknown>>;
  readonly type?: unknown;
}

const plain = ({ digest, size, mediaType }: Descriptor): Descriptor => ({
  mediaType: mediaType || manifestMediaType,
  digest,
  size,
});

function layersOf(bytes: Uint8Array): Descriptor[] {
  const manifest = parseJson(bytes) as { layers?: unknown } | undefined;
  return Array.isArray(manifest?.layers) ? (manifest.layers as Descriptor[]) : [];
}
