import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { writeWholeFile } from "../../host/node-write-file.ts";
import { formatModuleVersion, parseModuleFile } from "../../cue/module/index.ts";
import { DELIVERY_CODE } from "../../delivery/index.ts";
import { lazyNodeRegistry, nodeModuleClient } from "../../host/node-registry.ts";
import { contentDigest, lockedRegistry } from "../../registry/index.ts";
import type { LockedModule } from "../../registry/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { configCommand } from "./config-load.ts";
import { LOCK_NAME, LockFile, moduleRoot } from "./lock-file.ts";
import { registryExit } from "./registry-exit.ts";
import { chooseVersion } from "../../governance/index.ts";
import { sha256Hex } from "./sha256.ts";
import { tell } from "../../source/index.ts";
import type { Told } from "../../source/index.ts";

/** `opm mod update [path]`: every module of the graph, with its requirements, content and manifest. */
export async function run(context: CommandContext): Promise<number> {
  const { io, args, options } = context;
  const fail = (told: Told, exit: number = exitCode.general): number => {
    context.report([{ ...told, severity: "error" }]);
    return exit;
  };
  const root = moduleRoot(resolve(io.cwd, args[0] ?? "."));
  if (root === undefined)
    return fail(tell(DELIVERY_CODE.lock, "there is no cue.mod here, nor above"), exitCode.notFound);
  const file = join(root, "cue.mod", "module.cue");
  let text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const { config } = await configCommand({ ...context, target: root });
  const setting = config?.settings.registry?.value;
  const where = { env: io.env, ...(setting !== undefined && { registry: setting }) };
  const registry = lazyNodeRegistry(where);
  const client = nodeModuleClient(where);
  if (!client.ok) return fail(tell(DELIVERY_CODE.lock, "{problem}", { problem: client.fault.message }));
  const parsed = parseModuleFile(text, file);
  if (!parsed.ok)
    return fail(tell(DELIVERY_CODE.lock, "{problem}", { problem: parsed.fault.message }), exitCode.validation);
  const raised: string[] = [];
  if (options["latest"] === true)
    for (const m of parsed.value.deps) {
      if (m.path.startsWith("opmodel.dev/")) continue;
      const known = await registry.versions(m.path);
      if (!known.ok)
        return fail(tell(DELIVERY_CODE.lock, "{problem}", { problem: known.fault.message }), registryExit(known.fault));
      const newest = chooseVersion(known.value, "latest");
      if (newest === undefined || newest === m.version) continue;
      raised.push(`${m.path} ${m.version} → ${newest}`);
      const entry = new RegExp(
        `("${m.path.replaceAll(/[.\\/+]/g, "\\$&")}"\\s*:\\s*(?:\\{[^}]*?)?v\\s*:\\s*)"${m.version.replaceAll(".", "\\.")}"`,
      );
      if (!entry.test(text))
        return fail(
          tell(DELIVERY_CODE.lock, "{file} does not list {path} in a way that can be changed", { file, path: m.path }),
        );
      text = text.replace(entry, `$1"${newest}"`);
    }
  const wanted = parseModuleFile(text, file);
  if (!wanted.ok)
    return fail(tell(DELIVERY_CODE.lock, "{problem}", { problem: wanted.fault.message }), exitCode.validation);
  const modules = new Map<string, LockedModule>();
  const add = (name: string, entry: LockedModule): void => void modules.set(name, { ...modules.get(name), ...entry });
  const noting = lockedRegistry(registry, { lock: { modules: new Map() }, hash: sha256Hex, locked: false, add });
  const work = [...wanted.value.deps];
  const seen = new Set<string>();
  for (let m = work.pop(); m !== undefined; m = work.pop()) {
    const name = formatModuleVersion(m);
    // The catalog comes with the program.
    if (seen.has(name) || m.path.startsWith("opmodel.dev/") || m.path.startsWith("cue.dev/x/k8s.io@")) continue;
    seen.add(name);
    const requires = await noting.moduleFile(m);
    if (!requires.ok)
      return fail(
        tell(DELIVERY_CODE.lock, "{problem}", { problem: requires.fault.message }),
        registryExit(requires.fault),
      );
    const source = await registry.fetch(m);
    if (!source.ok)
      return fail(tell(DELIVERY_CODE.lock, "{problem}", { problem: source.fault.message }), registryExit(source.fault));
    const stored = await client.value.find(m);
    add(name, {
      content: contentDigest(source.value, sha256Hex),
      ...(stored.ok && { manifest: stored.value.manifestDigest }),
    });
    work.push(...requires.value.deps);
  }
  const path = join(root, LOCK_NAME);
  const lock = new LockFile(path, { modules }, false);
  lock.setCatalog();
  const before = existsSync(path) ? readFileSync(path, "utf8") : "";
  const old = existsSync(file) ? readFileSync(file, "utf8") : "";
  for (const line of raised) io.stdout(`${line}\n`);
  if (options["check"] === true) {
    const aside = new LockFile(`${path}.check-${process.pid}`, { modules }, false);
    aside.setCatalog();
    aside.write();
    const now = readFileSync(aside.path, "utf8");
    rmSync(aside.path);
    if (now === before && old === text) return exitCode.ok;
    return fail(tell(DELIVERY_CODE.lock, "{path} is not up to date", { path }), exitCode.validation);
  }
  if (old !== text) writeWholeFile(file, text);
  lock.write();
  io.stdout(`${path}: ${modules.size} module${modules.size === 1 ? "" : "s"}\n`);
  return exitCode.ok;
}
