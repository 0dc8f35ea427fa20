// What the commands about environments share: those of a module with its platform, or of another package.
import { resolve } from "node:path";
import { Trace, openGround } from "../../pipeline/index.ts";
import type { Session } from "../../pipeline/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { derivedNameProblem, leavesOf, sealDerived, secretPathTest, secretSlots, viewOf } from "../../values/index.ts";
import type { Environments, MakeOpaque, Path, ValueNode } from "../../values/index.ts";
import { openTarget } from "../../workspace/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { relativePlaces } from "../print/relative-places.ts";
import { renderRequest } from "./mod-render.ts";
import { SecretInputs } from "./secret-inputs.ts";
import { pipelineHost } from "./pipeline-host.ts";

export interface EnvironmentSession {
  /** Undefined if something is wrong, which is reported already. */
  readonly environments?: Environments;
  isSecret(path: Path): boolean;
  report(diagnostics: readonly Diagnostic[]): void;
}

export async function environmentSession(context: CommandContext, folder = "."): Promise<EnvironmentSession> {
  const { io } = context;
  const secrets = new SecretInputs(context);
  const report = (found: readonly Diagnostic[]): void => context.report(relativePlaces(secrets.safe(found), io.cwd));
  const trace = new Trace(() => io.clock());
  const path = resolve(io.cwd, folder);
  const ground = await openGround(pipelineHost(context), renderRequest(context, []), trace);
  const nothing = (diagnostics: readonly Diagnostic[]): EnvironmentSession => {
    report([...ground.diagnostics, ...diagnostics]);
    return { isSecret: () => false, report };
  };
  const sealed = (
    given: Environments,
    isSecret: (path: Path) => boolean,
    diagnostics: readonly Diagnostic[],
  ): EnvironmentSession => {
    const found = sealEnvironments(given, isSecret, secrets.opaque);
    report([...diagnostics, ...found.diagnostics]);
    return { ...(found.diagnostics.length === 0 && { environments: found.environments }), isSecret, report };
  };
  if (ground.value === undefined) return nothing([]);
  const { value: target, diagnostics } = await openTarget(ground.value, path, trace);
  if (target === undefined) return nothing(diagnostics);
  if (target.kind === "module") {
    const { session } = target;
    return sealed(session.environments, secretsOf(session), [...ground.diagnostics, ...diagnostics]);
  }
  const other = await target.environments();
  if (other.value === undefined) return nothing(other.diagnostics);
  // Without a module nothing says which values are secret; a literal one is always the `value` of a struct.
  const isValue = (at: Path): boolean => at.at(-1) === "value";
  return sealed(other.value, isValue, [...ground.diagnostics, ...other.diagnostics]);
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
