import { nodesAt, stringEnd } from "../analysis/mend.ts";
import type { Workspace } from "../analysis/workspace.ts";
import type { SignatureHelp } from "../protocol/types.ts";
import { SourceFile } from "../../source/index.ts";
import { parseExpr } from "../../cue/syntax/index.ts";
import { builtinOf } from "./builtins.ts";
import { find } from "./navigate.ts";

/** The function whose arguments are being typed. */
export async function signatureHelp(workspace: Workspace, path: string, offset: number): Promise<SignatureHelp | null> {
  const text = workspace.documents.get(path)?.text ?? "";
  const call = callAt(text, offset);
  if (call === undefined) return null;
  const found = await find(workspace, path, offset);
  if (found === undefined) return null;
  const { expr, errors } = parseExpr(new SourceFile("", call.name));
  if (errors.length > 0) return null;
  const known = builtinOf(found.resolver, found.file, expr, nodesAt(found.file.syntax, call.start));
  if (known === undefined) return null;
  return {
    signatures: [
      {
        label: known.signature,
        ...(known.doc !== "" && { documentation: { kind: "markdown", value: known.doc } }),
        parameters: paramSpans(known.signature, known.params),
      },
    ],
    activeSignature: 0,
    activeParameter: Math.min(call.argument, Math.max(0, known.params.length - 1)),
  };
}

function paramSpans(signature: string, params: readonly string[]): { label: readonly [number, number] }[] {
  let at = signature.indexOf("(") + 1;
  return params.map((param) => {
    const label: readonly [number, number] = [at, at + param.length];
    at += param.length + 2;
    return { label };
  });
}

/** The innermost call that is open at an offset, by its text: it need not parse yet. */
function callAt(text: string, offset: number): { name: string; start: number; argument: number } | undefined {
  const open: { at: number; commas: number }[] = [];
  for (let i = Math.max(0, text.lastIndexOf("\n\n", offset)); i < offset; i++) {
    const c = text[i]!;
    if (c === '"' || c === "'") {
      const end = stringEnd(text, i);
      if (end > offset) break;
      i = end - 1;
    } else if (c === "(" || c === "[" || c === "{") open.push({ at: i, commas: 0 });
    else if (c === ")" || c === "]" || c === "}") open.pop();
    else if (c === "," && open.length > 0) open.at(-1)!.commas++;
  }
  for (const { at, commas } of open.toReversed()) {
    const name = text[at] === "(" ? /[\w$#.]+$/.exec(text.slice(0, at))?.[0] : undefined;
    if (name !== undefined) return { name, start: at - name.length, argument: commas };
  }
  return undefined;
}
