// What tiers make from their secrets. Which fields are secret is known only when all tiers are read; so what was computed
// is computed again with the secrets marked, and what carries the mark then is a secret too.
import { secretsCode, tell, advise } from "../source/index.ts";
import type { Diagnostic, Place } from "../source/index.ts";
import type { CueView } from "./cue-view.ts";
import { pathText } from "./path.ts";
import type { Path, Step } from "./path.ts";
import { openFields } from "./seal-secrets.ts";
import type { MakeOpaque } from "./seal-secrets.ts";
import { placeOf, secretNode } from "./value-tree.ts";
import type { ValueNode } from "./value-tree.ts";

/** A name that is made from a secret: it cannot be hidden, because everything is found by it. */
interface DerivedName {
  readonly path: string;
  readonly place?: Place;
}

/** One evaluation that values were read from. Its values are kept by the nodes that were read. */
export class Evaluation {
  readonly #view: CueView;
  #derived: { readonly key: string; readonly leaves: ReadonlySet<string>; readonly names: DerivedName[] } | undefined;

  constructor(view: CueView) {
    this.#view = view;
  }

  /** Which of the others what stands at a path is made from. */
  inputs(path: Path, others: readonly Path[]): readonly Path[] {
    if (!this.#view.isComputed) return [];
    const wrapped = this.#view.field(WRAPPER);
    return madeFrom(wrapped?.kind === "struct" ? wrapped : this.#view, path, others);
  }

  /** Paths of what is made from what stands at `secrets`. */
  derived(secrets: readonly Path[]): { readonly leaves: ReadonlySet<string>; readonly names: readonly DerivedName[] } {
    const key = secrets.map(pathText).join(" ");
    if (this.#derived?.key !== key) this.#derived = { key, ...derivedIn(this.#view, secrets) };
    return this.#derived;
  }
}

/** Which of the others what stands at a path is made from. */
export function madeFrom(root: CueView, path: Path, others: readonly Path[]): Path[] {
  // What is written where it stands is made from nothing.
  if (viewIn(root, path)?.isComputed !== true) return [];
  const names = new Map(others.map((other) => [`from ${pathText(other)}`, other]));
  const marked = root.marking(others, (other) => `from ${pathText(other)}`);
  const view = marked && viewIn(marked, path);
  return (view?.marks ?? []).flatMap((name): Path[] => {
    const other = names.get(name);
    return other === undefined ? [] : [other];
  });
}

/** A file of values may have them in a field of their own. */
const WRAPPER = "values";

function derivedIn(
  root: CueView,
  secrets: readonly Path[],
): { readonly leaves: ReadonlySet<string>; readonly names: DerivedName[] } {
  const leaves = new Set<string>();
  const names: DerivedName[] = [];
  if (!root.isComputed) return { leaves, names };
  const wrapped = root.field(WRAPPER)?.kind === "struct";
  const starts: Path[] = wrapped ? [[], [WRAPPER]] : [[]];
  const given = starts.flatMap((start) => secrets.flatMap((path) => scalarsOf(root, [...start, ...path])));
  const marked = given.length === 0 ? undefined : root.marking(given, "a secret");
  if (marked === undefined) return { leaves, names };
  const known = new Set(given.map(pathText));
  const look = (view: CueView, path: Path): void => {
    if (view.kind === "struct")
      for (const { name, presence, value, isMarked } of view.fields()) {
        if (presence !== "field") continue;
        const at = [...path, name];
        const [place] = value.places;
        if (isMarked) names.push({ path: pathText(path), ...(place && { place }) });
        look(value, at);
      }
    else if (view.kind === "list") view.items().forEach((item, i) => look(item, [...path, i]));
    else if (view.isMarked && !known.has(pathText(path)))
      leaves.add(pathText(wrapped && path[0] === WRAPPER ? path.slice(1) : path));
  };
  look(marked, []);
  return { leaves, names };
}

function viewIn(root: CueView, path: Path): CueView | undefined {
  let view: CueView | undefined = root;
  for (const step of path) view = typeof step === "number" ? view?.items()[step] : view?.field(step);
  return view;
}

/** Where the text of a secret stands: in its struct, or in its place. */
function scalarsOf(root: CueView, path: Path): Path[] {
  const view = viewIn(root, path);
  if (view === undefined) return [];
  if (view.kind === "struct")
    return view
      .fields()
      .filter(({ name, presence, value }) => presence === "field" && !openFields.has(name) && isScalar(value))
      .map(({ name }) => [...path, name]);
  return isScalar(view) ? [path] : [];
}

const isScalar = ({ kind }: CueView): boolean => kind !== "struct" && kind !== "list" && kind !== "other";

/** The tree with everything opaque that its evaluations made from secrets; and names that are made from them. */
export function sealDerived(
  tree: ValueNode,
  secrets: readonly Path[],
  make: MakeOpaque,
): { readonly tree: ValueNode; readonly names: readonly DerivedName[] } {
  const names = new Map<string, DerivedName>();
  const seal = (node: ValueNode, path: readonly Step[]): ValueNode => {
    const found = node.origin.evaluation?.derived(secrets);
    for (const name of found?.names ?? []) names.set(`${name.path} ${name.place?.span.start}`, name);
    const shadowed = node.shadowed.map((below) => seal(below, path));
    switch (node.kind) {
      case "struct": {
        const fields = new Map([...node.fields].map(([name, inner]) => [name, seal(inner, [...path, name])]));
        return { ...node, shadowed, fields };
      }
      case "list":
        return { ...node, shadowed, items: node.items.map((item, i) => seal(item, [...path, i])) };
      case "string":
      case "number":
      case "bytes":
      case "bool":
      case "null":
        return found?.leaves.has(pathText(path)) === true
          ? {
              ...secretNode(make(node.text, pathText(path), placeOf(node.origin)), node.origin),
              ...(node.kind !== "string" && { as: node.kind }),
              shadowed,
            }
          : shadowed.length === 0
            ? node
            : { ...node, shadowed };
      default:
        return node;
    }
  };
  return { tree: seal(tree, []), names: [...names.values()] };
}

/** What is said of a name that is made from a secret. */
export function derivedNameProblem({ path, place }: DerivedName): Diagnostic {
  return {
    ...tell(secretsCode.leak, "a secret would be readable in the name of a field{of}", {
      of: path === "" ? "" : ` of ${path}`,
      path,
    }),
    severity: "error",
    path: `values${path === "" ? "" : `.${path}`}`,
    ...(place && { places: [{ ...place, label: "made from a secret" }] }),
    hint: advise(secretsCode.leak, "names are shown everywhere: make the secret a value"),
  };
}
