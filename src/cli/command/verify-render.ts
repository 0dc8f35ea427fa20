// Rendering again what an artifact's provenance says it was made of, and comparing byte for byte.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { PROVENANCE } from "../../delivery/index.ts";
import type { SignTarget, Statement } from "../../registry/index.ts";
import { isFileFault } from "../../cue/load/index.ts";
import { nodeFiles } from "../../host/node-files.ts";
import type { CommandContext } from "../command-spec.ts";
import { createProgram } from "../program.ts";
import { manifestFiles } from "./manifest-files.ts";
import { pullManifests } from "./pull-manifests.ts";
import { sha256Hex } from "./sha256.ts";

export { PROVENANCE };

interface Predicate {
  readonly buildDefinition?: {
    readonly externalParameters?: { readonly arguments?: unknown };
    readonly resolvedDependencies?: readonly {
      readonly uri?: unknown;
      readonly digest?: Readonly<Record<string, string>>;
    }[];
  };
}

export async function verifyRender(
  context: CommandContext,
  { client, repository, descriptor }: SignTarget,
  { predicate }: Statement,
  folder: string,
): Promise<{ readonly said: string } | { readonly wrong: string }> {
  const root = resolve(context.io.cwd, folder);
  const { buildDefinition } = predicate as Predicate;
  const words = buildDefinition?.externalParameters?.arguments;
  if (!Array.isArray(words) || words.length === 0 || !words.every((word) => typeof word === "string"))
    return { wrong: "its provenance does not say how it was rendered" };
  const changed = (buildDefinition?.resolvedDependencies ?? []).filter(({ uri, digest }) => {
    const name = typeof uri === "string" && uri.startsWith("file:") ? uri.slice("file:".length) : undefined;
    if (name === undefined || name.startsWith("/") || name.startsWith("~")) return false;
    const content = nodeFiles.readFile(join(root, name));
    return digest?.["sha256"] !== (isFileFault(content) ? content.fault : sha256Hex(content));
  });
  if (changed.length > 0) {
    const names = changed.slice(0, 3).map(({ uri }) => String(uri).slice("file:".length));
    return { wrong: `${changed.length} of its files are others here: ${names.join(", ")}` };
  }
  const stored = await pullManifests(client, repository, descriptor.digest);
  if ("wrong" in stored) return stored;
  const out = mkdtempSync(join(tmpdir(), "opm-verify-"));
  try {
    const line = ["release", "build", ...(words as string[]), "--out-dir", out];
    const said: string[] = [];
    let exit = 1;
    const quiet = {
      paint: (_: unknown, text: string) => text,
      out: () => {},
      err: (text: string) => void said.push(text),
    };
    const program = createProgram(line, context.version, quiet, async ({ spec, args, options }) => {
      const io = { ...context.io, cwd: root, stdout: () => {}, stderr: (text: string) => void said.push(text) };
      exit = await (await spec.load()).run({ ...context, io, args, options, target: args[0] ?? "." });
    });
    await program.parseAsync(line, { from: "user" });
    if (exit !== 0) return { wrong: `it does not render here: ${said.join("").split("\n")[0]}` };
    const now = new Map(manifestFiles(out).map(({ name, content }) => [name, content]));
    const differs = stored.filter(({ name, content }) => {
      const other = now.get(name);
      return other === undefined || !Buffer.from(other).equals(Buffer.from(content));
    });
    const extra = [...now.keys()].filter((name) => !stored.some((file) => file.name === name));
    const [first] = [...differs.map(({ name }) => name), ...extra];
    if (first !== undefined)
      return { wrong: `${differs.length + extra.length} files are not what is rendered here, such as ${first}` };
    return { said: `${stored.length} files are what is rendered here` };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
