import { openEnvironments, openModule, packageKinds } from "../pipeline/index.ts";
import type { OpenedSession, PackageKinds, Session, Trace, Workspace } from "../pipeline/index.ts";
import type { Diagnostic, Outcome } from "../source/index.ts";
import type { Environments } from "../values/index.ts";

/** What a folder is. A package may hold several: `kind` is what it is first of all, in this order. */
type TargetKind = "module" | "releases" | "bundle" | "platform" | "environments" | "other";

type Target = ModuleTarget | PackageTarget;

interface ModuleTarget {
  readonly kind: "module";
  readonly path: string;
  readonly session: Session;
}

export interface PackageTarget {
  readonly kind: Exclude<TargetKind, "module">;
  readonly path: string;
  /** Fields that say what they are. */
  readonly fields: PackageKinds["fields"];
  /** The package as it was loaded. */
  readonly loaded: OpenedSession["other"];
  /** It is the folder of a platform, whatever else it holds. */
  readonly holdsPlatform: boolean;
  /** Why it is no module, for commands that want one. */
  readonly noModule: readonly Diagnostic[];
  /** Of the platform and of the package. */
  environments(): Promise<Outcome<Environments>>;
}

/**
 * Says what a folder is and opens it, for every command alike: what one takes, its siblings take too. The workspace is
 * settings, engine, platform and provider.
 */
export async function openTarget(workspace: Workspace, path: string, trace: Trace): Promise<Outcome<Target>> {
  const opened = await openModule(workspace.config, workspace, path, trace);
  const { session, diagnostics } = opened;
  if (session !== undefined) return { value: { kind: "module", path, session }, diagnostics };
  if (opened.isOther !== true) return { diagnostics };
  const kinds = await packageKinds(workspace, path, trace, opened.other);
  if (kinds.value === undefined) return { diagnostics: kinds.diagnostics };
  const { fields } = kinds.value;
  return {
    value: {
      kind: kindOf(kinds.value),
      path,
      fields,
      loaded: opened.other,
      holdsPlatform: holdsPlatform(kinds.value),
      noModule: diagnostics,
      environments: () => openEnvironments(workspace, path, trace),
    },
    diagnostics: kinds.diagnostics,
  };
}

function holdsPlatform({ fields, isPlatform }: PackageKinds): boolean {
  return fields.some(({ kind }) => kind === "ModuleCatalog") || (isPlatform && fields.every(isEnvironment));
}

const isEnvironment = ({ kind }: PackageKinds["fields"][number]): boolean => kind === "Environment";

function kindOf({ fields, isPlatform }: PackageKinds): PackageTarget["kind"] {
  const has = (...kinds: string[]): boolean => fields.some(({ kind }) => kinds.includes(kind));
  if (has("ModuleRelease")) return "releases";
  if (has("Bundle", "BundleRelease")) return "bundle";
  if (has("ModuleCatalog")) return "platform";
  return has("Environment") || isPlatform ? "environments" : "other";
}
