// `@secret(source=…, path=…, key=…)`, `@env(NAME)`, `@file(path)`: what a tag asks for.
import { parseAttribute } from "../../cue/load/index.ts";
import { makeAttribute } from "../../cue/syntax/index.ts";
import { tell } from "../../source/index.ts";
import type { Diagnostic, Place } from "../../source/index.ts";
import { SECRET_CODE } from "../secret-code.ts";
import type { ClusterTarget } from "./secret-source.ts";

export interface SecretRequest {
  /** The name of the source: env, file, sops, k8s, … */
  readonly source: string;
  readonly path: string;
  readonly key?: string;
  /** The other arguments, for sources that take more. */
  readonly options: ReadonlyMap<string, string>;
  readonly attribute: string;
  readonly place?: Place;
  /** Where the release goes that asks. */
  readonly target?: ClusterTarget;
}

/** Reads the attribute as written, `@name(…)`. */
export function parseRequest(attribute: string, place?: Place): SecretRequest | Diagnostic {
  const bad = (message: string, hint?: string): Diagnostic => ({
    ...tell(SECRET_CODE.badTag, "{attribute}: {problem}", { attribute, problem: message }),
    severity: "error",
    ...(place && { places: [place] }),
    ...(hint && { hint }),
  });
  if (!/^@[A-Za-z_]+\([\s\S]*\)$/.test(attribute)) return bad("not a tag with arguments");
  const { name, fields } = parseAttribute(makeAttribute(attribute));
  const options = new Map<string, string>();
  const positional: string[] = [];
  for (const field of fields) {
    if (field.key === "" && field.value === "") continue;
    if (field.key === "") positional.push(field.value);
    else if (options.has(field.key)) return bad(`${field.key} is given twice`);
    else options.set(field.key, field.value);
  }
  const take = (key: string): string | undefined => {
    const value = options.get(key);
    options.delete(key);
    return value;
  };
  if (name === "env" || name === "file") {
    const path = positional.shift() ?? take(name === "env" ? "name" : "path");
    if (!path)
      return bad(
        name === "env" ? "the name of a variable is expected" : "a path is expected",
        name === "env" ? "write @env(DB_PASSWORD)" : 'write @file("secrets/db")',
      );
    if (positional.length > 0) return bad("too many arguments");
    const known = name === "file" ? ["trim"] : [];
    const unknown = [...options.keys()].find((key) => !known.includes(key));
    if (unknown !== undefined)
      return bad(
        `there is no argument ${unknown}`,
        known.length === 0 ? `@${name} takes a name alone` : `@${name} takes ${known.join(", ")}`,
      );
    return { source: name, path, options, attribute, ...(place && { place }) };
  }
  if (name !== "secret") return bad("not a secret tag; known: @secret, @env, @file");
  const source = take("source") ?? positional.shift();
  const path = take("path") ?? positional.shift();
  const key = take("key") ?? take("remoteKey") ?? positional.shift();
  if (!source || !path)
    return bad("source and path are expected", '@secret(source=sops, path="secrets.yaml", key=db.password)');
  if (positional.length > 0) return bad("too many arguments");
  // What a driver is given besides is its own business.
  const [unknown] =
    source === "csi" ? [] : [...options.keys()].filter((one) => !(source === "k8s" && one === "namespace"));
  if (unknown !== undefined) return bad(`there is no argument ${unknown}`, "@secret takes source, path and key");
  return { source, path, ...(key !== undefined && { key }), options, attribute, ...(place && { place }) };
}
