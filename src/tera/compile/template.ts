import type { CompiledBlock, CompiledMacro, CompiledTemplate, Evaluate } from "../render/runtime.ts";
import type { MacroNode, Node } from "../syntax/ast.ts";
import { compileExpression, compileUnescaped } from "./expression.ts";
import type { Library } from "./library.ts";
import { compileBlockBody, compileBody, compileNodes } from "./node.ts";
import type { Links, Unit } from "./unit.ts";

interface CompileFailure {
  readonly message: string;
  readonly pos: number;
}

/** A template, or the one thing about its blocks and macros that is wrong, with its place. */
type CompileResult = CompiledTemplate | CompileFailure;

/** Compiles the nodes of a template. The parents are filled in when all templates are known. */
export function compileTemplate(
  name: string,
  text: string,
  nodes: readonly Node[],
  library: Library,
  links: Links,
): CompileResult {
  const unit: Unit = {
    name,
    library,
    links,
    blockBodies: new Map(),
    expression: (expr) => compileExpression(unit, expr),
    unescaped: (expr) => compileUnescaped(unit, expr),
  };
  const blocks = new Map<string, CompiledBlock>();
  const duplicate = collectBlocks(unit, nodes, blocks);
  if (duplicate) return duplicate;
  const macros = new Map<string, CompiledMacro>();
  const imports: { file: string; namespace: string; pos: number }[] = [];
  let parent: string | undefined;
  for (const node of nodes) {
    if (node.kind === "extends") parent = node.parent;
    else if (node.kind === "import") imports.push({ file: node.file, namespace: node.namespace, pos: node.pos });
    else if (node.kind === "macro") {
      if (macros.has(node.name)) return { message: `Macro \`${node.name}\` is duplicated`, pos: node.pos };
      macros.set(node.name, compileMacro(unit, node));
    }
  }
  return { name, text, nodes: compileNodes(unit, nodes), parent, parents: [], macros, imports, blocks };
}

/** Blocks and blocks inside blocks; those inside loops and conditions are not overridable. */
function collectBlocks(
  unit: Unit,
  nodes: readonly Node[],
  blocks: Map<string, CompiledBlock>,
): CompileFailure | undefined {
  for (const node of nodes) {
    if (node.kind !== "block") continue;
    if (blocks.has(node.name)) return { message: `Block \`${node.name}\` is duplicated`, pos: node.pos };
    blocks.set(node.name, { name: node.name, body: compileBlockBody(unit, node) });
    const duplicate = collectBlocks(unit, node.body, blocks);
    if (duplicate) return duplicate;
  }
  return undefined;
}

function compileMacro(unit: Unit, node: MacroNode): CompiledMacro {
  const args = new Map<string, Evaluate | undefined>();
  for (const [name, value] of node.args) args.set(name, value && compileUnescaped(unit, value));
  return { name: node.name, args, body: compileBody(unit, node.body) };
}
