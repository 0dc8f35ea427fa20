// `trust.yaml` of the platform: which keys must have signed the modules that are loaded.
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { load } from "js-yaml";
import { formatModuleVersion } from "../../cue/module/index.ts";
import type { ModuleVersion } from "../../cue/module/index.ts";
import { MemoryFiles } from "../../cue/load/index.ts";
import type { ModuleSource } from "../../cue/load/index.ts";
import { isOwnFolder, ownCacheFolder, readOwnFile } from "../../host/node-own-folder.ts";
import { nodeModuleClient } from "../../host/node-registry.ts";
import { nodeKeylessCrypto } from "../../host/node-keyless.ts";
import { readVerifier } from "../../host/node-signing-key.ts";
import { nodeInflate } from "../../host/node-zip.ts";
import { loadConfig } from "../../pipeline/index.ts";
import type { PipelineHost } from "../../pipeline/index.ts";
import {
  contentDigest,
  keylessVerifier,
  readModuleArchive,
  readTrust,
  ruleFor,
  verifyManifest,
} from "../../registry/index.ts";
import type { TrustCheck, TrustedRoot, Verifier } from "../../registry/index.ts";
import { deliveryCode, tell } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { settingFlags } from "./setting-flags.ts";
import { readRootFile } from "./signing-keys.ts";
import { sha256Hex } from "./sha256.ts";

const NAME = "trust.yaml";

export async function openTrust(
  context: CommandContext,
  machine: PipelineHost,
  setting: string | undefined,
): Promise<TrustCheck | undefined> {
  const file = await trustFile(context, machine);
  if (file === undefined) return undefined;
  const refuse = (message: string): TrustCheck => {
    context.report([
      { ...tell(deliveryCode.signature, "{file}: {problem}", { file, problem: message }), severity: "error" },
    ]);
    // What cannot be read allows nothing.
    return { keysFor: () => "refused", known: () => false, verify: () => Promise.resolve("it is not trusted") };
  };
  let data: unknown;
  try {
    data = load(readFileSync(file, "utf8"));
  } catch {
    return refuse("it cannot be read as YAML");
  }
  const policy = readTrust(data);
  if (typeof policy === "string") return refuse(policy);
  const keys = new Map<string, { pem: string; verifier: Verifier }>();
  for (const name of policy.rules.flatMap((rule) => rule.keys)) {
    const path = resolve(dirname(file), name);
    const pem = existsSync(path) ? readFileSync(path, "utf8") : undefined;
    const verifier = pem === undefined ? "there is no such file" : readVerifier(pem);
    if (typeof verifier === "string") return refuse(`the key ${name}: ${verifier}`);
    keys.set(name, { pem: pem!, verifier });
  }
  let root: { text: string; value: TrustedRoot } | undefined;
  if (policy.trustedRoot !== undefined) {
    const read = readRootFile(resolve(dirname(file), policy.trustedRoot));
    if (typeof read === "string") return refuse(`the trusted root ${policy.trustedRoot}: ${read}`);
    root = read;
  }
  const { io } = context;
  // What was verified is believed the next time: nobody else may have said so.
  const own = ownCacheFolder(io.env);
  const kept = own === undefined ? undefined : join(own, "verified");
  const keysOf = (m: ModuleVersion): readonly { pem: string; verifier: Verifier }[] =>
    trustedBy(ruleFor(policy, pathOf(m)));
  const trustedBy = (rule: ReturnType<typeof ruleFor<string>>): readonly { pem: string; verifier: Verifier }[] => {
    const { keys: names = [], identities = [] } = rule ?? {};
    const own = names.map((name) => keys.get(name)!);
    if (identities.length === 0) return own;
    const verifier = keylessVerifier(nodeKeylessCrypto, root!.value, identities);
    return [...own, { pem: `${root!.text}\n${JSON.stringify(identities)}`, verifier }];
  };
  // Names the content and the keys: another content, or another key, was never verified.
  const record = (m: ModuleVersion, source: ModuleSource): string =>
    sha256Hex(
      [formatModuleVersion(m), contentDigest(source, sha256Hex), ...keysOf(m).map(({ pem }) => pem)].join("\n"),
    );
  return {
    keysFor(path) {
      const rule = ruleFor(policy, path);
      if (rule !== undefined) return { keys: rule.keys.length + rule.identities.length };
      return policy.others === "allow" ? undefined : "refused";
    },
    known(m, source) {
      if (kept === undefined || !isOwnFolder(kept, false)) return false;
      const name = record(m, source);
      return readOwnFile(join(kept, name), 1024) === name;
    },
    async verify(m, source) {
      const client = nodeModuleClient({ env: io.env, ...(setting !== undefined && { registry: setting }) });
      if (!client.ok) return client.fault.message;
      const target = await client.value.target(m);
      if (!target.ok) return `its signature cannot be looked for: ${target.fault.message}`;
      const { descriptor, repository } = target.value;
      const verifiers = keysOf(m).map(({ verifier }) => verifier);
      const signed = await verifyManifest(target.value.client, repository, descriptor.digest, verifiers);
      if (!signed.ok) return `it is not signed as ${NAME} asks: ${signed.fault.message}`;
      // The signature is about what the registry has: what was unpacked here must be that.
      const stored = await client.value.find(m);
      const archive = stored.ok ? await client.value.archive(stored.value) : stored;
      const files = archive.ok ? readModuleArchive(archive.value, nodeInflate) : archive;
      if (!files.ok) return files.fault.message;
      if (stored.ok && stored.value.manifestDigest !== descriptor.digest) return "it changed while it was verified";
      const memory = new MemoryFiles(files.value.map(({ name, content }) => [`/m/${name}`, content]));
      if (contentDigest({ files: memory, root: "/m" }, sha256Hex) !== contentDigest(source, sha256Hex))
        return "what is in the cache is not what was signed";
      // Without a place for it, it is asked again the next time.
      if (kept !== undefined && isOwnFolder(kept, true)) {
        const name = record(m, source);
        try {
          writeFileSync(join(kept, name), name, { mode: 0o600, flag: "wx" });
        } catch {
          // it is there already, or the disk is full
        }
      }
      return undefined;
    },
  };
}

const pathOf = ({ path }: ModuleVersion): string => path.replace(/@v[0-9]+$/, "");

/** Beside the platform that flags, variables or the configuration name. */
async function trustFile(context: CommandContext, machine: PipelineHost): Promise<string | undefined> {
  const { io, options } = context;
  const given = options["config"];
  const { value } = await loadConfig(machine, {
    flags: settingFlags(context),
    // The folder that the command is about, as the release itself finds its configuration.
    folder: context.args.map((arg) => resolve(io.cwd, arg)).find((path) => isFolder(path)) ?? io.cwd,
    ...(typeof given === "string" && { config: resolve(io.cwd, given) }),
  });
  const platform = value?.settings.platform;
  if (platform === undefined) return undefined;
  const path = resolve(platform.file === undefined ? io.cwd : dirname(platform.file), platform.value);
  const folder = isFolder(path) ? path : dirname(path);
  return existsSync(join(folder, NAME)) ? join(folder, NAME) : undefined;
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();
