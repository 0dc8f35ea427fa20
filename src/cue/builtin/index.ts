import type { BuiltinPackage, Call, CallResult } from "../value/index.ts";
import { ed25519Package, hmacPackage, md5Package, sha1Package, sha256Package, sha512Package } from "./crypto.ts";
import { base64Package } from "./encoding-base64.ts";
import { csvPackage } from "./encoding-csv.ts";
import { hexPackage } from "./encoding-hex.ts";
import { jsonPackage } from "./encoding-json.ts";
import { openapiPackage } from "./encoding-openapi.ts";
import { tomlPackage } from "./encoding-toml.ts";
import { yamlPackage } from "./encoding-yaml.ts";
import { htmlPackage } from "./html.ts";
import { listPackage } from "./list.ts";
import { bitsPackage } from "./math-bits.ts";
import { mathPackage } from "./math.ts";
import { netPackage } from "./net.ts";
import { pathPackage } from "./path.ts";
import { regexpPackage } from "./regexp.ts";
import { strconvPackage } from "./strconv.ts";
import { stringsPackage } from "./strings.ts";
import { structPackage } from "./struct.ts";
import { tabwriterPackage } from "./text-tabwriter.ts";
import { templatePackage } from "./text-template.ts";
import { timePackage } from "./time.ts";
import { toolPackage } from "./tool.ts";
import { uuidPackage } from "./uuid.ts";

/** What packages need from above; without it they are there, but a call of it fails. */
interface BuiltinTools {
  readonly marshalSchema: (call: Call) => CallResult;
}

const noTools: BuiltinTools = { marshalSchema: (c) => c.fail("schemas cannot be made here") };

/** The packages by import path. None exists before it is asked for. */
const LOADERS: ReadonlyMap<string, (tools: BuiltinTools) => BuiltinPackage> = new Map<
  string,
  (tools: BuiltinTools) => BuiltinPackage
>([
  ["crypto/ed25519", ed25519Package],
  ["crypto/hmac", hmacPackage],
  ["crypto/md5", md5Package],
  ["crypto/sha1", sha1Package],
  ["crypto/sha256", sha256Package],
  ["crypto/sha512", sha512Package],
  ["encoding/base64", base64Package],
  ["encoding/csv", csvPackage],
  ["encoding/hex", hexPackage],
  ["encoding/json", jsonPackage],
  ["encoding/openapi", (tools) => openapiPackage(tools.marshalSchema)],
  ["encoding/toml", tomlPackage],
  ["encoding/yaml", yamlPackage],
  ["html", htmlPackage],
  ["list", listPackage],
  ["math", mathPackage],
  ["math/bits", bitsPackage],
  ["net", netPackage],
  ["path", pathPackage],
  ["regexp", regexpPackage],
  ["strconv", strconvPackage],
  ["strings", stringsPackage],
  ["struct", structPackage],
  ["text/tabwriter", tabwriterPackage],
  ["text/template", templatePackage],
  ["time", timePackage],
  ["tool/cli", () => toolPackage("tool/cli")],
  ["tool/exec", () => toolPackage("tool/exec")],
  ["tool/file", () => toolPackage("tool/file")],
  ["tool/http", () => toolPackage("tool/http")],
  ["tool/os", () => toolPackage("tool/os")],
  ["uuid", uuidPackage],
]);

/** For names that are made from a package path. */
export { md5 } from "./hash/md5.ts";

export const builtinPackagePaths: readonly string[] = [...LOADERS.keys()];

export function isBuiltinPackage(path: string): boolean {
  return LOADERS.has(path);
}

/** A new table of the package's members, or null if there is no such package. The caller keeps it. */
export function builtinPackage(path: string, tools: BuiltinTools = noTools): BuiltinPackage | null {
  return LOADERS.get(path)?.(tools) ?? null;
}
export { sha256 } from "./hash/sha256.ts";
