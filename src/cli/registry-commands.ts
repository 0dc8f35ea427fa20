import type { CommandSpec } from "./command-spec.ts";
import { settings } from "./module-commands.ts";
import { output } from "./shared-options.ts";

/** What is published: its versions, locks, logins and signatures. */
export const registryCommands: readonly CommandSpec[] = [
  {
    name: "mod versions",
    summary: "List the published versions of a module",
    arguments: [{ name: "module", summary: "its path, or with a major version: example.com/blog@v0" }],
    options: [output("text", "json"), { flags: "--limit <n>", summary: "only the newest n" }, ...settings],
    examples: [{ line: "opm mod versions example.com/blog", says: "from the oldest to the newest" }],
    load: () => import("./command/mod-versions.ts"),
  },
  {
    name: "mod update",
    summary: "Write opm.lock: the digest of every module and of the catalog",
    description:
      "opm.lock says what the modules of the graph held when they were first used. Builds check it, and add what is new; with --locked they refuse that. This command writes it anew, for the versions that cue.mod/module.cue lists; --latest raises those first.",
    arguments: [{ name: "path", summary: "the module's folder (default: .)", optional: true, complete: "directory" }],
    options: [
      { flags: "--latest", summary: "take the newest published version of every dependency, within its major version" },
      { flags: "--check", summary: "change nothing, and fail if something would change" },
      ...settings,
    ],
    examples: [
      { line: "opm mod update", says: "after dependencies changed on purpose" },
      { line: "opm mod update --check", says: "in continuous integration" },
    ],
    load: () => import("./command/mod-update.ts"),
  },
  {
    name: "sign",
    summary: "Sign a published module or an artifact, as cosign does, in both of its forms",
    description:
      "The signature is written next to what is signed: under cosign's tag, and as a bundle that refers to it. Nothing but the registry is asked. The key is cosign's own file, a PKCS#8 PEM file, or one of them encrypted with age; COSIGN_PASSWORD opens it.",
    arguments: [{ name: "reference", summary: "example.com/blog@v0.1.0, or oci://HOST/REPOSITORY:TAG" }],
    options: [
      { flags: "--key <file>", summary: "the private key (default: cosign.key)", complete: "file" },
      ...settings,
    ],
    examples: [{ line: "opm sign example.com/blog@v0.1.0 --key cosign.key", says: "a module that is published" }],
    load: () => import("./command/sign.ts"),
  },
  {
    name: "verify",
    summary: "Verify signatures and provenance of a published module or an artifact",
    description:
      "Checks that one of the keys signed exactly this content, in either of cosign's forms. With a folder, what the artifact's provenance says it was made from is rendered again and compared byte for byte.",
    arguments: [
      { name: "reference", summary: "example.com/blog@v0.1.0, or oci://HOST/REPOSITORY:TAG" },
      {
        name: "folder",
        summary: "the repository that it was rendered from, to render it again",
        optional: true,
        complete: "directory",
      },
    ],
    options: [
      {
        flags: "--key <file>",
        summary: "a public key that is trusted (default: cosign.pub)",
        repeatable: true,
        complete: "file",
      },
      {
        flags: "--trusted-root <file>",
        summary: "Sigstore's trusted root: also believe certificates that it vouches for",
        complete: "file",
      },
      { flags: "--certificate-identity <text>", summary: "who must have signed then: a mail address or URI" },
      { flags: "--certificate-identity-regexp <pattern>", summary: "the same as a pattern that fits all of it" },
      { flags: "--certificate-oidc-issuer <text>", summary: "who must have vouched for the signer" },
      { flags: "--certificate-oidc-issuer-regexp <pattern>", summary: "the same as a pattern" },
      output("text", "json"),
      ...settings,
    ],
    examples: [
      { line: "opm verify example.com/blog@v0.1.0 --key cosign.pub", says: "is it signed by us?" },
      {
        line: "opm verify oci://ghcr.io/acme/fleet:main --trusted-root root.json --certificate-identity ci@acme.com --certificate-oidc-issuer https://accounts.google.com",
        says: "without a key, offline",
      },
    ],
    load: () => import("./command/verify.ts"),
  },
  {
    name: "registry login",
    summary: "Log in to a registry; the login is kept where Docker keeps it",
    arguments: [{ name: "host", summary: "as registry.example.com" }],
    options: [
      { flags: "-u, --username <name>", summary: "who logs in" },
      { flags: "--password-stdin", summary: "read the password or token from standard input" },
      { flags: "--insecure", summary: "by plain HTTP" },
    ],
    examples: [{ line: "opm registry login ghcr.io -u me --password-stdin < token", says: "with a token" }],
    load: () => import("./command/registry-login.ts"),
  },
  {
    name: "registry logout",
    summary: "Forget the login of a registry",
    arguments: [{ name: "host", summary: "as registry.example.com" }],
    examples: [{ line: "opm registry logout ghcr.io", says: "from Docker's configuration and its helper" }],
    load: () => import("./command/registry-logout.ts"),
  },
  {
    name: "registry keys",
    summary: "Make a pair of keys for signing, as cosign does",
    arguments: [{ name: "prefix", summary: "NAME.key and NAME.pub (default: cosign)", optional: true }],
    examples: [{ line: "COSIGN_PASSWORD= opm registry keys platform", says: "platform.key and platform.pub" }],
    load: () => import("./command/sign-keys.ts"),
  },
  {
    name: "push",
    summary: "Push rendered manifests as one OCI artifact that Flux and Argo CD read",
    description:
      "The artifact depends on the files alone: the same folder has the same digest. With --key it is signed in both of cosign's forms; with --provenance, the --manifest of the run that rendered it becomes signed SLSA provenance, which opm verify can repeat. Secrets that were masked are refused.",
    arguments: [
      { name: "folder", summary: "what --out-dir wrote", complete: "directory" },
      { name: "reference", summary: "oci://HOST/REPOSITORY:TAG" },
    ],
    options: [
      { flags: "--key <file>", summary: "sign it with this key", complete: "file" },
      {
        flags: "--provenance <file>",
        summary: "the --manifest of the run: attach it as SLSA provenance",
        complete: "file",
      },
      { flags: "--source <url>", summary: "where the sources are (default: git's origin)" },
      { flags: "--revision <text>", summary: "as main@sha1:… (default: git's)" },
      { flags: "--created", summary: "note the time; the digest is then another each time" },
      { flags: "--builder <url>", summary: "who runs this, in the provenance" },
    ],
    examples: [{ line: "opm push out oci://registry.example.com/fleet:main --key cosign.key", says: "signed" }],
    load: () => import("./command/push.ts"),
  },
];
