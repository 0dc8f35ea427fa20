import { openBundles } from "../../bundle/index.ts";
import type { OpenedBundle } from "../../bundle/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { openCommand } from "./open-command.ts";
import type { OpenedCommand } from "./open-command.ts";

interface CommandBundles extends OpenedCommand {
  readonly bundles: readonly OpenedBundle[];
  readonly failed: boolean;
}

/** The bundles of a folder, for commands about bundles alone; what is wrong so far is reported. */
export async function commandBundles(context: CommandContext): Promise<CommandBundles> {
  const command = await openCommand(context);
  const { workspace, request, trace, report } = command;
  const opened = workspace && (await openBundles(workspace, request, trace));
  const diagnostics = [...command.diagnostics, ...(opened?.diagnostics ?? [])];
  report(diagnostics);
  return { ...command, diagnostics, bundles: opened?.value ?? [], failed: hasErrors(diagnostics) };
}
