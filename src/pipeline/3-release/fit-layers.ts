// Tiers that were written for many modules, cut to what one module knows.
import { valuesCode, tell, advise } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import {
  knownPart,
  layerValues,
  pathText,
  placeOf,
  schemaShape,
  sourceName,
  sourceTree,
  viewAt,
  viewOf,
  withFields,
} from "../../values/index.ts";
import type { CueView, Layers, LeftOut, Opaque, Path, ValueNode } from "../../values/index.ts";
import type { Module } from "../2-module/module.ts";

interface Fitted {
  readonly layers: Layers;
  readonly left: readonly LeftOut[];
}

/** The layers as far as the module knows them; `left` is what it does not. */
export function fitLayers(
  module: Module,
  schema: CueView,
  given: Layers,
  reveal: ((secret: Opaque) => string) | undefined,
): Fitted {
  const shape = schemaShape(schema);
  const platform = (given.platform ?? []).map((node) => knownPart(node, shape));
  const environment = given.environment && knownPart(given.environment, shape);
  const left = [...platform, ...(environment ? [environment] : [])].flatMap((part) => part.left);
  if (left.length === 0) return { layers: given, left };
  const layersWith = (again: (left: readonly LeftOut[]) => readonly LeftOut[]): Layers => {
    const { environment: _, ...rest } = given;
    const restored = environment && withFields(environment.tree, again(environment.left));
    return {
      ...rest,
      platform: platform.flatMap((part) => withFields(part.tree, again(part.left)) ?? []),
      ...(restored && { environment: restored }),
    };
  };
  // Some fields are only there for some values: what the others say decides.
  const layers = layersWith(() => []);
  const { value: tree } = layerValues(layers);
  const here = tree && viewOf(module.cue.get().root.evaluate("close(#config)").meet(sourceTree(tree, { reveal }).tree));
  const isDeclared = ({ path }: LeftOut): boolean => here !== undefined && viewAt(here, path.map(String)) !== undefined;
  if (!left.some(isDeclared)) return { layers, left };
  return {
    layers: layersWith((fields) => fields.filter(isDeclared)),
    left: left.filter((one) => !isDeclared(one)),
  };
}

/** Whether another module knows the field; undefined where the others are not at hand. */
export type KnownElsewhere = (path: Path, shared: "platform" | "package") => boolean | undefined;

/** What was left out: a note, where it may be meant for others; a mistake, where it is meant for nobody. */
export function leftOutDiagnostics(
  left: readonly LeftOut[],
  module: string,
  isKnownElsewhere: KnownElsewhere | undefined,
): Diagnostic[] {
  return left.flatMap(({ path, node, near }) =>
    sharedLeaves(node).map(({ shared, at, origin, key }): Diagnostic => {
      const known = isKnownElsewhere?.(path, shared);
      const text = pathText([...path, ...at]);
      const args = { field: text, module, source: sourceName(origin) };
      const base = {
        path: `values.${text}`,
        places: [{ ...placeOf(origin), ...(key && { span: key }), label: `set by the ${sourceName(origin)}` }],
      };
      const hint =
        near === undefined ? {} : { hint: advise(valuesCode.unknownField, "did you mean {near}?", { near }) };
      if (known === false)
        return {
          ...tell(valuesCode.unknownField, "no module has the field {field}", args),
          severity: "error",
          ...base,
          ...hint,
        };
      return {
        ...tell(valuesCode.leftOut, "the module {module} has no field {field}: left out", args),
        severity: near !== undefined && known !== true ? "warning" : "info",
        ...base,
        ...hint,
      };
    }),
  );
}

interface SharedLeaf {
  readonly shared: "platform" | "package";
  readonly at: Path;
  readonly origin: ValueNode["origin"];
  readonly key?: NonNullable<ValueNode["key"]>;
}

/** One for the field itself where all of it is shared. */
function sharedLeaves(node: ValueNode): SharedLeaf[] {
  const { shared } = node.origin;
  if (node.kind !== "struct" || isWhollyShared(node))
    return shared === undefined ? [] : [{ shared, at: [], origin: node.origin, ...(node.key && { key: node.key }) }];
  return [...node.fields].flatMap(([name, inner]) =>
    sharedLeaves(inner).map((leaf) => ({ ...leaf, at: [name, ...leaf.at] })),
  );
}

function isWhollyShared(node: ValueNode): boolean {
  if (node.kind !== "struct" || node.fields.size === 0) return node.origin.shared !== undefined;
  return [...node.fields.values()].every(isWhollyShared);
}
