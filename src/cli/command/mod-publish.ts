import { existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { compareSemver, formatModuleVersion, makeModuleVersion, parseModuleFile } from "../../cue/module/index.ts";
import type { ModuleVersion } from "../../cue/module/index.ts";
import { writeWholeFile } from "../../host/node-write-file.ts";
import { readModuleFolder, repositoryAround } from "../../host/node-module-folder.ts";
import { nodeModuleClient } from "../../host/node-registry.ts";
import { nodeDeflate, nodeInflate } from "../../host/node-zip.ts";
import {
  IgnoreRules,
  layoutFiles,
  makeModuleArchive,
  packModule,
  privateFiles,
  signManifest,
} from "../../registry/index.ts";
import type { ModuleClient, ZipFile } from "../../registry/index.ts";
import { hasErrors, pipelineCode, trustCode, tell, advise } from "../../source/index.ts";
import type { Diagnostic, Told } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { relativePlaces } from "../print/relative-places.ts";
import { configCommand } from "./config-load.ts";
import { compareModules } from "./mod-compat.ts";
import { registryExit } from "./registry-exit.ts";
import { renderCommand } from "./mod-render.ts";
import { publishedSecrets } from "./published-secrets.ts";
import { fetchReference } from "./resolve-reference.ts";
import { signingKey } from "./signing-keys.ts";

/** `opm mod publish VERSION [path]`: the module as an OCI artifact, as cue publishes it. */
export async function run(context: CommandContext): Promise<number> {
  const { io, args, options } = context;
  const versioned = /^v[0-9]/.test(args[0] ?? "");
  const root = resolve(io.cwd, (versioned ? args[1] : (args[1] ?? args[0])) ?? ".");
  const fail = (told: Told, exit: number = exitCode.general, hint?: string): number => {
    context.report([{ ...told, severity: "error", ...(hint !== undefined && { hint }) }]);
    return exit;
  };
  let content: string;
  try {
    content = readFileSync(join(root, "cue.mod", "module.cue"), "utf8");
  } catch {
    return fail(
      tell(pipelineCode.cannotPublish, "{root} is no module: it has no cue.mod/module.cue", { root }),
      exitCode.notFound,
    );
  }
  const file = parseModuleFile(content, join(root, "cue.mod", "module.cue"), { strict: true });
  if (!file.ok)
    return fail(tell(pipelineCode.cannotPublish, "{problem}", { problem: file.fault.message }), exitCode.validation);
  // What does not build is not published.
  const checked = await renderCommand({ ...context, args: [root] });
  const stated = checked.module?.metadata.version;
  const version = versioned ? args[0]! : stated === undefined ? "" : `v${stated.replace(/^v/, "")}`;
  const m = makeModuleVersion(file.value.qualifiedModule, version);
  if (typeof m === "string" || version === "")
    return fail(
      tell(pipelineCode.cannotPublish, "{problem}", {
        problem: typeof m === "string" && version !== "" ? m : "which version to publish is not clear",
      }),
      exitCode.general,
      advise(pipelineCode.cannotPublish, "give one, such as v0.1.0, or write metadata.version in the module"),
    );
  const force = options["force"] === true;
  const literal = publishedSecrets(context, checked, root).map((d): Diagnostic => ({
    ...d,
    severity: force ? "warning" : "error",
  }));
  context.report(relativePlaces(literal, io.cwd));
  if ((hasErrors(checked.diagnostics) || hasErrors(literal)) && !force)
    return fail(
      tell(pipelineCode.cannotPublish, "{module} was not published, because it {problem}", {
        module: formatModuleVersion(m),
        problem: hasErrors(literal) ? "would give secrets away" : "does not build",
      }),
      exitCode.validation,
      advise(pipelineCode.cannotPublish, "--force publishes it nevertheless"),
    );
  const { config } = await configCommand(context);
  const setting = config?.settings.registry?.value;
  const client = nodeModuleClient({ env: io.env, ...(setting !== undefined && { registry: setting }) });
  if (!client.ok) return fail(tell(pipelineCode.cannotPublish, "{problem}", { problem: client.fault.message }));
  const ignored = new IgnoreRules();
  try {
    ignored.add("", readFileSync(join(root, ".opmignore"), "utf8"));
  } catch {
    // most modules have none
  }
  const files = readModuleFolder(root).filter(({ name }) => name !== ".opmignore" && !ignored.ignores(name));
  const kept = keptBack(files, root, (options["allow"] as readonly string[] | undefined) ?? []);
  if (kept !== undefined) {
    context.report([kept]);
    return exitCode.validation;
  }
  const archive = makeModuleArchive(files, nodeDeflate);
  if (!archive.ok)
    return fail(tell(pipelineCode.cannotPublish, "{problem}", { problem: archive.fault.message }), exitCode.validation);
  const breaks = await breakingChanges(context, client.value, m, root);
  if (breaks !== undefined) {
    context.report(relativePlaces(breaks.diagnostics, io.cwd));
    if (!force)
      return fail(
        tell(
          pipelineCode.cannotPublish,
          "{module} was not published, because it breaks configurations that {version} accepts",
          { module: formatModuleVersion(m), version: breaks.version },
        ),
        exitCode.validation,
        advise(pipelineCode.cannotPublish, "publish a new major version, or --force"),
      );
  }
  const packed = await packModule(archive.value, files.find(({ name }) => name === "cue.mod/module.cue")!.content);
  const { digest } = packed.descriptor;
  const told = (): void => {
    const data = { module: formatModuleVersion(m), digest, files: files.map(({ name }) => name) };
    if (options["json"] === true) io.stdout(`${JSON.stringify(data, null, 2)}\n`);
    else io.stdout(`${formatModuleVersion(m)} ${digest}\n`);
  };
  if (options["dryRun"] === true) {
    if (options["json"] !== true) for (const { name } of files) io.stdout(`${name}\n`);
    told();
    return exitCode.ok;
  }
  if (typeof options["out"] === "string") {
    const folder = resolve(io.cwd, options["out"]);
    if (existsSync(folder) && readdirSync(folder).length > 0)
      return fail(tell(pipelineCode.cannotPublish, "the folder {folder} is not empty", { folder }));
    for (const { name, content: bytes } of layoutFiles(packed, m.version)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeWholeFile(join(folder, name), bytes);
    }
    told();
    return exitCode.ok;
  }
  const key = typeof options["key"] === "string" ? await signingKey(context, options["key"]) : undefined;
  if (typeof key === "string") return fail(tell(pipelineCode.cannotPublish, "{problem}", { problem: key }));
  const published = await client.value.publish(m, archive.value, nodeInflate);
  if (!published.ok)
    return fail(
      tell(pipelineCode.cannotPublish, "{problem}", { problem: published.fault.message }),
      registryExit(published.fault),
    );
  if (key !== undefined) {
    const target = await client.value.target(m);
    const signed = target.ok ? await signManifest(target.value, key, new Date().toISOString()) : target;
    if (!signed.ok)
      return fail(
        tell(pipelineCode.cannotPublish, "{module} is published, and not signed: {problem}", {
          module: formatModuleVersion(m),
          problem: signed.fault.message,
        }),
      );
  }
  told();
  return exitCode.ok;
}

/** What breaks since the newest version that the same imports would take; undefined if nothing, or if there is none. */
async function breakingChanges(
  context: CommandContext,
  client: ModuleClient,
  m: ModuleVersion,
  root: string,
): Promise<{ version: string; diagnostics: readonly Diagnostic[] } | undefined> {
  const known = await client.versions(m.path);
  const earlier = known.ok ? known.value.filter((version) => compareSemver(version, m.version) < 0) : [];
  const version = earlier.findLast((one) => !one.includes("-"));
  if (version === undefined) return undefined;
  const folder = await fetchReference(context, { path: m.path.replace(/@v[0-9]+$/, ""), version });
  if (typeof folder === "number") return undefined;
  const { changes, diagnostics } = await compareModules(context, folder, root);
  return changes?.some(({ breaking }) => breaking) === true ? { version, diagnostics } : undefined;
}

const shown = 10;

/** What has left in an archive cannot be called back: files that look private need to be named. */
function keptBack(files: readonly ZipFile[], root: string, allowed: readonly string[]): Diagnostic | undefined {
  const names = new Set(allowed.map((name) => name.replace(/^\.\//, "")));
  const found = privateFiles(files, repositoryAround(root)).filter(({ name }) => !names.has(name));
  if (found.length === 0) return undefined;
  const more = found.length > shown ? [`and ${found.length - shown} more`] : [];
  return {
    ...tell(trustCode.privateFiles, "nothing was published, because the module's folder holds {files}", {
      files: found.length === 1 ? "a private file" : `${found.length} private files`,
    }),
    severity: "error",
    notes: [...found.slice(0, shown).map(({ name, reason }) => `${name}: ${reason}`), ...more],
    hint: advise(trustCode.privateFiles, "move {them} out of the folder; --allow FILE publishes one nevertheless", {
      them: found.length === 1 ? "it" : "them",
    }),
  };
}
