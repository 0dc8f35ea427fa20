import { serveStdio } from "../../host/node-language-host.ts";
import type { CommandContext } from "../command-spec.ts";

/** `opm lsp`: the language server on the standard streams. */
export function run({ io, version }: CommandContext): Promise<number> {
  return serveStdio(io.env, version, () => io.clock());
}
