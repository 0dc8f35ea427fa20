// node tool/run.mjs tool/k8s-types/generate.ts [KUBERNETES_VERSION [GATEWAY_API_VERSION]]
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadAll } from "js-yaml";
import { crdToCue } from "../../src/crd/index.ts";
import { readEnums } from "./enums.ts";
import { packageFile, type GeneratedFile } from "./package-file.ts";
import { placeDefinitions, type Definitions } from "./place.ts";

const [kubernetesVersion = "v1.35.4", gatewayVersion = "v1.4.0"] = process.argv.slice(2);
const root = "catalog/schemas-kubernetes";

function moduleFolder(path: string, version: string): string {
  const answer = execFileSync("go", ["mod", "download", "-json", `${path}@${version}`], { encoding: "utf8" });
  return String((JSON.parse(answer) as { Dir: string }).Dir);
}

const kubernetes = moduleFolder("k8s.io/kubernetes", kubernetesVersion);
const swagger = JSON.parse(readFileSync(join(kubernetes, "api/openapi-spec/swagger.json"), "utf8")) as {
  definitions: Definitions;
};
const enums = readEnums(readFileSync(join(kubernetes, "pkg/generated/openapi/zz_generated.openapi.go"), "utf8"));
const places = placeDefinitions(swagger.definitions);
const head = `// Generated from Kubernetes ${kubernetesVersion}: node tool/run.mjs tool/k8s-types/generate.ts\n\n`;

const homes = new Set(places.values());
homes.add("core/v1"); // holds nothing but the names of its sub-packages' types
const files: GeneratedFile[] = [...homes].map((place) => packageFile(place, head, swagger.definitions, places, enums));

const gateway = moduleFolder("sigs.k8s.io/gateway-api", gatewayVersion);
const gatewayHead = `// Generated from Gateway API ${gatewayVersion}: node tool/run.mjs tool/k8s-types/generate.ts\n\n`;
const wanted: readonly (readonly [file: string, version: string])[] = [
  ["standard/gateway.networking.k8s.io_gateways.yaml", "v1"],
  ["standard/gateway.networking.k8s.io_httproutes.yaml", "v1"],
  ["standard/gateway.networking.k8s.io_grpcroutes.yaml", "v1"],
  ["experimental/gateway.networking.k8s.io_tcproutes.yaml", "v1alpha2"],
];
for (const [file, version] of wanted) {
  const documents = loadAll(readFileSync(join(gateway, "config/crd", file), "utf8"));
  for (const made of crdToCue(documents, { docs: false, limits: false }).files) {
    if (made.version !== version) continue;
    const name = made.kind.toLowerCase();
    const text = made.text.replace(/^package \w+$/m, `package ${name}`);
    files.push({ path: `gateway/${version}/${name}/types.cue`, text: gatewayHead + text });
  }
}

// Folders of a group that the new version no longer has must go; what is written by hand beside them stays.
for (const group of new Set(files.map((file) => file.path.split("/")[0] ?? ""))) {
  rmSync(join(root, group), { recursive: true, force: true });
}
let bytes = 0;
for (const file of files) {
  const path = join(root, file.path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, file.text);
  bytes += file.text.length;
}
const made = { kubernetes: kubernetesVersion, gatewayApi: gatewayVersion };
writeFileSync(join(root, "VERSION.json"), `${JSON.stringify(made, null, 2)}\n`);
console.log(`${files.length} packages, ${bytes} bytes`);
