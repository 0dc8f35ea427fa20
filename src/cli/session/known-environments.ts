// The environments of a module with its platform, or of another package.
import type { Session } from "../../pipeline/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { derivedNameProblem, leavesOf, sealDerived, secretPathTest, secretSlots, viewOf } from "../../values/index.ts";
import type { Environments, MakeOpaque, Path, ValueNode } from "../../values/index.ts";
import { openTarget } from "../../workspace/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { openCommand } from "./open-command.ts";

interface KnownEnvironments {
  /** Undefined if something is wrong, which is reported already. */
  readonly environments?: Environments;
  isSecret(path: Path): boolean;
  report(diagnostics: readonly Diagnostic[]): void;
}

export async function knownEnvironments(context: CommandContext, folder?: string): Promise<KnownEnvironments> {
  const { workspace, request, trace, report, secrets, diagnostics } = await openCommand(context, { folder });
  const target = workspace && (await openTarget(workspace, request.path, trace));
  const { value } = target ?? {};
  const found =
    value === undefined || value.kind === "module"
      ? { value: value?.session.environments, diagnostics: target?.diagnostics ?? [] }
      : await value.environments();
  // Without a module nothing says which values are secret; a literal one is always the `value` of a struct.
  const isSecret = value?.kind === "module" ? secretsOf(value.session) : (at: Path) => at.at(-1) === "value";
  const sealed = found.value && sealEnvironments(found.value, isSecret, secrets.opaque);
  report([...diagnostics, ...found.diagnostics, ...(sealed?.diagnostics ?? [])]);
  return { ...(sealed?.diagnostics.length === 0 && { environments: sealed.environments }), isSecret, report };
}

/** Environments with their secrets opaque, and all that they make of them; names that are made of one are told. */
function sealEnvironments(
  environments: Environments,
  isSecret: (path: Path) => boolean,
  make: MakeOpaque,
): { environments: Environments; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const seal = (values: ValueNode): ValueNode => {
    const paths = [...leavesOf(values)].map(({ path }) => path).filter(isSecret);
    const { tree, names } = sealDerived(values, paths, make);
    diagnostics.push(...names.map(derivedNameProblem));
    return tree;
  };
  const out = [...environments].map(
    ([name, e]) => [name, e.values === undefined ? e : { ...e, values: seal(e.values) }] as const,
  );
  return { environments: new Map(out), diagnostics };
}

/** The paths that the module calls secret. */
function secretsOf({ module }: Session): (path: Path) => boolean {
  const config = module.cue.get().root.field("#config");
  if (config === undefined) return () => false;
  return secretPathTest(secretSlots(viewOf(config)));
}
