import { cueCode, hasReason } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { editDistance, nearestName } from "../../values/index.ts";
import type { Asked } from "../cue-access.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";

/** An import that cannot be found says where it was looked for, and what to do. */
export function explainImports(diagnostics: readonly Diagnostic[], asked: Asked): Diagnostic[] {
  return diagnostics.map((d) => {
    if (!hasReason(d, "import", "registry")) return d;
    // Packages of the language are asked of nobody.
    if (isBuiltinPath(String(d.args?.["path"] ?? "."))) return { hint: DOMAIN, ...d, code: codeFor(d) };
    return {
      ...d,
      code: codeFor(d),
      ...(asked.text !== "" && { notes: [...(d.notes ?? []), `asked: ${asked.text}`] }),
      hint: d.hint ?? hintFor(d.args ?? {}, asked),
    };
  });
}

function codeFor({ code, args }: Diagnostic): string {
  if (code === cueCode.import) return PIPELINE_CODE.importNotFound;
  if (args?.["trouble"] === "refused") return PIPELINE_CODE.registryRefused;
  return args?.["trouble"] === "unreachable" ? PIPELINE_CODE.registryUnreachable : cueCode.registry;
}

const isBuiltinPath = (path: string): boolean => !(path.split("/")[0] as string).includes(".");

const DOMAIN = "the language has no such package; paths of modules begin with a domain, as in example.com/lib";

const TIDY = "run opm mod tidy to add what is missing to cue.mod/module.cue";

/** Import paths differ in a letter or two where somebody mistyped; more is another package. */
const NEAR = 3;

function hintFor(args: NonNullable<Diagnostic["args"]>, asked: Asked): string {
  const { path: written = "", trouble, module } = args as { path?: string; trouble?: string; module?: string };
  const own = written.startsWith("opmodel.dev/");
  if (!own && trouble === "refused") return "log in to the registry, as docker login does, or ask for access";
  if (!own && trouble === "unreachable")
    return "check the connection; --registry or OPM_REGISTRY names another registry";
  if (!own) return `${TIDY}, and set --registry or OPM_REGISTRY if it is not in a public registry`;
  const path = written.replace(/:.*$/, "");
  const packages = asked.packages();
  const plain = (p: string): string => p.replace(/@v\d+$/, "");
  if (packages.some((p) => plain(p) === plain(path)))
    // A version that nobody has: the module was asked for, and not given.
    return module !== undefined
      ? "the catalog of opm serves versions up to its own: ask for that one in cue.mod/module.cue, or set --registry or OPM_REGISTRY"
      : TIDY;
  const near = nearestName(plain(path), packages.map(plain));
  if (near !== null && editDistance(plain(path), near) <= NEAR)
    return `did you mean "${packages.find((p) => plain(p) === near)!}"?`;
  return "correct the path; the packages of the catalog are in docs/guide/catalog.md";
}
