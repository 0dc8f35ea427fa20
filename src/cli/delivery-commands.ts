import type { ArgumentSpec, CommandSpec, OptionSpec } from "./command-spec.ts";
import { fleetOptions, modulePath, release, releaseOfPackage, settings } from "./module-commands.ts";

const side = (name: "from" | "to", ordinal: string): OptionSpec[] => [
  { flags: `--${name}-environment <name>`, summary: `the environment of the ${ordinal} side` },
  {
    flags: `--${name}-values <file>`,
    summary: `a values file of the ${ordinal} side alone, over those of -f`,
    repeatable: true,
    complete: "file",
  },
];

const exportedFolder: ArgumentSpec = {
  name: "folder",
  summary: "what --out-dir wrote (default: manifests)",
  optional: true,
  complete: "directory",
};

const exportOptions: readonly OptionSpec[] = [
  { flags: "--path <folder>", summary: "where the folder is in the source (default: its top)" },
  { flags: "--name <name>", summary: "what names of objects begin with (default: opm)" },
  { flags: "-n, --namespace <name>", summary: "the namespace of these objects (default: flux-system or argocd)" },
  { flags: "--namespaces", summary: "also print the Namespaces that nothing makes" },
  { flags: "-o, --output <format>", summary: "how to print them", choices: ["yaml", "json"] },
];

