// Signatures without keys (REV-8): certificates and logs of one's own root, in both of cosign's forms; the real cosign
// says the same of each where it is on the PATH.
import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OciClient, packArtifact, pushArtifact } from "../../registry/index.ts";
import type { Descriptor } from "../../registry/index.ts";
import { EMPTY_CONFIG, pushReferrer } from "../../registry/oci-artifact.ts";
import { makeNodeTransport } from "../../host/node-transport.ts";
import { copyOf, folderWith, opm, removeScratch, scratch } from "./command-fixture.ts";
import { ISSUER, OwnSigstore, SUBJECT } from "./keyless-fixture.ts";
import type { Mistakes } from "./keyless-fixture.ts";
import { judge, serveRegistry } from "./registry-fixture.ts";
import type { ServedRegistry } from "./registry-fixture.ts";

const cosign = judge("cosign");
let registry: ServedRegistry;
let root: string;
const sigstore = new OwnSigstore();

beforeAll(async () => {
  registry = await serveRegistry({ referrers: true });
  root = join(mkdtempSync(join(scratch(), "r-")), "root.json");
  writeFileSync(root, sigstore.trustedRoot());
});

afterAll(() => {
  registry.close();
  removeScratch();
});

const BUNDLE = "application/vnd.dev.sigstore.bundle.v0.3+json";

const client = (): OciClient => new OciClient(registry.host, true, { transport: makeNodeTransport({}) });

async function attach(name: string, descriptor: Descriptor, mistakes: Mistakes): Promise<void> {
  const bundle = await packArtifact({
    artifactType: BUNDLE,
    config: EMPTY_CONFIG,
    layers: [{ mediaType: BUNDLE, bytes: sigstore.bundle(descriptor.digest, mistakes) }],
    subject: descriptor,
    annotations: {
      "dev.sigstore.bundle.content": "dsse-envelope",
      "dev.sigstore.bundle.predicateType": "https://sigstore.dev/cosign/sign/v1",
    },
  });
  expect((await pushReferrer(client(), name, bundle, descriptor)).ok).toBe(true);
}

/** Pushes an artifact that is signed in one form; returns its name and digest. */
async function signedArtifact(form: "bundle" | "tag", mistakes: Mistakes): Promise<{ name: string; at: string }> {
  const name = `a${Math.random().toString(36).slice(2)}`;
  const layer = { mediaType: "text/plain", bytes: new TextEncoder().encode(name) };
  const packed = await packArtifact({ config: EMPTY_CONFIG, layers: [layer] });
  const { descriptor } = packed;
  expect((await pushArtifact(client(), name, packed, "main")).ok).toBe(true);
  if (form === "bundle") await attach(name, descriptor, mistakes);
  else {
    const { bytes, annotations } = sigstore.simple(descriptor.digest, mistakes);
    const simple = await packArtifact({
      config: {
        mediaType: "application/vnd.oci.image.config.v1+json",
        bytes: new TextEncoder().encode(
          '{"architecture":"","os":"","rootfs":{"type":"layers","diff_ids":[]},"config":{}}',
        ),
      },
      layers: [{ mediaType: "application/vnd.dev.cosign.simplesigning.v1+json", bytes, annotations }],
    });
    expect((await pushArtifact(client(), name, simple, `${descriptor.digest.replace(":", "-")}.sig`)).ok).toBe(true);
  }
  return { name: `oci://${registry.host}/${name}:main`, at: `${registry.host}/${name}@${descriptor.digest}` };
}

const WHO = ["--certificate-identity", SUBJECT, "--certificate-oidc-issuer", ISSUER];
const verified = (name: string, who: readonly string[] = WHO) => opm(["verify", name, "--trusted-root", root, ...who]);

/** What the real one says, with the same root and no network. */
async function cosignSays(at: string, form: "bundle" | "tag"): Promise<boolean> {
  const words = [
    ...(process.env["JUDGE_TELLS"] === "1" ? ["-d"] : []),
    "verify",
    "--trusted-root",
    root,
    ...WHO,
    "--allow-insecure-registry",
  ];
  const child = spawn(cosign!, [...words, `--new-bundle-format=${form === "bundle"}`, at], {
    stdio: ["ignore", "ignore", process.env["JUDGE_TELLS"] === "1" ? "inherit" : "ignore"],
    env: { ...process.env, HTTPS_PROXY: "http://127.0.0.1:9", NO_PROXY: "localhost,127.0.0.1", HOME: scratch() },
  });
  return (await new Promise((resolve) => child.on("close", resolve))) === 0;
}

