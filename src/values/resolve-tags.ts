// Fetches what tags ask for (SEC-3, VAL-9), in memory only: `@secret`, `@env`, `@file` become secrets, and
// `@opm(runtime:type:NAME)` a plain value from the runtime.
import { tell, advise } from "../source/index.ts";
import type { Diagnostic, Outcome, Place, Told } from "../source/index.ts";
import { lockViolations } from "./lock.ts";
import { pathText } from "./path.ts";
import type { Path, Step } from "./path.ts";
import { placeOf, scalarNode, secretNode, structNode } from "./value-tree.ts";
import type { Opaque, TagNode, ValueNode } from "./value-tree.ts";
import { VALUES_CODE } from "./values-code.ts";

export interface TagHost {
  /** Fetches what a tag such as `@env(NAME)`, written at `place`, asks for. */
  fetch(attribute: string, place: Place, target?: TagTarget): Promise<Outcome<Opaque>>;
  reveal(secret: Opaque): string;
  /** Why a tag is not followed: whose file it stands in, what it would read. `variable`: of a runtime tag. */
  refuse?(attribute: string, variable: string | undefined, place: Place): Diagnostic | undefined;
  /** The reference that a tag stands for, if its value is fetched in the cluster alone; undefined for other tags. */
  refer?(attribute: string, place: Place): Outcome<Reference> | undefined;
  /** Tags that stay as they are, for who only looks. */
  leaves?(tag: TagNode): boolean;
  /** Told of everything that stays a secret. */
  keep?(secret: Opaque): void;
  /** The value of a runtime name: an environment variable. */
  runtime(name: string): string | undefined;
  /** Asks the cluster that is released to; null: it has no such value. Absent: no cluster can be asked from here. */
  query?(query: LiveQuery, place: Place, target?: TagTarget): Promise<Outcome<LiveAnswer | null>>;
}

/** Where in a cluster a value stands. */
export interface LiveQuery {
  readonly apiVersion: string;
  readonly kind: string;
  /** Absent: that of the release. */
  readonly namespace?: string;
  readonly name: string;
  /** `data.host`. */
  readonly path: string;
  readonly decode: boolean;
}

/** What comes from a Secret is one. */
export type LiveAnswer = { readonly text: string } | { readonly secret: Opaque };

/** Where the release goes that the values are for. */
export interface TagTarget {
  readonly kubeconfig?: string;
  /** The kubeconfig was named by an environment, not by the user: it may not run programs. */
  readonly foreign?: boolean;
  readonly context?: string;
  readonly namespace?: string;
}

/** The fields of a `#SecretRef`. */
interface Reference {
  readonly source: string;
  readonly path: string;
  readonly remoteKey: string;
  readonly parameters?: ReadonlyMap<string, string>;
}

interface ResolvedTags {
  readonly tree: ValueNode;
  /** What was fetched: for the redactor. */
  readonly secrets: readonly Opaque[];
}

/** A variable or file that the author calls a string is one, unless it goes into a secret; a secret stays one anywhere. */
export async function resolveTags(
  root: ValueNode,
  host: TagHost,
  isSecret: (path: Path) => boolean = () => true,
  target?: TagTarget,
): Promise<Outcome<ResolvedTags>> {
  const diagnostics: Diagnostic[] = [];
  const secrets: Opaque[] = [];
  const tags: TagNode[] = [];
  const answers = await askAll(root, host, target, diagnostics);
  const tree = await resolve(root, [], { host: aimed(host, target), isSecret, diagnostics, secrets, tags, answers });
  // What a tag gives could not be compared with the platform's locks before.
  const filled = new Set(
    tags.flatMap(({ origin, fallback }) => [origin.span, ...(fallback ? [fallback.origin.span] : [])]),
  );
  diagnostics.push(
    ...lockViolations(tree).filter(
      (violation) => violation.places?.[0] !== undefined && filled.has(violation.places[0].span),
    ),
  );
  return diagnostics.length > 0 ? { diagnostics } : { value: { tree, secrets }, diagnostics };
}

function aimed(host: TagHost, target: TagTarget | undefined): TagHost {
  return target === undefined ? host : { ...host, fetch: (attribute, place) => host.fetch(attribute, place, target) };
}

