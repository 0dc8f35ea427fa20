import type { CueAccess, Module } from "../../pipeline/index.ts";
import { advise, commandLineCode, hasErrors, tell } from "../../source/index.ts";
import { secretSlots, viewOf } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { commandReleases } from "../session/open-command.ts";

interface DocumentedModules {
  readonly cue: CueAccess;
  readonly modules: readonly Module[];
  /** A text without what secrets are or may be, also where standard output is data that nothing looks through. */
  safe(text: string): string;
}

/**
 * The modules that a folder is or releases, each once, for what is said of their configuration; undefined after reporting
 * what is wrong. `one`: the output is one document, so that several modules are too many.
 */
export async function documentedModules(
  context: CommandContext,
  { one }: { readonly one: boolean },
): Promise<DocumentedModules | undefined> {
  const { workspace, jobs, diagnostics, secrets } = await commandReleases(context);
  if (workspace === undefined || hasErrors(diagnostics)) return undefined;
  const modules = new Map(
    jobs.map(({ session: { module } }) => [`${module.metadata.apiVersion} ${module.metadata.version}`, module]),
  );
  if (one && modules.size > 1) {
    const names = [...modules.values()].map(({ metadata }) => metadata.name);
    context.report([
      {
        ...tell(commandLineCode.badArgument, "the releases are of several modules: {names}", {
          names: names.join(", "),
        }),
        severity: "error",
        hint: advise(commandLineCode.badArgument, "--release NAME says of which release the module is meant"),
      },
    ]);
    return undefined;
  }
  // A schema may say what a secret is, or may be: its documentation does not.
  for (const module of modules.values()) {
    const config = module.cue.get().root.field("#config");
    for (const { path, literals = [] } of config === undefined ? [] : secretSlots(viewOf(config)))
      for (const { text } of literals) secrets.opaque(text, path.join("."));
  }
  secrets.known();
  return {
    cue: workspace.config.cue.get().context,
    modules: [...modules.values()],
    safe: (text) => secrets.redact(text),
  };
}
