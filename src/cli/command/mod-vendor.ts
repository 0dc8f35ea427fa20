import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { writeWholeFile } from "../../host/node-write-file.ts";
import { makeFolders } from "../../host/node-make-folders.ts";
import { loadAll } from "js-yaml";
import { crdToCue } from "../../crd/index.ts";
import { nodeTransport } from "../../host/node-transport.ts";
import type { HttpResponse } from "../../registry/index.ts";
import { pipelineCode, tell, advise } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { relativeName } from "../print/relative-places.ts";

/** The largest CRDs that are used have about a megabyte; bundles of them a few. */
const maxBytes = 32 << 20;
const maxRedirects = 5;

interface Refusal {
  readonly message: string;
  readonly exit: number;
  readonly hint?: string;
}

/** `opm mod vendor crd FILE|URL…`: types of custom resources, to be imported by transformers. */
export async function run(context: CommandContext): Promise<number> {
  const [kind, ...sources] = context.args;
  const refuse = ({ message, exit, hint }: Refusal): number => {
    context.report([
      {
        ...tell(pipelineCode.cannotVendor, "{problem}", { problem: message }),
        severity: "error",
        ...(hint !== undefined && { hint }),
      },
    ]);
    return exit;
  };
  if (kind !== "crd" || sources.length === 0)
    return refuse({
      message: tell(pipelineCode.cannotVendor, "what to vendor is not clear").message,
      exit: exitCode.general,
      hint: advise(pipelineCode.cannotVendor, "opm mod vendor crd FILE|URL…"),
    });
  // Every source is looked at; the first that fails says how it ends.
  let exit: number = exitCode.ok;
  for (const source of sources) {
    const refusal = await vendor(context, source);
    if (refusal === undefined) continue;
    refuse(refusal);
    if (exit === exitCode.ok) exit = refusal.exit;
  }
  return exit;
}

async function vendor(context: CommandContext, source: string): Promise<Refusal | undefined> {
  const { io } = context;
  const text = await read(source, io.cwd);
  if (typeof text !== "string") return text;
  let documents: unknown[];
  try {
    documents = loadAll(text) as unknown[];
  } catch (error) {
    const [reason] = (error as Error).message.split("\n");
    return {
      message: tell(pipelineCode.cannotVendor, "{source} is not YAML: {reason}", { source, reason: reason ?? "" })
        .message,
      exit: exitCode.validation,
    };
  }
  const { files, problems } = crdToCue(documents);
  context.report(
    problems.map(({ document, path, message }) => ({
      ...tell(pipelineCode.cannotVendor, "{source}, document {document}: {problem}", {
        source,
        document: document + 1,
        problem: message,
      }),
      severity: "warning",
      path,
    })),
  );
  if (files.length === 0)
    return {
      message: tell(pipelineCode.cannotVendor, "{source} holds no CustomResourceDefinition with a schema", { source })
        .message,
      exit: exitCode.validation,
    };
  const root = resolve(io.cwd, String(context.options["dir"] ?? "."));
  for (const file of files) {
    const path = join(root, "cue.mod", "gen", file.path);
    makeFolders(dirname(path));
    writeWholeFile(path, file.text);
    io.stdout(`${relativeName(path, io.cwd)}\n`);
  }
  return undefined;
}

async function read(source: string, cwd: string): Promise<string | Refusal> {
  const failed = (why: string, exit: number): Refusal => ({
    message: tell(pipelineCode.cannotVendor, "cannot read {source}: {problem}", { source, problem: why }).message,
    exit,
  });
  if (!/^https?:\/\//.test(source)) {
    try {
      return readFileSync(resolve(cwd, source), "utf8");
    } catch {
      return failed("there is no such file", exitCode.notFound);
    }
  }
  try {
    const response = await get(source);
    if (typeof response === "string") return failed(response, exitCode.connectivity);
    if (response.status !== 200) return failed(`the server answers ${response.status}`, refusalExit(response.status));
    return new TextDecoder("utf-8", { fatal: true }).decode(response.body);
  } catch (error) {
    if (error instanceof TypeError) return failed("what the server sends is not text in UTF-8", exitCode.validation);
    return failed((error as Error).message, exitCode.connectivity);
  }
}

function refusalExit(status: number): number {
  if (status === 401 || status === 403) return exitCode.permission;
  return status === 404 || status === 410 ? exitCode.notFound : exitCode.connectivity;
}

/** Follows redirects, from a secure address only to another one. */
async function get(source: string): Promise<HttpResponse | string> {
  let url = source;
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const response = await nodeTransport({ method: "GET", url, headers: {}, maxBytes });
    if (![301, 302, 303, 307, 308].includes(response.status)) return response;
    const location = response.headers.get("location");
    const next = location !== undefined && URL.canParse(location, url) ? new URL(location, url) : undefined;
    if (next === undefined) return "the server redirects to nowhere";
    if (!/^https?:$/.test(next.protocol) || (next.protocol === "http:" && url.startsWith("https:")))
      return `the server redirects to ${next.href}, which is not secure`;
    url = next.href;
  }
  return `more than ${maxRedirects} redirects`;
}