interface Resolving {
  readonly host: TagHost;
  readonly isSecret: (path: Path) => boolean;
  readonly diagnostics: Diagnostic[];
  readonly secrets: Opaque[];
  readonly tags: TagNode[];
  /** What the cluster said, by the tag that asked. */
  readonly answers: Answers;
}

type Answers = ReadonlyMap<TagNode, Outcome<LiveAnswer | null>>;

/** Every query that nothing stands in for, asked once; also those below others, for an optional one may give way. */
async function askAll(
  root: ValueNode,
  host: TagHost,
  target: TagTarget | undefined,
  diagnostics: Diagnostic[],
): Promise<Answers> {
  const asked = new Map<TagNode, Outcome<LiveAnswer | null>>();
  if (host.query === undefined) return asked;
  const pending: TagNode[] = [];
  const collect = (node: ValueNode): void => {
    if (node.kind === "struct") for (const inner of node.fields.values()) collect(inner);
    else if (node.kind === "list") for (const inner of node.items) collect(inner);
    else if (node.kind === "tag" && queryOf(node) !== undefined) {
      const name = runtimeName(node);
      if (name === undefined || host.runtime(name) === undefined) pending.push(node);
    }
    if (node.kind === "tag" && node.optional === true) for (const below of node.shadowed.slice(0, 1)) collect(below);
  };
  collect(root);
  await Promise.all(
    pending.map(async (node) => {
      const place = placeOf(node.origin);
      // Whose file it stands in decides before anything is asked.
      if (host.refuse?.(node.attribute, runtimeName(node), place) !== undefined) return;
      asked.set(node, await host.query!(queryOf(node)!, place, target));
    }),
  );
  for (const { diagnostics: found } of asked.values())
    for (const d of found) if (!diagnostics.some((other) => other.message === d.message)) diagnostics.push(d);
  return asked;
}

/** `@opm(query:v1:ConfigMap:infra/db:data.host)`. */
function queryOf({ attribute, decode = false }: TagNode): LiveQuery | undefined {
  const found =
    /^@opm\(\s*query\s*:\s*([^:\s]+)\s*:\s*([^:\s]+)\s*:\s*(?:([^:/\s]+)\/)?([^:/\s]+)\s*:\s*(.+?)\s*\)$/.exec(
      attribute,
    );
  if (found === null) return undefined;
  const [, apiVersion = "", kind = "", namespace, name = "", path = ""] = found;
  return { apiVersion, kind, ...(namespace !== undefined && { namespace }), name, path, decode };
}

async function resolve(node: ValueNode, path: Step[], resolving: Resolving): Promise<ValueNode> {
  const { host, diagnostics, secrets, tags } = resolving;
  if (node.kind === "struct") {
    let fields: Map<string, ValueNode> | undefined;
    for (const [name, inner] of node.fields) {
      if (!mayHoldTag(inner)) continue;
      const given = withoutUnset(inner, host, resolving.answers);
      const next = given && (await resolve(given, [...path, name], resolving));
      if (next === inner) continue;
      fields ??= new Map(node.fields);
      if (next === undefined) fields.delete(name);
      else fields.set(name, next);
    }
    return fields === undefined ? node : { ...node, fields };
  }
  if (node.kind === "list") {
    let items: ValueNode[] | undefined;
    for (const [i, inner] of node.items.entries()) {
      if (!mayHoldTag(inner)) continue;
      const next = await resolve(inner, [...path, i], resolving);
      if (next !== inner) (items ??= [...node.items])[i] = next;
    }
    return items === undefined ? node : { ...node, items };
  }
  if (node.kind !== "tag" || host.leaves?.(node) === true) return node;
  tags.push(node);
  const refused = host.refuse?.(node.attribute, runtimeName(node), placeOf(node.origin));
  if (refused !== undefined) {
    diagnostics.push({ path: pathText(path), ...refused });
    return node;
  }
  const stand = secretStandIn(node, host);
  const filled = stand
    ? await secretValue(stand, host, secrets, true)
    : node.attribute.startsWith("@opm(")
      ? runtimeValue(node, resolving)
      : (referenceValue(node, path, resolving) ?? (await secretValue(node, host, secrets, resolving.isSecret(path))));
  diagnostics.push(...filled.diagnostics.map((d) => ({ path: pathText(path), ...d })));
  return filled.value === undefined ? node : { ...filled.value, shadowed: node.shadowed, bounds: node.bounds };
}

function mayHoldTag(node: ValueNode): boolean {
  return node.kind === "struct" || node.kind === "list" || node.kind === "tag";
}

