import type { ArgumentSpec, CommandSpec, OptionSpec } from "./command-spec.ts";
import { modulePath, release, settings } from "./module-commands.ts";
import { output } from "./shared-options.ts";

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
  output("yaml", "json"),
];

/** What others run with: Flux, Argo CD, kustomize, kpt, Helm. */
export const exportCommands: readonly CommandSpec[] = [
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
