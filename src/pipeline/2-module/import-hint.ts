import { cueCode, hasReason, tell, advise } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { editDistance, nearestName } from "../../values/index.ts";
import type { Asked } from "../cue-access.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import { UNUSED_IMPORT } from "../unused-import.ts";

/** An import that cannot be found says where it was looked for, and what to do. */
export function explainImports(diagnostics: readonly Diagnostic[], asked: Asked): Diagnostic[] {
  const later = diagnostics.filter((d) => hasReason(d, "import", "registry") && isLaterCatalog(pathOf(d)));
  if (later.length > 0)
    return [
      ofLaterCatalog(later.map(pathOf), asked.text, later[0]!.places),
      ...explainImports(
        diagnostics.filter((d) => !later.includes(d)),
        asked,
      ),
    ];
  return diagnostics.map((d) => {
    if (hasReason(d, "unused")) return { hint: UNUSED_IMPORT, ...d };
    if (!hasReason(d, "import", "registry")) return d;
    // Packages of the language are asked of nobody.
    if (isBuiltinPath(String(d.args?.["path"] ?? ".")))
      return {
        hint: advise(
          PIPELINE_CODE.importNotFound,
          "the language has no such package; paths of modules begin with a domain, as in example.com/lib",
        ),
        ...d,
        code: codeFor(d),
      };
    return {
      ...d,
      code: codeFor(d),
      ...(asked.text !== "" && { notes: [...(d.notes ?? []), `asked: ${asked.text}`] }),
      hint: d.hint ?? hintFor(d.args ?? {}, asked),
    };
  });
}

const pathOf = ({ args }: Diagnostic): string => String(args?.["path"] ?? "");

/** What the original wrote after v0: `opmodel.dev/core/v1alpha1@v1` and its like, and `opmodel.dev/catalogs/…`. */
export function isLaterCatalog(path: string): boolean {
  return /^opmodel\.dev\/(?!schemas\/)(?:catalogs\/|[^@]*@v[1-9]|(?:[^@]*\/)?v[1-9]\d*(?:alpha|beta)\d+(?:[/@]|$))/.test(
    path,
  );
}

/** One message for a module of another catalog: all its imports would fail for the one reason. */
export function ofLaterCatalog(paths: readonly string[], asked: string, places: Diagnostic["places"]): Diagnostic {
  return {
    ...tell(PIPELINE_CODE.laterCatalog, "the module is written for a later catalog of the original ({path})", {
      path: paths[0] ?? "",
    }),
    severity: "error",
    ...(places && { places }),
    notes: [
      ...(paths.length > 1 ? [`it imports ${[...new Set(paths)].join(", ")}`] : []),
      ...(asked === "" ? [] : [`asked: ${asked}`]),
      "the catalog of opm is opmodel.dev/core@v0, with opmodel.dev/resources@v0, traits@v0 and blueprints@v0",
    ],
    hint: advise(
      PIPELINE_CODE.laterCatalog,
      "rewrite the imports for v0 (docs/guide/catalog.md has the paths); this opm renders modules of v0 only",
    ),
  };
}

function codeFor({ code, args }: Diagnostic): string {
  if (code === cueCode.import) return PIPELINE_CODE.importNotFound;
  if (args?.["trouble"] === "refused") return PIPELINE_CODE.registryRefused;
  return args?.["trouble"] === "unreachable" ? PIPELINE_CODE.registryUnreachable : cueCode.registry;
}

const isBuiltinPath = (path: string): boolean => !(path.split("/")[0] as string).includes(".");

/** Import paths differ in a letter or two where somebody mistyped; more is another package. */
const NEAR = 3;

function hintFor(args: NonNullable<Diagnostic["args"]>, asked: Asked): string {
  const { path: written = "", trouble, module } = args as { path?: string; trouble?: string; module?: string };
  const own = written.startsWith("opmodel.dev/");
  if (!own && trouble === "refused")
    return advise(PIPELINE_CODE.registryRefused, "log in to the registry, as docker login does, or ask for access");
  if (!own && trouble === "unreachable")
    return advise(
      PIPELINE_CODE.registryUnreachable,
      "check the connection; --registry or OPM_REGISTRY names another registry",
    );
  if (!own)
    return advise(
      PIPELINE_CODE.importNotFound,
      "run opm mod tidy to add what is missing to cue.mod/module.cue, and set --registry or OPM_REGISTRY if it is not in a public registry",
    );
  const path = written.replace(/:.*$/, "");
  const packages = asked.packages();
  const plain = (p: string): string => p.replace(/@v\d+$/, "");
  if (packages.some((p) => plain(p) === plain(path)))
    // A version that nobody has: the module was asked for, and not given.
    return module !== undefined
      ? advise(
          PIPELINE_CODE.importNotFound,
          "the catalog of opm serves versions up to its own: ask for that one in cue.mod/module.cue, or set --registry or OPM_REGISTRY",
        )
      : advise(PIPELINE_CODE.importNotFound, "run opm mod tidy to add what is missing to cue.mod/module.cue");
  const near = nearestName(plain(path), packages.map(plain));
  if (near !== null && editDistance(plain(path), near) <= NEAR)
    return advise(PIPELINE_CODE.importNotFound, "did you mean {near}?", {
      near: JSON.stringify(packages.find((p) => plain(p) === near)!),
    });
  return advise(
    PIPELINE_CODE.importNotFound,
    "correct the path; the packages of the catalog are in docs/guide/catalog.md",
  );
}