// Only a whole secret can be a reference; elsewhere the host says why there is nothing to fetch.
function referenceValue(node: TagNode, path: Path, { host, isSecret }: Resolving): Outcome<ValueNode> | undefined {
  if (node.wants !== "secret" || !isSecret(path) || isSecret(path.slice(0, -1))) return undefined;
  const reference = host.refer?.(node.attribute, placeOf(node.origin));
  if (reference?.value === undefined) return reference as Outcome<never> | undefined;
  const text = (value: string): ValueNode => scalarNode("string", value, node.origin);
  const { source, path: at, remoteKey, parameters } = reference.value;
  const fields = new Map([
    ["source", text(source)],
    ["path", text(at)],
    ["remoteKey", text(remoteKey)],
  ]);
  if (parameters !== undefined) {
    const inner = new Map([...parameters].map(([name, value]) => [name, text(value)]));
    fields.set("parameters", structNode(inner, node.origin));
  }
  return { value: structNode(fields, node.origin), diagnostics: [] };
}

async function secretValue(
  node: TagNode,
  host: TagHost,
  secrets: Opaque[],
  sensitive: boolean,
): Promise<Outcome<ValueNode>> {
  const fetched = await host.fetch(node.attribute, placeOf(node.origin));
  if (fetched.value === undefined) return { diagnostics: fetched.diagnostics };
  const plain = node.wants !== "secret" && !sensitive && !node.attribute.startsWith("@secret(");
  if (plain && node.wants === "string")
    return { value: scalarNode("string", host.reveal(fetched.value), node.origin), diagnostics: [] };
  if (!plain) {
    secrets.push(fetched.value);
    host.keep?.(fetched.value);
  }
  const leaf = secretNode(fetched.value, node.origin);
  switch (node.wants) {
    case "secret":
      return { value: structNode(new Map([["value", leaf]]), node.origin), diagnostics: [] };
    case "string":
      return { value: leaf, diagnostics: [] };
    default:
      // A number or a flag is no secret worth the name; its text is checked and never shown when it does not fit.
      return typed(
        node,
        host.reveal(fetched.value),
        tell(VALUES_CODE.notData, "{attribute} is not a {wants}", { attribute: node.attribute, wants: node.wants }),
      );
  }
}

const RUNTIME = /^@opm\(\s*runtime\s*:\s*(string|number|int|bool)\s*:\s*([A-Za-z_][A-Za-z0-9_.-]*)\s*\)$/;

/** What `@opm(…)` reads: a variable, or a query of the cluster, for which a variable may stand in. */
function runtimeName({ attribute, variable }: TagNode): string | undefined {
  return variable ?? RUNTIME.exec(attribute)?.[2];
}

