import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { loadAll } from "js-yaml";
import { crdToCue } from "../../crd/index.ts";
import { nodeTransport } from "../../host/node-transport.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { relativeName } from "../print/relative-places.ts";

/** `opm mod vendor crd FILE|URL…`: types of custom resources, to be imported by transformers. */
export async function run(context: CommandContext): Promise<number> {
  const { io, args } = context;
  const [kind, ...sources] = args;
  const fail = (message: string, code: number, hint?: string): number => {
    context.report([{ code: "OPM1208", severity: "error", message, ...(hint !== undefined && { hint }) }]);
    return code;
  };
  if (kind !== "crd" || sources.length === 0)
    return fail("what to vendor is not clear", exitCode.general, "opm mod vendor crd FILE|URL…");
  const root = resolve(io.cwd, String(context.options["dir"] ?? "."));
  let written = 0;
  for (const source of sources) {
    const text = await read(source, io.cwd);
    if (typeof text !== "string") return fail(`cannot read ${source}: ${text.why}`, text.exit);
    let documents: unknown[];
    try {
      documents = loadAll(text) as unknown[];
    } catch (error) {
      return fail(`${source} is not YAML: ${(error as Error).message.split("\n")[0]}`, exitCode.validation);
    }
    const { files, problems } = crdToCue(documents);
    context.report(
      problems.map(({ document, path, message }) => ({
        code: "OPM1208",
        severity: "warning",
        message: `${source}, document ${document + 1}: ${message}`,
        path,
      })),
    );
    if (files.length === 0)
      return fail(`${source} holds no CustomResourceDefinition with a schema`, exitCode.validation);
    for (const file of files) {
      const path = join(root, "cue.mod", "gen", file.path);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, file.text);
      io.stdout(`${relativeName(path, io.cwd)}\n`);
      written++;
    }
  }
  return written > 0 ? exitCode.ok : exitCode.validation;
}

async function read(source: string, cwd: string): Promise<string | { why: string; exit: number }> {
  if (/^https?:\/\//.test(source)) {
    try {
      let response = await nodeTransport({ method: "GET", url: source, headers: {} });
      for (let hops = 0; hops < 5 && [301, 302, 303, 307, 308].includes(response.status); hops++) {
        const url = new URL(response.headers.get("location") ?? "", source);
        // From a secure address only to another one.
        if (url.protocol !== "https:" && source.startsWith("https:")) break;
        response = await nodeTransport({ method: "GET", url: url.href, headers: {} });
      }
      if (response.status !== 200) return { why: `the server answers ${response.status}`, exit: exitCode.connectivity };
      return new TextDecoder().decode(response.body);
    } catch (error) {
      return { why: (error as Error).message, exit: exitCode.connectivity };
    }
  }
  try {
    return readFileSync(resolve(cwd, source), "utf8");
  } catch {
    return { why: "there is no such file", exit: exitCode.notFound };
  }
}
