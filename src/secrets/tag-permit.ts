/**
 * Whose tags are followed. A tag reads the operator's environment, files and cluster: in a file that the operator named
 * (`-f`, a flag) it is the operator's word; in one of the operator's own folders it is held to a list of variables and to
 * the repository's files; in one that a dependency brought it is refused.
 */
import { advise, tell, trustCode } from "../source/index.ts";
import type { Diagnostic, Place, Told } from "../source/index.ts";
import { parseRequest } from "./source/request.ts";
import type { VariableList } from "./variable-list.ts";

export type Standing = "named" | "owned" | "foreign";

export interface TagWorld {
  /** How a file came here. */
  standing(file: string): Standing;
  readonly variables: VariableList;
  /** Why a path that a file names is not read; undefined where it may be. */
  outside(path: string, from: string): string | undefined;
}

const TRUST_CODE = trustCode;

/** Undefined where a tag may be followed. `variable`: what a runtime tag reads. */
export function tagRefusal(
  attribute: string,
  variable: string | undefined,
  place: Place,
  world: TagWorld,
): Diagnostic | undefined {
  const file = place.file.name;
  const standing = world.standing(file);
  const refuse = (told: Told, hint: string): Diagnostic => ({ ...told, severity: "error", places: [place], hint });
  if (standing === "foreign")
    return refuse(
      tell(TRUST_CODE.foreignTag, "{attribute}: not followed, because a dependency brought the file", { attribute }),
      advise(TRUST_CODE.foreignTag, "give the value yourself: in a file of your own, with -f or with --set"),
    );
  const asked = requested(attribute, variable);
  if (asked.variable !== undefined && standing === "owned" && !world.variables.allows(asked.variable))
    return refuse(
      tell(
        TRUST_CODE.variable,
        "{attribute}: the variable {variable} is not among those that files of a repository may read",
        { attribute, variable: asked.variable },
      ),
      advise(
        TRUST_CODE.variable,
        "name it: OPM_ALLOW_ENV={variable} (names, and beginnings as DB_*); or give the tag in a file of -f",
        { variable: asked.variable },
      ),
    );
  const outside = asked.path === undefined ? undefined : world.outside(asked.path, file);
  if (outside !== undefined)
    return refuse(
      tell(TRUST_CODE.outsideFile, "{attribute}: {problem}", { attribute, problem: outside }),
      advise(TRUST_CODE.outsideFile, "keep it in the repository, or name its folder: OPM_ALLOW_FILES=/run/secrets"),
    );
  return undefined;
}

function requested(attribute: string, variable: string | undefined): { variable?: string; path?: string } {
  if (variable !== undefined) return { variable };
  const request = parseRequest(attribute);
  if ("severity" in request) return {};
  if (request.source === "env") return { variable: request.path };
  return request.source === "file" || request.source === "sops" ? { path: request.path } : {};
}
