import { chooseProvider, loadProvider } from "../../pipeline/index.ts";
import type { Provider, Transformer } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { relativePlaces } from "../print/relative-places.ts";
import { treeText } from "../print/tree.ts";
import { configCommand } from "./config-load.ts";

/** `opm provider show [name]`: the transformers and what each requires. */
export async function run(context: CommandContext): Promise<number> {
  const { config, diagnostics } = await configCommand(context);
  if (config === undefined || hasErrors(diagnostics)) return exitCode.validation;
  const [asked] = context.args;
  const settings =
    asked === undefined
      ? config.settings
      : {
          ...config.settings,
          provider: { value: asked, source: "flag" as const, from: "the command line", shadowed: [] },
        };
  const name = chooseProvider({ providers: config.providers, settings });
  context.report(name.diagnostics);
  if (name.value === undefined) return exitCode.notFound;
  const { context: cue, provider } = config.cue.get();
  const loaded = await loadProvider(cue, name.value, provider(name.value));
  context.report(relativePlaces(loaded.diagnostics, context.io.cwd));
  if (loaded.value === undefined) return exitCode.validation;
  context.io.stdout(
    context.options["output"] === "json" ? `${JSON.stringify(loaded.value, null, 2)}\n` : providerText(loaded.value),
  );
  return exitCode.ok;
}

function providerText(provider: Provider): string {
  const nodes = [
    ...provider.transformers.map((t) => ({ text: `${t.fqn}: ${t.description}`, children: needs(t) })),
    ...provider.policyTransformers.map((t) => ({
      text: `${t.fqn}: ${t.description}`,
      children: t.requiredRules.map((fqn) => ({ text: `needs rule ${fqn}` })),
    })),
    ...provider.secretsTransformers.map((t) => ({ text: `${t.fqn}: ${t.description}` })),
  ];
  return `${provider.name} ${provider.version}: ${provider.description}\n${treeText(nodes)}`;
}

function needs(t: Transformer): { text: string }[] {
  return [
    ...Object.entries(t.requiredLabels).map(([key, value]) => ({ text: `needs label ${key}=${String(value)}` })),
    ...t.requiredResources.map((fqn) => ({ text: `needs resource ${fqn}` })),
    ...t.requiredTraits.map((fqn) => ({ text: `needs trait ${fqn}` })),
    ...t.optionalResources.map((fqn) => ({ text: `reads resource ${fqn}` })),
    ...t.optionalTraits.map((fqn) => ({ text: `reads trait ${fqn}` })),
  ];
}
