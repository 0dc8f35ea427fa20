import { ENTRY_KINDS, catalogEntries, explainEntry, namesEntry } from "../../language/index.ts";
import type { CatalogEntry, EntryDoc } from "../../language/index.ts";
import { chooseProvider, loadProvider } from "../../pipeline/index.ts";
import { didYouMean, tell } from "../../source/index.ts";
import { editorCode } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { configCommand } from "./config-load.ts";
import { pipelineHost } from "./pipeline-host.ts";

/** `opm explain KIND [NAME[.field]]`; a name alone is enough, as in `opm explain httpRoute.rules`. */
export async function run(context: CommandContext): Promise<number> {
  const [kind = "", asked] = context.args;
  const { io, options } = context;
  const entryKind = ENTRY_KINDS.find((k) => [k, `${k}s`, k.replace(/y$/, "ies")].includes(kind));
  const host = pipelineHost(context);
  if (entryKind === undefined) {
    for (const other of asked === undefined ? ENTRY_KINDS : []) {
      const all = await catalogEntries(host.catalog, host.packages, other);
      if (findEntry(all, kind) !== undefined) return run({ ...context, args: [other, kind] });
    }
    return unknown(context, kind, ENTRY_KINDS, "nothing of that kind is in the catalog");
  }
  const entries = await catalogEntries(host.catalog, host.packages, entryKind);
  if (asked === undefined) {
    io.stdout(options["output"] === "json" ? `${JSON.stringify(entries.map(brief), null, 2)}\n` : listText(entries));
    return exitCode.ok;
  }
  const found = findEntry(entries, asked);
  if (found === undefined)
    return unknown(
      context,
      asked,
      entries.map(({ name }) => name),
      `the catalog has no ${entryKind} of that name`,
    );
  const provider = entryKind === "type" ? undefined : await providerOf(context);
  const { value, near } = explainEntry(found.entry, found.path, provider);
  if (value === undefined)
    return unknown(context, found.path.at(-1) ?? "", near, `${found.entry.name} has no field ${found.path.join(".")}`);
  io.stdout(options["output"] === "json" ? `${JSON.stringify(value, null, 2)}\n` : entryText(value));
  return exitCode.ok;
}

const brief = ({ name, fqn, description }: CatalogEntry): object => ({ name, fqn, description });

/** Names hold dots only in their version: `opmodel.dev/traits/network@v0#Expose.type`. */
function findEntry(
  entries: readonly CatalogEntry[],
  asked: string,
): { entry: CatalogEntry; path: string[] } | undefined {
  const hash = asked.lastIndexOf("#");
  for (let at = asked.indexOf(".", Math.max(0, hash)); ; at = asked.indexOf(".", at + 1)) {
    const word = at < 0 ? asked : asked.slice(0, at);
    const entry = entries.find((e) => namesEntry(e, word));
    if (entry !== undefined) return { entry, path: at < 0 ? [] : asked.slice(at + 1).split(".") };
    if (at < 0) return undefined;
  }
}

async function providerOf(context: CommandContext) {
  const { config } = await configCommand(context);
  const name = config && chooseProvider(config).value;
  if (config === undefined || name === undefined) return undefined;
  const { context: cue, provider, cache } = config.cue.get();
  return (await loadProvider(cue, name, provider(name), cache)).value;
}

function unknown(context: CommandContext, word: string, known: readonly string[], message: string): number {
  context.report([
    {
      ...tell(editorCode.unknownEntry, "{problem}: {word}", { problem: message, word, name: word }),
      severity: "error",
      notes: [`there are ${known.join(", ")}`],
      ...didYouMean(word, known),
    },
  ]);
  return exitCode.notFound;
}

function listText(entries: readonly CatalogEntry[]): string {
  const width = Math.max(...entries.map(({ name }) => name.length));
  return entries.map(({ name, description }) => `${name.padEnd(width)}  ${firstLine(description)}\n`).join("");
}

const firstLine = (text: string): string => text.split("\n", 1)[0]!;

function entryText(doc: EntryDoc): string {
  const out: string[] = [];
  const row = (key: string, value: string): void => void (value !== "" && out.push(`${`${key}:`.padEnd(11)}${value}`));
  row(doc.kind.toUpperCase(), doc.path === "" ? doc.name : `${doc.name}.${doc.path}`);
  row("IMPORT", `"${doc.package}", ${doc.definition}`);
  row("TYPE", doc.path === "" ? "" : doc.type);
  row("APPLIES", doc.appliesTo.join(", "));
  if (doc.description !== "") out.push("", doc.description);
  if (doc.fields.length > 0) out.push("", "FIELDS");
  for (const { name, type, required, default: preset, doc: text } of doc.fields) {
    const marks = [required ? "required" : "", preset === undefined ? "" : `default ${preset}`].filter((m) => m !== "");
    out.push(`  ${name}  <${type}>${marks.length === 0 ? "" : `  ${marks.join(", ")}`}`);
    for (const line of text === "" ? [] : text.split("\n")) out.push(`      ${line}`);
  }
  if (doc.renderedBy.length > 0) out.push("", "RENDERED BY", ...doc.renderedBy.map((line) => `  ${line}`));
  if (doc.example !== "")
    out.push(
      "",
      "EXAMPLE",
      ...doc.example
        .trimEnd()
        .split("\n")
        .map((line) => `  ${line}`.trimEnd()),
    );
  return `${out.join("\n")}\n`;
}
