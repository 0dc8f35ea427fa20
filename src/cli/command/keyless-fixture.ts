// Sigstore on this machine, for tests: an authority, a log of certificates and a log of signatures, with whatever mistakes
// a test wants.
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { der, joined } from "../../registry/index.ts";

interface Pair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const pair = (): Pair => generateKeyPairSync("ec", { namedCurve: "P-256" });
const spki = ({ publicKey }: Pair): Buffer => publicKey.export({ format: "der", type: "spki" });
const sha256 = (...parts: Uint8Array[]): Buffer => createHash("sha256").update(joined(parts)).digest();
const text = (value: string): Buffer => Buffer.from(value, "utf8");

function oid(dotted: string): Uint8Array {
  const [a = 0, b = 0, ...rest] = dotted.split(".").map(Number);
  const base128 = (n: number): number[] =>
    n < 128 ? [n] : [...base128(Math.floor(n / 128)).map((x) => x | 128), n % 128];
  return der(0x06, Uint8Array.from([a * 40 + b, ...rest.flatMap(base128)]));
}

const time = (date: Date): Uint8Array =>
  der(
    0x17,
    text(
      date
        .toISOString()
        .slice(2)
        .replace(/[-:T]|\.\d+/g, ""),
    ),
  );
const name = (common: string): Uint8Array => der(0x30, der(0x31, der(0x30, oid("2.5.4.3"), der(0x0c, text(common)))));
const extension = (id: string, value: Uint8Array, critical = false): Uint8Array =>
  der(0x30, oid(id), ...(critical ? [der(0x01, Uint8Array.from([255]))] : []), der(0x04, value));
const ECDSA = der(0x30, oid("1.2.840.10045.4.3.2"));

interface CertificateRequest {
  readonly subject: string;
  readonly issuer: string;
  readonly from: Date;
  readonly until: Date;
  readonly key: Pair;
  readonly by: Pair;
  readonly extensions: readonly Uint8Array[];
}

function certificateBody({ subject, issuer, from, until, key, extensions }: CertificateRequest): Uint8Array {
  return der(
    0x30,
    der(0xa0, der(0x02, Uint8Array.from([2]))),
    der(0x02, Uint8Array.from([1 + Math.floor(Math.random() * 100)])),
    ECDSA,
    name(issuer),
    der(0x30, time(from), time(until)),
    name(subject),
    spki(key),
    der(0xa3, der(0x30, ...extensions)),
  );
}

const signedBody = (body: Uint8Array, by: Pair): Uint8Array =>
  der(0x30, body, ECDSA, der(0x03, Uint8Array.from([0]), sign("sha256", body, by.privateKey)));

