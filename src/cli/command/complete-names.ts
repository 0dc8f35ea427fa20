// Names for the completion of shells: looked up in the module at hand, quietly.
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Value } from "../../cue/index.ts";
import { nodePipelineHost } from "../../host/node-pipeline-host.ts";
import { ENTRY_KINDS, catalogEntries, explainEntry, namesEntry } from "../../language/index.ts";
import { Trace, chosenEnvironments, openSession, renderRelease } from "../../pipeline/index.ts";
import type { Session } from "../../pipeline/index.ts";
import type { Asked } from "../command-spec.ts";
import type { Candidate } from "../completion/complete.ts";
import type { Io } from "../io.ts";

/** @param prefix what stands before the name in the same word: `--set=` */
export async function names(asked: Asked, line: readonly string[], prefix: string, io: Io): Promise<Candidate[]> {
  const current = (line.at(-1) ?? "").slice(prefix.length);
  const all = await (asked === "catalog"
    ? catalogNames(line, current, io)
    : asked === "context" || asked === "release"
      ? clusterNames(asked, line, io)
      : moduleNames(asked, line, io));
  return all.filter(({ word }) => word.startsWith(current)).map(({ word, says }) => ({ word: prefix + word, says }));
}

const patienceMs = 2000;

/** Contexts are in a file; releases are asked for, and not waited for long. */
async function clusterNames(asked: "context" | "release", line: readonly string[], io: Io): Promise<Candidate[]> {
  const valueOf = (flag: string): string | undefined => {
    const at = line.indexOf(flag);
    return at >= 0 ? line[at + 1] : line.find((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1);
  };
  const file = valueOf("--kubeconfig");
  const kubeconfig = file === undefined ? {} : { kubeconfig: resolve(io.cwd, file) };
  if (asked === "context") {
    const { readKubeconfigs } = await import("../../host/node-kube-config.ts");
    const contexts = readKubeconfigs(io.env, kubeconfig).value?.contexts ?? new Map();
    return [...contexts.keys()].map((word) => ({ word, says: "" }));
  }
  const { openCluster } = await import("../../host/node-cluster.ts");
  const context = valueOf("--context");
  const opened = openCluster(
    io.env,
    { ...kubeconfig, ...(context !== undefined && { context }) },
    { version: "completion", redact: (text) => text, learn: () => {}, emit: () => {} },
  );
  if (opened.value === undefined) return [];
  const namespace = valueOf("-n") ?? valueOf("--namespace");
  const found = await Promise.race([
    opened.value.context.store.list(namespace),
    new Promise<[]>((done) => setTimeout(() => done([]), patienceMs)),
  ]);
  return found.flatMap((one) =>
    "damaged" in one ? [] : [{ word: one.record.release.name, says: `in ${one.record.release.namespace}` }],
  );
}

async function catalogNames(line: readonly string[], current: string, io: Io): Promise<Candidate[]> {
  const kind = ENTRY_KINDS.find((k) => line.includes(k) || line.includes(`${k}s`));
  if (kind === undefined) return [];
  const host = nodePipelineHost(io.env, () => io.clock());
  const entries = await catalogEntries(host.catalog, host.packages, kind);
  const dot = current.lastIndexOf(".");
  const owner = entries.find((entry) => namesEntry(entry, current.split(".")[0]!));
  if (dot < 0 || owner === undefined)
    return entries.map(({ name, description }) => ({ word: name, says: line0(description) }));
  const { value } = explainEntry(owner, current.slice(0, dot).split(".").slice(1), undefined);
  return (value?.fields ?? []).map(({ name, type }) => ({ word: `${current.slice(0, dot)}.${name}`, says: type }));
}

async function moduleNames(asked: Asked, line: readonly string[], io: Io): Promise<Candidate[]> {
  const session = await sessionOf(line, io);
  if (session === undefined) return [];
  const environments = (chosenEnvironments(session, { all: true }).value ?? []).filter((e) => e !== undefined);
  if (asked === "environment")
    return environments.map(({ name, namespace }) => ({
      word: name,
      says: namespace === undefined ? "" : `namespace ${namespace}`,
    }));
  if (asked === "object") {
    const result = await renderRelease(
      session,
      environments[0] === undefined ? {} : { environment: environments[0] },
      "execute",
      quiet(io),
    );
    return result.manifests.map(({ identity, component }) => ({
      word: `${identity.kind}/${identity.name}`,
      says: component,
    }));
  }
  const config = session.module.cue.get().root.field("#config");
  const end = asked === "assignment" ? "=" : "";
  return config === undefined ? [] : leaves(config, []).map(({ path, says }) => ({ word: path + end, says }));
}

const quiet = (io: Io): Trace => new Trace(() => io.clock(), { keep: false });

/** The module in a folder that the line names, or in the current one. */
async function sessionOf(line: readonly string[], io: Io): Promise<Session | undefined> {
  const folder = line.slice(2, -1).find((word) => !word.startsWith("-") && isFolder(resolve(io.cwd, word))) ?? ".";
  const host = nodePipelineHost(io.env, () => io.clock());
  return (await openSession(host, { path: resolve(io.cwd, folder), cwd: io.cwd }, quiet(io))).session;
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

const DEEPEST = 5;

function leaves(value: Value, path: readonly string[]): { path: string; says: string }[] {
  return value.fields({ optional: true }).flatMap(({ selector, value: inner }) => {
    const at = [...path, selector];
    const below = inner.incompleteKind === "struct" && path.length < DEEPEST ? leaves(inner, at) : [];
    if (below.length > 0) return below;
    return [{ path: at.join("."), says: line0(inner.docs()[0]?.text ?? inner.allowed()) }];
  });
}

const line0 = (text: string): string => text.split("\n", 1)[0]!;
