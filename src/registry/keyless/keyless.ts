// Signatures without a key of one's own: a certificate for minutes, given to whoever an OpenID provider vouches for, and a
// log that says when it was used. What a trusted root does not vouch for is not believed, and nobody is asked.
import { base64 } from "../base64.ts";
import { certificateFacts, timestampBytes } from "./certificate-facts.ts";
import { isIncluded, isPromised, loggedSignature, same } from "./log-entry.ts";
import type { LogCrypto, LogEntry } from "./log-entry.ts";
import { within } from "./trusted-root.ts";
import type { Authority, TrustedRoot } from "./trusted-root.ts";

/** Who must have signed. */
export interface Identity {
  issuer(text: string): boolean;
  subject(text: string): boolean;
}

/** What comes with a signature. */
export interface SignatureMaterial {
  /** DER. */
  readonly certificate: Uint8Array;
  readonly entries: readonly LogEntry[];
  /** The older form has the log's promise alone. */
  readonly needsProof: boolean;
  /** What the log has the digest of. */
  readonly logged: Uint8Array;
}

export interface KeylessCrypto extends LogCrypto {
  /** Undefined if it is none. */
  certificate(der: Uint8Array): ReadCertificate | undefined;
}

export interface ReadCertificate {
  readonly der: Uint8Array;
  /** SubjectPublicKeyInfo, DER. */
  readonly key: Uint8Array;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
  readonly isAuthority: boolean;
  /** Object identifiers of extended usages. */
  readonly usages: readonly string[];
  issuedBy(other: ReadCertificate): boolean;
}

const CODE_SIGNING = "1.3.6.1.5.5.7.3.3";

/** Why a signature is not by one of the identities; undefined if it is. */
export function keylessProblem(
  crypto: KeylessCrypto,
  root: TrustedRoot,
  identities: readonly Identity[],
  signed: Uint8Array,
  signature: Uint8Array,
  material: SignatureMaterial,
): string | undefined {
  const leaf = crypto.certificate(material.certificate);
  const facts = leaf && certificateFacts(leaf.der);
  if (leaf === undefined || facts === undefined) return "its certificate cannot be read";
  if (!crypto.verify(leaf.key, signed, signature)) return "it is not by the key of its certificate";
  if (leaf.isAuthority || !leaf.usages.includes(CODE_SIGNING)) return "its certificate is not for signing";
  const entry = material.entries.find((one) => isOfLog(crypto, root, material, one));
  if (entry === undefined)
    return material.entries.length === 0
      ? "no log says when it was made"
      : "no log that is trusted holds it, with a proof";
  if (!isAbout(crypto, entry, signature, material)) return "the log's entry is about another signature";
  const time = entry.time * 1000;
  const issuer = root.authorities
    .filter((authority) => within(authority, time))
    .map((authority) => issuerOf(crypto, leaf, authority, time))
    .find((found) => found !== undefined);
  if (issuer === undefined) return "its certificate was not issued by an authority that was trusted when it was used";
  if (time < leaf.from || time > leaf.until) return "its certificate was not valid when it was used";
  if (root.certificateLogs.length > 0) {
    const issuerKey = crypto.sha256(issuer.key);
    const isSeen = facts.timestamps.some((one) =>
      root.certificateLogs.some(
        (log) =>
          same(log.id, one.logId) &&
          within(log, time) &&
          crypto.verify(log.key, timestampBytes(one, facts.seen, issuerKey), one.signature),
      ),
    );
    if (!isSeen) return "no log of certificates that is trusted has seen its certificate";
  }
  const { issuer: provider = "", subjects } = facts;
  if (identities.some((who) => who.issuer(provider) && subjects.some((subject) => who.subject(subject))))
    return undefined;
  return `it is by ${subjects.join(", ") || "nobody"}, as ${provider || "nobody"} says, who is not trusted here`;
}

function isOfLog(crypto: KeylessCrypto, { logs }: TrustedRoot, material: SignatureMaterial, entry: LogEntry): boolean {
  return logs.some(
    (log) =>
      same(log.id, entry.logId) &&
      within(log, entry.time * 1000) &&
      isPromised(entry, log, crypto) &&
      (material.needsProof
        ? isIncluded(entry, log, crypto)
        : entry.proof === undefined || isIncluded(entry, log, crypto)),
  );
}

/** The entry has this signature by this certificate over this content. */
function isAbout(
  { sha256 }: KeylessCrypto,
  { body }: LogEntry,
  signature: Uint8Array,
  { certificate, logged }: SignatureMaterial,
): boolean {
  const found = loggedSignature(body);
  const hex = [...sha256(logged)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const own = base64(certificate);
  return (
    found?.hash === hex &&
    found.signatures.some(
      (one) => one.signature === base64(signature) && one.certificate.replace(/-----[^-]+-----|\s+/g, "") === own,
    )
  );
}

/** The certificate that issued it, where the authority's chain holds at a time. */
function issuerOf(
  crypto: KeylessCrypto,
  leaf: ReadCertificate,
  { chain }: Authority,
  time: number,
): ReadCertificate | undefined {
  const read = chain.map((der) => crypto.certificate(der));
  if (read.includes(undefined)) return undefined;
  const all = read as ReadCertificate[];
  const holds = all.every(
    (one, i) =>
      one.isAuthority && time >= one.from && time <= one.until && (i === 0 ? leaf : all[i - 1]!).issuedBy(one),
  );
  return holds ? all[0] : undefined;
}
