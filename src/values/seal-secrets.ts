// Literal secrets become opaque as soon as the schema tells where they are: from then on nothing in this room can show
// them, whatever asks: explain, diff, a message, a debugger.
import type { Place } from "../source/index.ts";
import type { Path, Step } from "./path.ts";
import { quotedIn } from "./quoted-texts.ts";
import { placeOf, secretNode } from "./value-tree.ts";
import type { Opaque, Origin, ValueNode } from "./value-tree.ts";

/** Makes an opaque value of what stands at a place; the same object for the same text, so that equal secrets compare equal. */
export type MakeOpaque = (text: string, origin: string, place?: Place) => Opaque;

/** Seals `value` of every secret, and text that stands in the place of the whole struct by mistake. */
export function sealSecrets(root: ValueNode, secrets: readonly Path[], make: MakeOpaque): ValueNode {
  let tree = root;
  for (const path of secrets) tree = sealAt(tree, path, 0, make);
  return tree;
}

function sealAt(node: ValueNode, path: Path, depth: number, make: MakeOpaque): ValueNode {
  if (depth === path.length) return sealStruct(node, path, make);
  const step = path[depth]!;
  const shadowed = shadows(node, (below) => sealAt(below, path, depth, make));
  if (node.kind === "struct" && typeof step === "string") {
    const inner = node.fields.get(step);
    if (inner === undefined) return shadowed === node.shadowed ? node : { ...node, shadowed };
    const next = sealAt(inner, path, depth + 1, make);
    return next === inner && shadowed === node.shadowed
      ? node
      : { ...node, shadowed, fields: new Map(node.fields).set(step, next) };
  }
  if (node.kind === "list" && typeof step === "number" && node.items[step] !== undefined)
    return {
      ...node,
      shadowed,
      items: node.items.map((item, i) => (i === step ? sealAt(item, path, depth + 1, make) : item)),
    };
  return shadowed === node.shadowed ? node : { ...node, shadowed };
}

/** What a secret's struct may say in the open: how it is given, and where it goes. */
export const openFields: ReadonlySet<string> = new Set([
  "source",
  "path",
  "remoteKey",
  "parameters",
  "description",
  "$opm",
  "$secretName",
  "$dataKey",
  "$description",
]);

function sealStruct(node: ValueNode, path: Path, make: MakeOpaque): ValueNode {
  if (node.kind !== "struct") return sealDeep(node, path, make);
  const fields = new Map(node.fields);
  for (const [name, inner] of fields)
    if (!openFields.has(name)) fields.set(name, sealDeep(inner, [...path, name], make));
  return { ...node, fields, shadowed: shadows(node, (below) => sealStruct(below, path, make)) };
}

// Every text inside: someone may have put the secret into a list or a struct by mistake.
function sealDeep(node: ValueNode, path: Path, make: MakeOpaque): ValueNode {
  hideLine(node, path, make);
  const shadowed = shadows(node, (below) => sealStruct(below, path, make));
  switch (node.kind) {
    case "struct":
      // `{hunter2: …}` is what `{hunter2` was meant to be.
      for (const [name, { key, origin }] of node.fields)
        make(name, describe(path, origin), key && { file: origin.file, span: key });
      return {
        ...node,
        shadowed,
        fields: new Map([...node.fields].map(([name, inner]) => [name, sealDeep(inner, [...path, name], make)])),
      };
    case "list":
      return { ...node, shadowed, items: node.items.map((item, i) => sealDeep(item, [...path, i], make)) };
    case "expr": {
      if (node.preset === undefined && !/["']/.test(node.text))
        return shadowed === node.shadowed ? node : { ...node, shadowed };
      for (const { text, place } of quotedIn(placeOf(node.origin))) make(text, describe(path, node.origin), place);
      const sealed = secretNode(
        make(
          node.preset === undefined ? node.text : textOf(node.preset),
          describe(path, node.origin),
          placeOf(node.origin),
        ),
        node.origin,
      );
      return { ...sealed, shadowed, bounds: node.bounds };
    }
    case "string":
    case "number":
    case "bytes":
      return {
        ...secretNode(make(node.text, describe(path, node.origin), placeOf(node.origin)), node.origin),
        shadowed,
        bounds: node.bounds,
        ...(node.key && { key: node.key }),
      };
    default:
      return shadowed === node.shadowed ? node : { ...node, shadowed };
  }
}

// In data a secret may end before its author thinks so (`a #b`, `a: b`), or be a name (`&a`, `!a`): what stands in its line
// behind its name is not shown.
function hideLine({ origin, key }: ValueNode, path: Path, make: MakeOpaque): void {
  const { file, span } = origin;
  if (key === undefined || span.start < 0 || !/\.(?:ya?ml|json|toml)$/i.test(file.name)) return;
  const start = key.end + (/^["']?\s*[:=]?\s*/.exec(file.text.slice(key.end, key.end + 40))?.[0].length ?? 0);
  const newline = file.text.indexOf("\n", start);
  make("", describe(path, origin), { file, span: { start, end: newline < 0 ? file.text.length : newline } });
}

function textOf(node: ValueNode): string {
  return node.kind === "string" || node.kind === "number" || node.kind === "bytes" ? node.text : "";
}

function shadows(node: ValueNode, seal: (below: ValueNode) => ValueNode): readonly ValueNode[] {
  return node.shadowed.length === 0 ? node.shadowed : node.shadowed.map(seal);
}

function describe(path: Path, origin: Origin): string {
  return `${path.map((step: Step) => String(step)).join(".")} in ${origin.file.name}`;
}

/** All opaque values of a tree, shadowed ones too: what a redactor must know. */
export function opaqueValues(root: ValueNode): Opaque[] {
  const found = new Set<Opaque>();
  const stack: ValueNode[] = [root];
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (node.kind === "secret") found.add(node.secret);
    if (node.kind === "struct") stack.push(...node.fields.values());
    if (node.kind === "list") stack.push(...node.items);
    if (node.kind === "expr" && node.preset !== undefined) stack.push(node.preset);
    stack.push(...node.shadowed);
  }
  return [...found];
}
