import type { CommandContext } from "../command-spec.ts";
import { matrixBuild } from "./matrix-build.ts";

/** `opm release build DIR [NAME…]`: what can be rendered is, whatever is wrong with the rest. */
export async function run(context: CommandContext): Promise<number> {
  const [folder = ".", ...names] = context.args;
  return (await matrixBuild(context, folder, names)).exit;
}