/** The variable that a tag reads, of whatever kind it is. */
export function runtimeVariable(tag: TagNode): string | undefined {
  return runtimeName(tag) ?? /^@env\(\s*"?([A-Za-z_][A-Za-z0-9_]*)/.exec(tag.attribute)?.[1];
}

/** An optional runtime value that is not set gives way to what is below it; undefined if there is nothing. */
function withoutUnset(node: ValueNode, host: TagHost, answers: Answers): ValueNode | undefined {
  let at: ValueNode | undefined = node;
  while (at?.kind === "tag" && at.optional === true) {
    const name = runtimeName(at);
    // An answer, or a failure to get one, is not the same as nothing being there.
    const asked = answers.get(at);
    if (asked !== undefined && asked.value !== null) return at;
    if (name !== undefined ? host.runtime(name) !== undefined : !isQuery(at.attribute)) return at;
    const [below]: readonly ValueNode[] = at.shadowed;
    at = below && { ...below, bounds: at.bounds };
  }
  return at;
}

/** What the cluster keeps in a Secret is one here too, wherever it goes. */
function secretStandIn(node: TagNode, host: TagHost): TagNode | undefined {
  const { variable, attribute, wants } = node;
  const isSecret = variable !== undefined && /^@opm\(query:[^:]*:Secret:/.test(attribute) && wants === "string";
  return isSecret && host.runtime(variable) !== undefined ? { ...node, attribute: `@env(${variable})` } : undefined;
}

/** Written as `queries` of an environment, or by someone who hopes that a tag can ask the cluster. */
function isQuery(attribute: string): boolean {
  return /^@opm\(\s*(?:runtime\s*:\s*[a-z]+\s*:\s*)?(?:query|live|cluster|k8s)\s*:/.test(attribute);
}

function runtimeValue(node: TagNode, { host, answers, secrets }: Resolving): Outcome<ValueNode> {
  const name = runtimeName(node);
  const asked = answers.get(node);
  if (asked !== undefined && asked.value === undefined) return { diagnostics: [] }; // told once for all
  if (asked?.value) return answeredValue(node, asked.value, host, secrets);
  if (asked !== undefined && node.fallback === undefined) return { diagnostics: [notThere(node)] };
  const text = name === undefined ? undefined : host.runtime(name);
  if (text === undefined && node.fallback !== undefined) return { value: node.fallback, diagnostics: [] };
  if (text === undefined) return { diagnostics: [notSet(node, name)] };
  if (node.wants === "string" || node.wants === "secret")
    return { value: scalarNode("string", text, node.origin), diagnostics: [] };
  return typed(
    node,
    text,
    tell(VALUES_CODE.notData, "the runtime value {name} is not a {wants}", {
      name: name ?? "",
      wants: node.wants ?? "value",
    }),
  );
}

function answeredValue(node: TagNode, answer: LiveAnswer, host: TagHost, secrets: Opaque[]): Outcome<ValueNode> {
  if ("secret" in answer) {
    secrets.push(answer.secret);
    host.keep?.(answer.secret);
    if (node.wants === "string") return { value: secretNode(answer.secret, node.origin), diagnostics: [] };
    if (node.wants === "secret")
      return {
        value: structNode(new Map([["value", secretNode(answer.secret, node.origin)]]), node.origin),
        diagnostics: [],
      };
  }
  const text = "secret" in answer ? host.reveal(answer.secret) : answer.text;
  if (node.wants === "string" || node.wants === "secret")
    return { value: scalarNode("string", text, node.origin), diagnostics: [] };
  return typed(
    node,
    text,
    tell(VALUES_CODE.notData, "what the cluster answers to {attribute} is not a {wants}", {
      attribute: node.attribute,
      wants: node.wants,
    }),
  );
}

function notThere({ attribute, origin, variable }: TagNode): Diagnostic {
  return {
    ...tell(VALUES_CODE.liveQuery, "{attribute}: the cluster has no such value", { attribute }),
    severity: "error",
    places: [placeOf(origin)],
    hint: advise(VALUES_CODE.liveQuery, "make the query optional, or give the value with --set{or}", {
      or: variable === undefined ? "" : ` or the environment variable ${variable}`,
    }),
  };
}

function notSet({ attribute, variable, origin }: TagNode, name: string | undefined): Diagnostic {
  const places = [placeOf(origin)];
  if (isQuery(attribute))
    return {
      ...tell(VALUES_CODE.liveQuery, "{attribute} asks the live cluster, which cannot be reached from here", {
        attribute,
      }),
      severity: "error",
      places,
      hint:
        variable === undefined
          ? advise(
              VALUES_CODE.liveQuery,
              'give the value with --set, let a variable stand in (env: "NAME"), or make the query optional',
            )
          : advise(
              VALUES_CODE.liveQuery,
              "set the environment variable {variable}, which stands in for it, or give the value with --set",
              { variable },
            ),
    };
  if (name === undefined)
    return {
      ...tell(
        VALUES_CODE.badFile,
        "{attribute}: expected @opm(runtime:TYPE:NAME) with TYPE string, number, int or bool",
        { attribute },
      ),
      severity: "error",
      places,
    };
  return {
    ...tell(VALUES_CODE.notData, "the runtime value {name} is not set", { name }),
    severity: "error",
    places,
    hint: advise(
      VALUES_CODE.notData,
      "set the environment variable {name}. A default (*x | T) or a question mark (name?: T) makes it optional",
      { name },
    ),
  };
}

function typed(node: TagNode, text: string, told: Told): Outcome<ValueNode> {
  const trimmed = text.trim();
  if (node.wants === "bool" && /^(true|false)$/.test(trimmed))
    return { value: scalarNode("bool", trimmed, node.origin), diagnostics: [] };
  if (node.wants === "number" && /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/.test(trimmed))
    return { value: scalarNode("number", trimmed, node.origin), diagnostics: [] };
  return { diagnostics: [{ ...told, severity: "error", places: [placeOf(node.origin)] }] };
}