/** The last: forms in which cosign, which looks at less, accepts it. */
const REFUSED: readonly (readonly [string, Mistakes, string, readonly string[]])[] = [
  ["another subject", { subject: SUBJECT.replace("acme", "acne") }, "who is not trusted here", []],
  ["another provider", { issuer: `${ISSUER}.evil` }, "who is not trusted here", []],
  ["a certificate that was no longer valid", { used: 1200 }, "was not valid when it was used", []],
  ["a certificate that was not valid yet", { used: -60 }, "was not valid when it was used", []],
  ["another authority", { otherAuthority: true }, "not issued by an authority", []],
  ["another key than the certificate's", { otherKey: true }, "not by the key of its certificate", []],
  ["a certificate that is not for signing", { noSigning: true }, "not for signing", ["bundle", "tag"]],
  ["a certificate that no log has seen", { unseen: true }, "no log of certificates", []],
  ["no entry of a log", { unlogged: true }, "no log says when", []],
  ["an entry that the log did not promise", { unpromised: true }, "", []],
  ["another log", { otherLog: true }, "no log that is trusted", []],
  ["an entry about something else", { otherEntry: true }, "about another signature", ["bundle"]],
];

describe.each(["bundle", "tag"] as const)("keyless signatures as %s", (form) => {
  test("are believed where the root vouches for them and the identity is the one", async () => {
    const { name, at } = await signedArtifact(form, {});
    const { exit, out, err } = await verified(name);
    expect({ exit, err }).toEqual({ exit: 0, err: "" });
    expect(out).toContain(`signed (${form})`);
    const patterns = [
      "--certificate-identity-regexp",
      "https://github\\.com/acme/.*",
      "--certificate-oidc-issuer",
      ISSUER,
    ];
    expect((await verified(name, patterns)).exit).toBe(0);
    // A pattern fits all of it, and a mistake in one is told.
    expect(
      (await verified(name, ["--certificate-identity-regexp", "github", "--certificate-oidc-issuer", ISSUER])).exit,
    ).toBe(2);
    expect(
      (await verified(name, ["--certificate-identity-regexp", "(", "--certificate-oidc-issuer", ISSUER])).exit,
    ).toBe(1);
    expect((await verified(name, WHO.slice(0, 2))).err).toContain("either issuer or issuerRegExp");
    // Another root, with names that are the same.
    const other = join(folderWith({ "root.json": new OwnSigstore().trustedRoot() }), "root.json");
    expect((await opm(["verify", name, "--trusted-root", other, ...WHO])).exit).toBe(2);
    if (cosign !== undefined) expect(await cosignSays(at, form)).toBe(true);
  }, 60_000);

  test.each(REFUSED)(
    "%s is refused",
    async (_, mistakes, says, accepts) => {
      const { name, at } = await signedArtifact(form, mistakes);
      const { exit, err } = await verified(name);
      expect(exit).toBe(2);
      expect(err).toContain(says);
      if (cosign !== undefined) expect(await cosignSays(at, form)).toBe(accepts.includes(form));
    },
    60_000,
  );
});

test.each([
  ["no proof that the log holds it", { unproven: true }],
  ["a proof about another tree", { otherTree: true }],
] as const)(
  "a bundle with %s is refused",
  async (_, mistakes) => {
    const { name, at } = await signedArtifact("bundle", mistakes);
    const { exit, err } = await verified(name);
    expect(exit).toBe(2);
    expect(err).toContain("no log that is trusted holds it, with a proof");
    if (cosign !== undefined) expect(await cosignSays(at, "bundle")).toBe(false);
  },
  60_000,
);

test("a platform's policy names identities by prefix; every module of the graph is verified", async () => {
  const from = ["--registry", `${registry.host}+insecure`];
  const module = copyOf("hello");
  expect((await opm(["mod", "publish", "v0.1.0", module, ...from])).exit).toBe(0);
  const published = await client().getManifest("example.com/hello", "v0.1.0");
  if (!published.ok) throw new Error(published.fault.message);
  const { digest, bytes } = published.value;
  const mediaType = "application/vnd.oci.image.manifest.v1+json";
  await attach("example.com/hello", { mediaType, digest, size: bytes.length }, {});
  const platform = (policy: string): string =>
    folderWith({
      "trust.yaml": policy,
      "root.json": sigstore.trustedRoot(),
      "platform.cue": 'package platform\n\nenvironments: dev: {metadata: name: "dev", namespace: "x"}\n',
    });
  const build = (policy: string) =>
    opm(["mod", "build", "example.com/hello@v0.1.0", "-n", "x", ...from, "--platform", platform(policy)]);
  const rule = (subject: string): string =>
    `trustedRoot: root.json\nmodules: [{prefix: example.com/, identities: [{issuer: "${ISSUER}", ${subject}}]}]\n`;
  const wrong = await build(rule('subject: "https://github.com/other/repository"'));
  expect(wrong.exit).toBe(2);
  expect(wrong.err).toContain("who is not trusted here");
  expect(await build(rule('subjectRegExp: "https://github.com/acme/.+"'))).toMatchObject({ exit: 0 });
  for (const [policy, says] of [
    [rule("subjct: x"), "an identity has a field subjct"],
    [rule('subjectRegExp: "("'), "cannot be read"],
    [rule("subject: x").replace("trustedRoot: root.json\n", ""), "identities need a trustedRoot"],
    [rule("subject: x").replace("root.json", "trust.yaml"), "it is no JSON"],
  ] as const) {
    const { exit, err } = await build(policy);
    expect(exit).toBe(2);
    expect(err).toContain(says);
  }
}, 60_000);
