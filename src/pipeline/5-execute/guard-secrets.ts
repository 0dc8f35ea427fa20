// SEC-7: what was made from a secret may stand in the data of a Secret and nowhere else.
import { SECRET_CODE, isSecret, isSecretManifest, reveal } from "../../secrets/index.ts";
import type { Secret } from "../../secrets/index.ts";
import { tell, advise } from "../../source/index.ts";
import type { Diagnostic, Place } from "../../source/index.ts";
import { isStruct } from "../plain-value.ts";
import type { Plain, PlainStruct } from "../plain-value.ts";
import { markedAs } from "../sealed-value.ts";
import type { JobInput } from "./job-input.ts";

export interface SecretGuard {
  /** Names with a hash of secret content: they may be read. */
  readonly names: ReadonlySet<string>;
  /** Where each secret was given, by its path. */
  readonly given: ReadonlyMap<string, Place>;
}

interface GuardedJob {
  readonly subject: string;
  readonly transformer: string;
  readonly inputs: readonly JobInput[];
}

/** A copy in which secrets are left in the data of Secrets alone; every other is told with the way it took. */
export function guardSecrets(
  output: Plain,
  guard: SecretGuard,
  job: GuardedJob,
): { readonly value: Plain; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const copy = (value: Plain, path: readonly string[], object: PlainStruct | undefined): Plain => {
    if (isSecret(value)) {
      const text = reveal(value);
      if (guard.names.has(text)) return text;
      diagnostics.push(leak(value, path, object, guard, job));
      return "***";
    }
    if (Array.isArray(value))
      return (value as readonly Plain[]).map((item, i) => copy(item, [...path, String(i)], object));
    if (!isStruct(value)) return value;
    const own = object ?? (value["apiVersion"] === undefined ? undefined : value);
    const inside = own === undefined || own !== object ? [] : path;
    const out = Object.create(null) as Record<string, Plain>;
    for (const [name, inner] of Object.entries(value))
      out[name] =
        isSecretManifest(value) && (name === "data" || name === "stringData")
          ? inner
          : copy(inner, [...inside, name], own);
    return out;
  };
  return { value: copy(output, [], undefined), diagnostics };
}

function leak(
  secret: Secret,
  path: readonly string[],
  object: PlainStruct | undefined,
  { given }: SecretGuard,
  { subject, transformer, inputs }: GuardedJob,
): Diagnostic {
  const { names, place } = markedAs(secret);
  const name = names.join(" and ");
  const text = (value: Plain | undefined): string => (typeof value === "string" ? value : "?");
  const metadata = object?.["metadata"];
  const target =
    object === undefined
      ? "the output"
      : `${text(object["kind"])}/${isStruct(metadata) ? text(metadata["name"]) : "?"}`;
  const steps = usedAt(names, inputs, place);
  const way = [
    ...names.map((n) => n),
    ...steps.slice(0, 3).map((step) => `${subject}: ${step.path}`),
    `${target}: ${path.join(".")}`,
  ];
  const places: Place[] = [];
  for (const step of steps)
    if (step.place !== undefined) places.push({ ...step.place, label: `${step.path} is made from it` });
  if (steps.length === 0 && place !== undefined) places.push({ ...place, label: "made from it" });
  for (const n of names) {
    const place = given.get(n);
    if (place !== undefined) places.push({ ...place, label: "the secret" });
  }
  return {
    ...tell(SECRET_CODE.leak, "the secret {name} would be readable in {target}, at {path}", {
      name,
      target,
      path: path.join("."),
      secret: name,
      object: target,
    }),
    severity: "error",
    path: path.join("."),
    places,
    notes: [`its way: ${way.join(" → ")}`, `in ${subject}, rendered by ${transformer}`],
    hint: advise(
      SECRET_CODE.leak,
      "wire it with `from:` (environment variable or mount), or put what is made from it into the data of a Secret",
    ),
  };
}

interface Step {
  readonly path: string;
  readonly place?: Place;
}

/** Where in the job's input the value comes from: its own place, or every one that carries one of its marks. */
function usedAt(names: readonly string[], inputs: readonly JobInput[], at: Place | undefined): Step[] {
  if (at?.label !== undefined) return [{ path: at.label, place: at }];
  const found = inputs.flatMap(({ marked }) =>
    marked
      .filter((part) => part.names.some((n) => names.includes(n)))
      .map(({ place }): Step => ({ path: place?.label ?? "", ...(place && { place }) })),
  );
  // The secret itself is no step of its way, unless there is no other.
  const derived = found.filter(({ path }) => !path.endsWith(".value"));
  return (derived.length > 0 ? derived : found).filter(({ path }) => path !== "");
}
