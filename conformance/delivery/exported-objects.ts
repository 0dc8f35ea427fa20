// What is exported for Flux, Argo CD, kubectl and Kubernetes, asked of a real control plane with those tools' own schemas:
// `kubectl create --dry-run=server --validate=strict` takes every object, and refuses one that is misspelt.
//
//   OPM_KUBE_RUN=FOLDER OPM_CRDS=FOLDER[:FOLDER…] node tool/run.mjs conformance/delivery/exported-objects.ts
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { writeFleet } from "../../bench/fleet-tree.ts";
import { findServer } from "../cluster/find-server.ts";

const found = findServer();
const schemas = (process.env["OPM_CRDS"] ?? "").split(":").filter((folder) => folder !== "");
if (typeof found === "string" || schemas.length === 0) {
  console.log(`exported-objects: skipped: ${typeof found === "string" ? found : "OPM_CRDS names no folder"}`);
  process.exit(0);
}
const kubectl = (args: readonly string[], input?: string): ReturnType<typeof spawnSync> =>
  spawnSync("kubectl", ["--kubeconfig", found.admin, ...args], { encoding: "utf8", ...(input && { input }) });
for (const folder of schemas) kubectl(["apply", "--server-side", "-f", folder]);
kubectl(["wait", "--for=condition=Established", "crd", "--all", "--timeout=60s"]);
for (const namespace of ["flux-system", "argocd", "apps", "apps-dev", "apps-staging"])
  kubectl(["create", "namespace", namespace]);

const root = mkdtempSync(join(tmpdir(), "opm-exported-"));
writeFleet(root, 2);
const opm = (...args: string[]): string =>
  execFileSync(resolve("opm"), args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const [out, shop] = [join(root, "out"), join(root, "shop")];
opm("release", "build", "apps", "--platform", "platform", "--all-environments", "--out-dir", out);
opm("bundle", "build", resolve("examples/bundle"), "--out-dir", shop);
const oci = ["--source", "oci://registry.example.com/fleet:main"];
const git = ["--source", "https://git.example.com/fleet"];
const cases: Readonly<Record<string, () => string>> = {
  "Flux, an artifact": () => opm("export", "flux", out, ...oci, "--key-secret", "keys"),
  "Flux, a git repository": () => opm("export", "flux", shop, ...git, "--tag", "main"),
  "Flux, a ResourceSet": () => opm("export", "flux", shop, ...oci, "--resource-set"),
  "Argo CD, Applications": () => opm("export", "argocd", out, ...git, "--cluster", "prod=prod-eu", "--write-waves"),
  "Argo CD, an artifact": () => opm("export", "argocd", shop, ...oci),
  "Argo CD, an ApplicationSet": () => opm("export", "argocd", shop, ...git, "--application-set"),
  "an Indexed Job": () =>
    opm("release", "job", "apps", "--image", "h.example.com/fleet:1", "--claim", "fleet", "--name", "exported"),
  "a kustomization": () => {
    opm("export", "kustomize", out);
    return execFileSync("kubectl", ["kustomize", join(out, "prod", "app-00000")], { encoding: "utf8" });
  },
};
let wrong = 0;
const check = (name: string, kept: boolean, why: unknown): void => {
  if (!kept) wrong++;
  console.log(`${kept ? "✓" : "✘"} ${name}${kept ? "" : `\n${String(why)}`}`);
};
for (const [name, make] of Object.entries(cases)) {
  const text = make();
  const create = ["create", "--dry-run=server", "--validate=strict", "-f", "-"];
  const { status, stderr, stdout } = kubectl(create, text);
  check(`${name}: ${String(stdout).trim().split("\n").length} objects`, status === 0, stderr);
  const misspelt = kubectl(create, text.replace(/^spec:$/m, "spec:\n  misspelt: 1"));
  check(`${name}: a misspelt field is refused`, misspelt.status !== 0, "it was taken");
}
rmSync(root, { recursive: true, force: true });
console.log(wrong === 0 ? "all well" : `${wrong} wrong`);
process.exit(wrong === 0 ? 0 : 1);
