import { generateKeyPairSync, sign, verify } from "node:crypto";
import { describe, expect, test } from "vitest";
import { OciClient } from "./oci-client.ts";
import { OciMemory } from "./oci-memory.ts";
import { EMPTY_CONFIG, layoutFiles, packArtifact, pushArtifact } from "./oci-artifact.ts";
import {
  attachBundle,
  openBundle,
  signManifest,
  signedBundle,
  statement,
  verifiedStatements,
  verifyManifest,
} from "./signature.ts";
import type { SignTarget, Signer, Verifier } from "./signature.ts";

function pair(): { signer: Signer; verifier: Verifier } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return {
    signer: { sign: (bytes) => new Uint8Array(sign("sha256", bytes, privateKey)), hint: "h" },
    verifier: { verify: (bytes, signature) => verify("sha256", bytes, publicKey, signature) },
  };
}

async function artifact(referrers: boolean, text = "content"): Promise<SignTarget & { memory: OciMemory }> {
  const memory = new OciMemory({ referrers });
  const client = new OciClient("registry.example.com", false, { transport: memory.transport });
  const packed = await packArtifact({
    config: EMPTY_CONFIG,
    layers: [{ mediaType: "text/plain", bytes: new TextEncoder().encode(text) }],
  });
  const pushed = await pushArtifact(client, "blog", packed, "v1");
  expect(pushed.ok).toBe(true);
  return { memory, client, repository: "blog", reference: "registry.example.com/blog", descriptor: packed.descriptor };
}

const NOW = "2026-01-01T00:00:00Z";

describe.each([true, false])("signatures (REV-5), referrers API: %s", (referrers) => {
  test("are found in both forms, by the right key alone, about this content alone", async () => {
    const target = await artifact(referrers);
    const [own, other] = [pair(), pair()];
    const check = (keys: readonly Verifier[], digest = target.descriptor.digest) =>
      verifyManifest(target.client, "blog", digest, keys);
    expect(await check([own.verifier])).toMatchObject({ ok: false, fault: { message: "it is not signed" } });
    expect((await signManifest(target, own.signer, NOW)).ok).toBe(true);
    expect(await check([own.verifier])).toEqual({ ok: true, value: "bundle" });
    expect(await check([other.verifier, own.verifier])).toMatchObject({ ok: true });
    expect(await check([other.verifier])).toMatchObject({ ok: false });
    expect(await check([])).toMatchObject({ ok: false });
  });

  test("several signers; a provenance by another key does not stand for a signature", async () => {
    const target = await artifact(referrers);
    const [first, second] = [pair(), pair()];
    await signManifest(target, first.signer, NOW);
    await signManifest(target, second.signer, NOW);
    for (const { verifier } of [first, second])
      expect(await verifyManifest(target.client, "blog", target.descriptor.digest, [verifier])).toMatchObject({
        ok: true,
      });
    const third = pair();
    const what = statement(target.descriptor.digest, "https://slsa.dev/provenance/v1", { a: 1 });
    await attachBundle(target, third.signer, what, NOW);
    const found = await verifiedStatements(target.client, "blog", target.descriptor.digest, [third.verifier]);
    expect(found.ok && found.value.statements.map(({ predicate }) => predicate)).toEqual([{ a: 1 }]);
    expect(await verifyManifest(target.client, "blog", target.descriptor.digest, [third.verifier])).toMatchObject({
      ok: false,
    });
  });

  test("a signature of another artifact, moved here, is refused", async () => {
    const target = await artifact(referrers);
    const { signer, verifier } = pair();
    // Rightly signed, and about something else.
    await attachBundle(
      target,
      signer,
      statement(`sha256:${"0".repeat(64)}`, "https://sigstore.dev/cosign/sign/v1", {}),
      NOW,
    );
    expect(await verifyManifest(target.client, "blog", target.descriptor.digest, [verifier])).toMatchObject({
      ok: false,
    });
  });
});

describe("bundles", () => {
  const { signer, verifier } = pair();
  const bundle = signedBundle(signer, statement(`sha256:${"a".repeat(64)}`, "t", { x: 1 }));
  const text = new TextDecoder().decode(bundle);
  const open = (changed: string) => openBundle(new TextEncoder().encode(changed), [verifier]);

  test("tampered, truncated, foreign and empty ones are refused", () => {
    expect(open(text).ok).toBe(true);
    const payload = (JSON.parse(text) as { dsseEnvelope: { payload: string } }).dsseEnvelope.payload;
    const forged = btoa(atob(payload).replace('"x":1', '"x":2'));
    expect(open(text.replace(payload, forged))).toMatchObject({ ok: false });
    expect(open(text.slice(0, -20))).toMatchObject({ ok: false });
    expect(open(text.replace("application/vnd.in-toto+json", "text/plain"))).toMatchObject({ ok: false });
    expect(open(text.replace(/"signatures":\[.*?\]/, '"signatures":[]'))).toMatchObject({ ok: false });
    for (const foreign of ["", "{}", "[]", "null", '{"messageSignature":{}}'])
      expect(open(foreign)).toMatchObject({ ok: false });
  });
});

test("an image layout holds the manifest and every blob by its digest", async () => {
  const packed = await packArtifact({ config: EMPTY_CONFIG, layers: [] });
  expect(layoutFiles(packed, "v1").map(({ name }) => name)).toEqual([
    "oci-layout",
    "index.json",
    `blobs/sha256/${packed.descriptor.digest.slice(7)}`,
    "blobs/sha256/44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
  ]);
});
