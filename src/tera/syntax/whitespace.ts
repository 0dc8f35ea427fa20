import { leadingSpace, trim, trimEnd, trimStart } from "../text/space.ts";
import type { Branch, IfNode, Node, RawNode, TextNode, Trim } from "./ast.ts";

/**
 * Applies `{%-` and `-%}`: trims text next to such tags and drops text that becomes empty.
 * Known oddities of Tera are kept: the `else` part of a `for` is left as it is, and `{{ super() }}`
 * neither trims nor stops a trim.
 */
export function removeWhitespace(nodes: readonly Node[], around?: Trim): Node[] {
  const out: Node[] = [];
  let afterText = false;
  let trimNext = around !== undefined && around.left;
  for (const node of nodes) {
    switch (node.kind) {
      case "text":
        afterText = true;
        if (trimNext) {
          trimNext = false;
          const text = startTrimmed(node);
          if (text) out.push(text);
        } else out.push(node);
        continue;
      case "raw":
        if (afterText && node.start.left) trimLast(out);
        trimNext = node.end.right;
        out.push(trimmedRaw(node));
        break;
      case "for":
      case "macro":
      case "filter":
      case "block":
        if (afterText && node.start.left) trimLast(out);
        trimNext = node.end.right;
        out.push({ ...node, body: removeWhitespace(node.body, { left: node.start.right, right: node.end.left }) });
        break;
      case "if":
        if (afterText && node.branches[0]?.trim.left) trimLast(out);
        trimNext = node.end.right;
        out.push(trimmedIf(node));
        break;
      case "super":
        out.push(node);
        break;
      default:
        if (afterText && node.trim.left) trimLast(out);
        trimNext = node.trim.right;
        out.push(node);
    }
    afterText = false;
  }
  if (around?.right) trimLast(out);
  return out;
}

function startTrimmed(node: TextNode): TextNode | undefined {
  const spaces = leadingSpace(node.text);
  if (spaces === node.text.length) return undefined;
  return { kind: "text", text: node.text.slice(spaces), pos: node.pos + spaces };
}

function trimLast(nodes: Node[]): void {
  const last = nodes[nodes.length - 1];
  if (last?.kind !== "text") return;
  nodes.pop();
  const text = trimEnd(last.text);
  if (text !== "") nodes.push({ kind: "text", text, pos: last.pos });
}

function trimmedRaw(node: RawNode): RawNode {
  const { start, end, text } = node;
  if (!start.right && !end.left) return node;
  const pos = start.right ? node.pos + leadingSpace(text) : node.pos;
  const trimmed = start.right && end.left ? trim(text) : start.right ? trimStart(text) : trimEnd(text);
  return { ...node, text: trimmed, pos };
}

/** A branch ends where the next tag begins, so that tag's `{%-` trims it. */
function trimmedIf(node: IfNode): IfNode {
  const branches: Branch[] = [];
  for (const branch of node.branches) {
    const previous = branches[branches.length - 1];
    if (branch.trim.left && previous) trimLast(previous.body);
    branches.push({ ...branch, body: removeWhitespace(branch.body, { left: branch.trim.right, right: false }) });
  }
  const last = branches[branches.length - 1] as Branch;
  if (!node.otherwise) {
    if (node.end.left) trimLast(last.body);
    return { ...node, branches };
  }
  if (node.otherwise.trim.left) trimLast(last.body);
  const body = removeWhitespace(node.otherwise.body, { left: node.otherwise.trim.right, right: false });
  if (node.end.left) trimLast(body);
  return { ...node, branches, otherwise: { trim: node.otherwise.trim, body } };
}
