/**
 * Which variables of the environment a file may read. The environment of a shell or a CI job holds more than a release
 * needs: the logins of clouds, of the CI system and of other tools. A file that came with a repository does not get them
 * by naming them.
 */
export interface VariableList {
  allows(name: string): boolean;
}

/** Whose variables are logins when they are called like one. */
const owners =
  "AWS|AZURE|ARM|GOOGLE|GCP|GCLOUD|CLOUDSDK|ALIBABA|ALICLOUD|OCI|IBM|DIGITALOCEAN|DO|HCLOUD|HETZNER|LINODE|CLOUDFLARE|CF|" +
  "GITHUB|GH|GITLAB|GL|CI|ACTIONS|BITBUCKET|CIRCLE|CIRCLECI|BUILDKITE|JENKINS|TRAVIS|DRONE|SYSTEM|" +
  "NPM|NODE|YARN|PYPI|TWINE|PIP|UV|POETRY|CARGO|GEM|MAVEN|NUGET|CUE|DOCKER|REGISTRY|COSIGN|HELM|ARGOCD|FLUX|" +
  "VAULT|CONSUL|NOMAD|TF|TERRAFORM|PULUMI|SOPS|AGE|GPG|OP|BW|DOPPLER|INFISICAL|SSH|KUBE|KUBERNETES|OPM|" +
  "OPENAI|ANTHROPIC|HF|DATADOG|DD|SENTRY|SNYK|SONAR";
const loginOfTool = new RegExp(
  `^(?:${owners})_(?:.*_)?(?:[A-Z]*(?:KEY|TOKEN|SECRET|PASS|PASSWD|PASSWORD|CREDENTIALS?|AUTH|PAT)S?)(?:_.*)?$`,
);
const logins = new Set([
  "KUBECONFIG",
  "SSH_AUTH_SOCK",
  "NETRC",
  "DOCKER_CONFIG",
  "GOOGLE_APPLICATION_CREDENTIALS",
  "PGPASSFILE",
]);

/** Names, and beginnings of names that end with `*`, separated by commas or spaces; without any, all but known logins. */
export function variableList(setting: string | undefined): VariableList {
  const words = (setting ?? "").split(/[\s,]+/).filter((word) => word !== "");
  if (words.length === 0) return { allows: (name) => !isLoginOfTool(name) };
  const names = new Set(words.filter((word) => !word.endsWith("*")));
  const prefixes = words.filter((word) => word.endsWith("*")).map((word) => word.slice(0, -1));
  return { allows: (name) => names.has(name) || prefixes.some((prefix) => name.startsWith(prefix)) };
}

function isLoginOfTool(name: string): boolean {
  const upper = name.toUpperCase();
  return logins.has(upper) || loginOfTool.test(upper);
}