const pem = (bytes: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(bytes)
    .toString("base64")
    .match(/.{1,64}/g)!
    .join("\n")}\n-----END CERTIFICATE-----\n`;

/** What may be wrong with a signature. */
export interface Mistakes {
  readonly subject?: string;
  readonly issuer?: string;
  /** Seconds after the certificate began; it lasts ten minutes. */
  readonly used?: number;
  readonly unseen?: true;
  readonly unlogged?: true;
  readonly unpromised?: true;
  readonly unproven?: true;
  readonly otherTree?: true;
  readonly otherLog?: true;
  readonly otherAuthority?: true;
  readonly otherEntry?: true;
  readonly otherKey?: true;
  readonly noSigning?: true;
}

export const SUBJECT = "https://github.com/acme/fleet/.github/workflows/release.yml@refs/heads/main";
export const ISSUER = "https://token.actions.githubusercontent.com";
const HOUR = 3_600_000;

export class OwnSigstore {
  readonly #root = pair();
  readonly #middle = pair();
  readonly #log = pair();
  readonly #certificateLog = pair();
  readonly #began = new Date(Math.floor(Date.now() / 1000) * 1000 - HOUR);
  readonly #chain: readonly Uint8Array[];

  constructor() {
    const year = { from: new Date(this.#began.getTime() - 24 * HOUR), until: new Date(Date.now() + 24 * HOUR) };
    const authority = (usages: Uint8Array[] = []): Uint8Array[] => [
      extension("2.5.29.19", der(0x30, der(0x01, Uint8Array.from([255]))), true),
      extension("2.5.29.15", der(0x03, Uint8Array.from([1, 6])), true),
      ...usages,
    ];
    const codeSigning = extension("2.5.29.37", der(0x30, oid("1.3.6.1.5.5.7.3.3")));
    const root = { subject: "own root", issuer: "own root", ...year, key: this.#root, by: this.#root };
    const middle = { subject: "own middle", issuer: "own root", ...year, key: this.#middle, by: this.#root };
    this.#chain = [
      signedBody(certificateBody({ ...middle, extensions: authority([codeSigning]) }), this.#root),
      signedBody(certificateBody({ ...root, extensions: authority() }), this.#root),
    ];
  }

  /** The trusted root, as Sigstore writes it. */
  trustedRoot(): string {
    const start = new Date(this.#began.getTime() - HOUR).toISOString();
    const log = (key: Pair, baseUrl: string): object => ({
      baseUrl,
      hashAlgorithm: "SHA2_256",
      publicKey: {
        rawBytes: spki(key).toString("base64"),
        keyDetails: "PKIX_ECDSA_P256_SHA_256",
        validFor: { start },
      },
      logId: { keyId: sha256(spki(key)).toString("base64") },
    });
    return JSON.stringify({
      mediaType: "application/vnd.dev.sigstore.trustedroot+json;version=0.1",
      tlogs: [log(this.#log, "https://log.example.com")],
      certificateAuthorities: [
        {
          subject: { organization: "example.com", commonName: "own" },
          uri: "https://authority.example.com",
          certChain: { certificates: this.#chain.map((one) => ({ rawBytes: Buffer.from(one).toString("base64") })) },
          validFor: { start },
        },
      ],
      ctlogs: [log(this.#certificateLog, "https://certificates.example.com")],
      timestampAuthorities: [],
    });
  }

  #certificate(mistakes: Mistakes): { certificate: Uint8Array; key: Pair } {
    const { subject = SUBJECT, issuer = ISSUER, unseen, otherAuthority, noSigning } = mistakes;
    const key = pair();
    const by = otherAuthority ? pair() : this.#middle;
    const request = {
      subject: "",
      issuer: "own middle",
      from: this.#began,
      until: new Date(this.#began.getTime() + 600_000),
      key,
      by,
    };
    const extensions = [
      extension("2.5.29.15", der(0x03, Uint8Array.from([7, 128])), true),
      ...(noSigning ? [] : [extension("2.5.29.37", der(0x30, oid("1.3.6.1.5.5.7.3.3")))]),
      extension("2.5.29.17", der(0x30, der(subject.includes("://") ? 0x86 : 0x81, text(subject))), true),
      extension("1.3.6.1.4.1.57264.1.1", text(issuer)),
      extension("1.3.6.1.4.1.57264.1.8", der(0x0c, text(issuer))),
    ];
    const body = certificateBody({ ...request, extensions });
    if (unseen) return { certificate: signedBody(body, by), key };
    const stamp = Buffer.alloc(8);
    stamp.writeBigUInt64BE(BigInt(this.#began.getTime()));
    const size = Buffer.from([body.length >> 16, (body.length >> 8) & 255, body.length & 255]);
    const seen = joined([
      Buffer.from([0, 0]),
      stamp,
      Buffer.from([0, 1]),
      sha256(spki(this.#middle)),
      size,
      body,
      Buffer.from([0, 0]),
    ]);
    const signature = sign("sha256", seen, this.#certificateLog.privateKey);
    const one = joined([
      Buffer.from([0]),
      sha256(spki(this.#certificateLog)),
      stamp,
      Buffer.from([0, 0, 4, 3, signature.length >> 8, signature.length & 255]),
      signature,
    ]);
    const list = joined([
      Buffer.from([(one.length + 2) >> 8, (one.length + 2) & 255, one.length >> 8, one.length & 255]),
      one,
    ]);
    const whole = spliced(body, extension("1.3.6.1.4.1.11129.2.4.2", der(0x04, list)));
    return { certificate: signedBody(whole, by), key };
  }

  /** A signature over bytes with all that comes with it: `logged` is what the log has the digest of. */
  signature(bytes: Uint8Array, kind: "dsse" | "hashedrekord", logged: Uint8Array, mistakes: Mistakes) {
    const { certificate, key } = this.#certificate(mistakes);
    const signature = sign("sha256", bytes, (mistakes.otherKey ? pair() : key).privateKey);
    const hash = { algorithm: "sha256", value: sha256(mistakes.otherEntry ? text("other") : logged).toString("hex") };
    const encoded = text(pem(certificate)).toString("base64");
    const spec =
      kind === "dsse"
        ? {
            envelopeHash: hash,
            payloadHash: hash,
            signatures: [{ signature: signature.toString("base64"), verifier: encoded }],
          }
        : { data: { hash }, signature: { content: signature.toString("base64"), publicKey: { content: encoded } } };
    const body = text(JSON.stringify({ apiVersion: "0.0.1", kind, spec }));
    const log = mistakes.otherLog ? pair() : this.#log;
    const logId = sha256(spki(this.#log));
    const integratedTime = Math.floor(this.#began.getTime() / 1000) + (mistakes.used ?? 60);
    const payload = { body: body.toString("base64"), integratedTime, logID: logId.toString("hex"), logIndex: 1 };
    const promise = sign("sha256", text(JSON.stringify(payload)), log.privateKey).toString("base64");
    // The second of three leaves.
    const [left, right] = [sha256(text("\0left")), sha256(text("\0right"))];
    const leaf = sha256(Uint8Array.from([0]), mistakes.otherTree ? text("x") : body);
    const node = (a: Uint8Array, b: Uint8Array): Buffer => sha256(Uint8Array.from([1]), a, b);
    const root = node(node(left, leaf), right);
    const note = `log.example.com - 1\n3\n${root.toString("base64")}\n`;
    const noted = joined([logId.subarray(0, 4), sign("sha256", text(note), log.privateKey)]);
    const entry = {
      logIndex: "1",
      logId: { keyId: logId.toString("base64") },
      kindVersion: { kind, version: "0.0.1" },
      integratedTime: String(integratedTime),
      ...(!mistakes.unpromised && { inclusionPromise: { signedEntryTimestamp: promise } }),
      ...(!mistakes.unproven && {
        inclusionProof: {
          logIndex: "1",
          rootHash: root.toString("base64"),
          treeSize: "3",
          hashes: [left, right].map((one) => one.toString("base64")),
          checkpoint: { envelope: `${note}\n— log.example.com ${Buffer.from(noted).toString("base64")}\n` },
        },
      }),
      canonicalizedBody: body.toString("base64"),
    };
    return { signature, certificate, pem: pem(certificate), entry, promise, payload };
  }

  /** A bundle about a manifest. */
  bundle(digest: string, mistakes: Mistakes = {}): Buffer {
    const type = "application/vnd.in-toto+json";
    const payload = text(
      JSON.stringify({
        _type: "https://in-toto.io/Statement/v1",
        subject: [{ digest: { sha256: digest.replace("sha256:", "") } }],
        predicateType: "https://sigstore.dev/cosign/sign/v1",
        predicate: {},
      }),
    );
    const signed = joined([text(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload]);
    const { signature, certificate, entry } = this.signature(signed, "dsse", payload, mistakes);
    return text(
      JSON.stringify({
        mediaType: "application/vnd.dev.sigstore.bundle.v0.3+json",
        verificationMaterial: {
          certificate: { rawBytes: Buffer.from(certificate).toString("base64") },
          tlogEntries: mistakes.unlogged ? [] : [entry],
        },
        dsseEnvelope: {
          payload: payload.toString("base64"),
          payloadType: type,
          signatures: [{ sig: signature.toString("base64") }],
        },
      }),
    );
  }

  /** The layer of cosign's older form. */
  simple(digest: string, mistakes: Mistakes = {}): { bytes: Buffer; annotations: Record<string, string> } {
    const bytes = text(
      JSON.stringify({
        critical: {
          identity: { "docker-reference": "" },
          image: { "docker-manifest-digest": digest },
          type: "cosign container image signature",
        },
        optional: null,
      }),
    );
    const made = this.signature(bytes, "hashedrekord", bytes, mistakes);
    return {
      bytes,
      annotations: {
        "dev.cosignproject.cosign/signature": made.signature.toString("base64"),
        "dev.sigstore.cosign/certificate": made.pem,
        "dev.sigstore.cosign/chain": this.#chain.map(pem).join(""),
        ...(!mistakes.unlogged && {
          "dev.sigstore.cosign/bundle": JSON.stringify({
            SignedEntryTimestamp: mistakes.unpromised ? "" : made.promise,
            Payload: made.payload,
          }),
        }),
      },
    };
  }
}

/** A certificate's body with one extension more: all lengths around it grow. */
function spliced(body: Uint8Array, extra: Uint8Array): Uint8Array {
  const parts = derParts(contentOf(body));
  const extensions = contentOf(contentOf(parts.at(-1)!));
  return der(0x30, ...parts.slice(0, -1), der(0xa3, der(0x30, extensions, extra)));
}

function lengthOf(bytes: Uint8Array): { head: number; length: number } {
  const first = bytes[1]!;
  if (first < 128) return { head: 2, length: first };
  let length = 0;
  for (let i = 0; i < (first & 127); i++) length = length * 256 + bytes[2 + i]!;
  return { head: 2 + (first & 127), length };
}

const contentOf = (bytes: Uint8Array): Uint8Array => bytes.subarray(lengthOf(bytes).head);

function derParts(bytes: Uint8Array): Uint8Array[] {
  const out: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const { head, length } = lengthOf(bytes.subarray(at));
    out.push(bytes.subarray(at, at + head + length));
    at += head + length;
  }
  return out;
}