/** Commands from a commit to the cluster: what changes, what is affected, where it came from. */
export const deliveryCommands: readonly CommandSpec[] = [
  {
    name: "diff",
    summary: "Show what changes in rendered manifests, everywhere, and the line that causes it",
    description:
      "Renders both sides and compares object by object, field by field: two git revisions, two folders, two sets of values or two environments; of one release or of all below a folder. Equal differences are told once, with the line that causes them and the releases that have them. Secrets are changed or not changed.",
    arguments: [
      {
        name: "path",
        summary: "a module's folder, a package with releases or bundles, or a folder of them (default: .)",
        optional: true,
        complete: "directory",
      },
      {
        name: "other",
        summary: "the folder to compare it with; or names of releases",
        optional: true,
        variadic: true,
        complete: "directory",
      },
    ],
    options: [
      {
        flags: "--against <revision>",
        summary: "compare with a git revision: main, v1..v2, or main... for what changed since the branch left it",
      },
      ...side("from", "first"),
      ...side("to", "second"),
      {
        flags: "-o, --output <format>",
        summary: "how to print it: markdown for a pull request, github for annotations",
        choices: ["text", "json", "markdown", "github"],
      },
      { flags: "--max-chars <n>", summary: "the most characters of Markdown (default: 60000)" },
      { flags: "--exit-code", summary: "end with exit code 1 if something differs" },
      ...release,
    ],
    examples: [
      { line: "opm diff --against main apps --all-environments", says: "what this branch changes, everywhere" },
      {
        line: "opm diff examples/environments --from-environment staging --to-environment prod-eu",
        says: "two environments",
      },
      { line: "opm diff old new", says: "two folders" },
      { line: "opm diff --against main... apps -o markdown > comment.md", says: "for a pull request" },
    ],
    load: () => import("./command/diff.ts"),
  },
  {
    name: "promote",
    summary: "Move the versions that one environment pins to another, and show first what that changes",
    description:
      'An environment pins modules: modules: web: version: "1.4.0". Releases that name their module (#module: "web") get that version there. This command gives one environment the pins of another: it renders what is released there with both, prints the difference, and with --yes changes the files that declare the environment.',
    arguments: [
      { name: "from", summary: "the environment whose versions are good", complete: { asks: "environment" } },
      { name: "to", summary: "the environment that gets them", complete: { asks: "environment" } },
      {
        name: "path",
        summary: "what is released there, for the difference (default: .)",
        optional: true,
        complete: "directory",
      },
      { name: "names", summary: "releases (default: all)", optional: true, variadic: true },
    ],
    options: [
      { flags: "--module <name>", summary: "only this module", repeatable: true },
      { flags: "--yes", summary: "change the pins" },
      {
        flags: "-o, --output <format>",
        summary: "how to print the difference",
        choices: ["text", "json", "markdown", "github"],
      },
      ...release,
    ],
    examples: [
      { line: "opm promote staging prod apps --platform platform", says: "what would it change?" },
      { line: "opm promote staging prod apps --module web --yes", says: "one module; the pin is changed" },
    ],
    load: () => import("./command/promote.ts"),
  },
  {
    name: "release affected",
    summary: "List the releases of a folder, or those that a change touches, with the reason",
    description:
      "Every file, folder, module and variable that a render reads is recorded. A release is affected by a change if its render reads something of it. Without --since all releases are listed, with the key of what they are made of. What a cache knows is not rendered again.",
    arguments: [
      {
        name: "path",
        summary: "a folder of modules and packages with releases (default: .)",
        optional: true,
        complete: "directory",
      },
      { name: "names", summary: "releases (default: all)", optional: true, variadic: true },
    ],
    options: [
      {
        flags: "--since <revision>",
        summary: "only what changes since then touch; main... counts from where the branch left",
      },
      {
        flags: "-o, --output <format>",
        summary: "github and gitlab: a matrix of jobs; paths: the files read; argocd: manifest-generate-paths",
        choices: ["text", "json", "github", "gitlab", "paths", "argocd"],
      },
      ...fleetOptions.filter(({ flags }) => flags.startsWith("--cache ")),
      ...release,
    ],
    examples: [
      {
        line: "opm release affected apps --since main --all-environments --cache local",
        says: "what does this branch touch, and why?",
      },
      { line: "opm release affected apps --since main... -o github", says: "a matrix for GitHub Actions" },
    ],
    load: () => import("./command/release-affected.ts"),
  },
  {
    name: "release merge",
    summary: "Join what shards rendered; refuses where one is missing or was changed",
    arguments: [
      {
        name: "folders",
        summary: "the --out-dir of each shard, or oci://HOST/REPOSITORY:TAG that they were pushed to",
        variadic: true,
        complete: "directory",
      },
    ],
    options: [
      { flags: "--out-dir <folder>", summary: "where to write the whole (default: manifests)", complete: "directory" },
      { flags: "--manifest <file>", summary: "write what was rendered as JSON", complete: "file" },
    ],
    examples: [{ line: "opm release merge shard-1 shard-2 --out-dir out", says: "as one run would have written it" }],
    load: () => import("./command/release-merge.ts"),
  },
  {
    name: "mod versions",
    summary: "List the published versions of a module",
    arguments: [{ name: "module", summary: "its path, or with a major version: example.com/blog@v0" }],
    options: [
      { flags: "-o, --output <format>", summary: "how to print them", choices: ["text", "json"] },
      { flags: "--limit <n>", summary: "only the newest n" },
      ...settings,
    ],
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
      { flags: "-o, --output <format>", summary: "how to print it", choices: ["text", "json"] },
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
  {
    name: "mod compat",
    summary: "Tell whether every configuration of one version is accepted by another, with the same defaults",
    arguments: [
      {
        name: "old",
        summary: "a module's folder, or example.com/blog@v0.1.0",
        complete: "directory",
        takesReference: true,
      },
      {
        name: "new",
        summary: "the later one (default: .)",
        optional: true,
        complete: "directory",
        takesReference: true,
      },
    ],
    options: [{ flags: "-o, --output <format>", summary: "how to print it", choices: ["text", "json"] }, ...settings],
    examples: [{ line: "opm mod compat example.com/blog@v0.1.0 .", says: "may this be v0.1.1?" }],
    load: () => import("./command/mod-compat.ts"),
  },
  {
    name: "check",
    summary: "Check a whole repository for what no single render can find",
    description:
      "Renders every release below a folder and compares them: two that write one object, claim one host or one node port; environments that are one place; files that nobody reads. Everything that a single render finds (policies, locks, versions outside of the catalog, requirements without a provider) is told too.",
    arguments: [
      {
        name: "path",
        summary: "a folder of modules and packages with releases (default: .)",
        optional: true,
        complete: "directory",
      },
      { name: "names", summary: "releases (default: all)", optional: true, variadic: true },
    ],
    options: release,
    examples: [{ line: "opm check apps --platform platform --all-environments", says: "before every merge" }],
    load: () => import("./command/check.ts"),
  },
  {
    name: "mod images",
    summary: "List every image that a module, or all releases of a folder, would run",
    arguments: [modulePath],
    options: [
      { flags: "-o, --output <format>", summary: "how to print them", choices: ["text", "json"] },
      releaseOfPackage,
      ...release,
    ],
    examples: [{ line: "opm mod images examples/hello", says: "for mirroring" }],
    load: () => import("./command/mod-images.ts"),
  },
  {
    name: "release job",
    summary: "Print an Indexed Job that renders releases in shards on Kubernetes",
    arguments: [
      { name: "path", summary: "the folder, in the pod (default: .)", optional: true },
      { name: "names", summary: "releases (default: all)", optional: true, variadic: true },
    ],
    options: [
      { flags: "--image <reference>", summary: "an image with opm and the repository" },
      { flags: "--shards <n>", summary: "how many parts (default: 8)" },
      { flags: "--parallelism <n>", summary: "how many at once (default: all)" },
      { flags: "--backoff <n>", summary: "how often a part that was killed is tried again (default: 2)" },
      { flags: "--cache <where>", summary: "renders that all parts share: oci://HOST/REPOSITORY" },
      { flags: "--push <reference>", summary: "push each part: oci://HOST/REPOSITORY:TAG, with its number behind" },
      {
        flags: "--claim <name>",
        summary: "a volume claim with the repository, where parts also write: mounted at /repository",
      },
      { flags: "--name <name>", summary: "of the Job (default: opm-render)" },
      { flags: "-o, --output <format>", summary: "how to print it", choices: ["yaml", "json"] },
      ...release,
    ],
    examples: [
      {
        line: "opm release job apps --image registry.example.com/fleet:1 --shards 8 --all-environments",
        says: "kubectl apply -f -",
      },
    ],
    load: () => import("./command/release-job.ts"),
  },
  {
    name: "export flux",
    summary: "Print the source and Kustomizations that let Flux apply a folder of manifests",
    arguments: [exportedFolder],
    options: [
      { flags: "--source <url>", summary: "where the folder is: oci://HOST/REPOSITORY:TAG, or a git repository" },
      { flags: "--tag <name>", summary: "the tag, or the branch" },
      { flags: "--key-secret <name>", summary: "a Secret with public keys: verify the artifact's signature" },
      { flags: "--insecure", summary: "the registry is reached by plain HTTP" },
      { flags: "--resource-set", summary: "one ResourceSet of the Flux Operator, whose steps keep the order" },
      { flags: "--interval <duration>", summary: "how often Flux looks (default: 5m)" },
      ...exportOptions,
    ],
    examples: [
      { line: "opm export flux out --source oci://registry.example.com/fleet:main", says: "one for each release" },
    ],
    load: () => import("./command/export-flux.ts"),
  },
  {
    name: "export argocd",
    summary: "Print the Applications that let Argo CD apply a folder of manifests",
    arguments: [exportedFolder],
    options: [
      { flags: "--source <url>", summary: "where the folder is: a git repository, or oci://HOST/REPOSITORY" },
      { flags: "--revision <name>", summary: "branch, tag or digest (default: HEAD)" },
      { flags: "--project <name>", summary: "Argo CD's project (default: default)" },
      {
        flags: "--cluster <environment=name>",
        summary: "the cluster of an environment, as Argo CD names it",
        repeatable: true,
      },
      { flags: "--application-set", summary: "one ApplicationSet, whose rollout keeps the order" },
      { flags: "--write-waves", summary: "write the order of applying into the manifests, as sync waves" },
      ...exportOptions,
    ],
    examples: [
      {
        line: "opm export argocd out --source https://git.example.com/fleet --cluster prod=prod-eu --write-waves",
        says: "one for each release",
      },
    ],
    load: () => import("./command/export-argocd.ts"),
  },
  {
    name: "export kustomize",
    summary: "Write a kustomization.yaml into every folder of manifests, in the order of applying",
    arguments: [exportedFolder],
    options: [{ flags: "--namespaces", summary: "also write the Namespaces that nothing makes" }],
    examples: [{ line: "opm export kustomize out && kubectl apply -k out/prod", says: "for kubectl and Flux" }],
    load: () => import("./command/export-kustomize.ts"),
  },
  {
    name: "argocd generate",
    printsData: true,
    summary: "Render as a config management plugin of Argo CD, with the parameters that it sets",
    arguments: [modulePath],
    options: release,
    examples: [{ line: "opm argocd generate", says: "in plugin.yaml" }],
    load: () => import("./command/argocd-generate.ts"),
  },
  {
    name: "argocd parameters",
    summary: "Announce a module's configuration to Argo CD, which shows it as a form",
    arguments: [modulePath],
    options: settings,
    examples: [{ line: "opm argocd parameters", says: "in plugin.yaml" }],
    load: () => import("./command/argocd-parameters.ts"),
  },
  {
    name: "argocd plugin",
    summary: "Print what a config management plugin needs: plugin.yaml, an image, a patch",
    examples: [{ line: "opm argocd plugin", says: "to copy from" }],
    load: () => import("./command/argocd-plugin.ts"),
  },
  {
    name: "fn",
    printsData: true,
    summary: "Run as a KRM function: judge a list of objects by the platform's policies, or render into it",
    description:
      "Reads a ResourceList from standard input and writes it with its results: what the platform's policies say about each object, with its field and file. The configuration of the function names the platform (data.platform of a ConfigMap). With a configuration of the kind Render (spec: path, environment, releaseName, namespace, values, platform) what a module renders joins the list.",
    options: settings,
    examples: [
      { line: "kpt fn eval . --exec 'opm fn --platform platform'", says: "the objects of a package" },
      { line: "kustomize build --enable-alpha-plugins --enable-exec .", says: "where a generator names opm fn" },
    ],
    load: () => import("./command/fn.ts"),
  },
  {
    name: "policy filter",
    printsData: true,
    summary: "Pass manifests of any tool through if the platform's policies hold",
    description:
      "Reads manifests from standard input and writes them as they are, or nothing at all and exit code 2 if a policy of the platform forbids one. Workloads are judged as the components that they might have been rendered from; rules that ask for #object see the object itself.",
    options: settings,
    examples: [{ line: "helm template chart | opm policy filter --platform platform", says: "a chart, judged" }],
    load: () => import("./command/policy-filter.ts"),
  },
  {
    name: "helm plugin",
    summary: "Print what makes opm policy filter a post-renderer of Helm",
    examples: [{ line: "opm helm plugin > opm-policy/plugin.yaml", says: "then helm plugin install opm-policy" }],
    load: () => import("./command/helm-plugin.ts"),
  },
];
