import type { Diagnostic } from "../../source/index.ts";
import { editDistance, nearestName } from "../../values/index.ts";
import type { Asked } from "../cue-access.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import { registryTrouble } from "../registry-trouble.ts";

/** An import that cannot be found says where it was looked for, and what to do. */
export function explainImports(diagnostics: readonly Diagnostic[], asked: Asked): Diagnostic[] {
  return diagnostics.map((d) => {
    if (!/cannot find (?:module providing )?package|module not found|not found|cannot fetch/.test(d.message)) return d;
    if (d.message.startsWith("reference ")) return d;
    const path = /"([^"]+\.[^"]+\/[^"]*)"|([a-z0-9.-]+\.[a-z]+\/[^\s:]+)/.exec(d.message);
    return {
      ...d,
      code: codeFor(d.message),
      ...(asked.text !== "" && { notes: [...(d.notes ?? []), `asked: ${asked.text}`] }),
      hint: hintFor(path?.[1] ?? path?.[2] ?? "", d.message, asked),
    };
  });
}

function codeFor(message: string): string {
  const trouble = registryTrouble(message);
  if (trouble === undefined) return PIPELINE_CODE.importNotFound;
  return trouble === "refused" ? PIPELINE_CODE.registryRefused : PIPELINE_CODE.registryUnreachable;
}

const TIDY = "run opm mod tidy to add what is missing to cue.mod/module.cue";

/** Import paths differ in a letter or two where somebody mistyped; more is another package. */
const NEAR = 3;

function hintFor(written: string, message: string, asked: Asked): string {
  const trouble = registryTrouble(message);
  const own = written.startsWith("opmodel.dev/");
  if (!own && trouble === "refused") return "log in to the registry, as docker login does, or ask for access";
  if (!own && trouble === "unreachable")
    return "check the connection; --registry or OPM_REGISTRY names another registry";
  if (!own) return `${TIDY}, and set --registry or OPM_REGISTRY if it is not in a public registry`;
  const path = written.replace(/:.*$/, "");
  const packages = asked.packages();
  const plain = (p: string): string => p.replace(/@v\d+$/, "");
  if (packages.some((p) => plain(p) === plain(path)))
    return /cannot fetch|cannot expand/.test(message)
      ? "the catalog of opm serves versions up to its own: ask for that one in cue.mod/module.cue, or set --registry or OPM_REGISTRY"
      : TIDY;
  const near = nearestName(plain(path), packages.map(plain));
  if (near !== null && editDistance(plain(path), near) <= NEAR)
    return `did you mean "${packages.find((p) => plain(p) === near)!}"?`;
  return "correct the path; the packages of the catalog are in docs/guide/catalog.md";
}
