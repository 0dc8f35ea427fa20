// `opm mod tree --why KIND`: which components have an object of a kind, and which lines would add it to the others.
import { catalogEntries, exampleOf } from "../../language/index.ts";
import type { CatalogEntry } from "../../language/index.ts";
import type { MatchDetail, Provider, RenderResult, Transformer } from "../../pipeline/index.ts";
import { editorCode, tell } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { pipelineHost } from "./pipeline-host.ts";

interface Why {
  readonly component: string;
  readonly has: readonly string[];
  readonly ways: readonly { readonly transformer: string; readonly lacks: readonly string[]; readonly lines: string }[];
}

export async function tellWhy(context: CommandContext, result: RenderResult, kind: string): Promise<number> {
  const { provider, plan, release } = result;
  if (provider === undefined || plan === undefined || release === undefined) return exitCode.validation;
  const makers = provider.transformers.filter((t) => makes(t, kind));
  const rendered = result.manifests.some(({ identity }) => same(identity.kind, kind));
  if (makers.length === 0 && !rendered) return unknown(context, provider, kind);
  const host = pipelineHost(context);
  const entries = [
    ...(await catalogEntries(host.catalog, host.packages, "trait")),
    ...(await catalogEntries(host.catalog, host.packages, "resource")),
  ];
  const told = release.components.map(({ id }): Why => {
    const has = result.manifests
      .filter(({ component, identity }) => component === id && same(identity.kind, kind))
      .map(({ identity, transformer }) => `${identity.kind} ${identity.name}, by ${short(transformer)}`);
    const ways =
      has.length > 0
        ? []
        : makers.flatMap((maker) => {
            const detail = plan.details.find((d) => d.component === id && d.transformer === maker.fqn);
            return detail === undefined || detail.matched
              ? []
              : [{ transformer: short(maker.fqn), lacks: lackOf(detail), lines: linesFor(id, detail, entries) }];
          });
    return { component: id, has, ways };
  });
  context.io.stdout(
    context.options["output"] === "json"
      ? `${JSON.stringify(told, null, 2)}\n`
      : told.map((why) => whyText(why, kind)).join("\n"),
  );
  return exitCode.ok;
}

const short = (fqn: string): string => fqn.slice(fqn.indexOf("#") + 1);

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** A transformer says in its description what it makes. */
function makes({ name, description }: Transformer, kind: string): boolean {
  const words = description.toLowerCase().split(/\W+/);
  const wanted = kind.toLowerCase();
  const plural = wanted.endsWith("y") ? `${wanted.slice(0, -1)}ies` : `${wanted}s`;
  return words.includes(wanted) || words.includes(plural) || name.toLowerCase() === `${wanted}-transformer`;
}

const lackOf = ({ lacking }: MatchDetail): string[] => [
  ...lacking.labels.map((l) => `label ${l}`),
  ...lacking.resources.map((r) => `resource ${short(r)}`),
  ...lacking.traits.map((t) => `trait ${short(t)}`),
];

function linesFor(component: string, { lacking }: MatchDetail, entries: readonly CatalogEntry[]): string {
  const out: string[] = [];
  for (const label of lacking.labels) {
    const [key = "", value = ""] = label.split("=");
    out.push(
      `#components: ${JSON.stringify(component)}: metadata: labels: ${JSON.stringify(key)}: ${JSON.stringify(value)}\n`,
    );
  }
  for (const fqn of [...lacking.resources, ...lacking.traits]) {
    const entry = entries.find((e) => e.fqn === fqn);
    if (entry !== undefined)
      out.push(exampleOf(entry).replace("#components: web:", `#components: ${JSON.stringify(component)}:`));
  }
  return out.join("\n");
}

function whyText({ component, has, ways }: Why, kind: string): string {
  if (has.length > 0) return `${component} has ${has.join("; ")}\n`;
  if (ways.length === 0) return `${component} lacks ${kind}: what renders it matches, and made none of these values\n`;
  return ways
    .map(
      ({ transformer, lacks, lines }) =>
        `${component} lacks ${kind}: ${transformer} needs ${lacks.join(", ")}\n${lines === "" ? "" : `these lines add it:\n\n${indent(lines)}\n`}`,
    )
    .join("");
}

const indent = (text: string): string =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => (line === "" ? "" : `  ${line}`))
    .join("\n");

function unknown(context: CommandContext, { name, transformers }: Provider, kind: string): number {
  context.report([
    {
      ...tell(editorCode.unknownEntry, "nothing of provider {name} renders a {kind}", { name, kind }),
      severity: "error",
      notes: transformers.map((t) => `${t.name}: ${t.description}`),
    },
  ]);
  return exitCode.notFound;
}
