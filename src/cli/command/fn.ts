import { loadAll } from "js-yaml";
import { functionResult, resourceList } from "../../delivery/index.ts";
import type { FunctionResult, KubeData, ResourceList } from "../../delivery/index.ts";
import { manifestJson, manifestYaml } from "../../pipeline/index.ts";
import { commandLineCode, tell, advise } from "../../source/index.ts";
import type { CommandContext, Given } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { neutralise } from "../print/neutralise.ts";
import { judgeManifests } from "./judge-manifests.ts";
import { matrixBuild } from "./matrix-build.ts";

/**
 * `opm fn`: a KRM function. With a `Render` as its configuration, what a module renders is added to the list; the
 * platform's policies judge all of it, and what they find are the results.
 */
export async function run(context: CommandContext): Promise<number> {
  const { io } = context;
  const given = new TextDecoder().decode(io.stdin());
  const list = read(given);
  if (list === undefined) {
    context.report([
      {
        ...tell(commandLineCode.badArgument, "standard input holds no ResourceList of config.kubernetes.io/v1"),
        severity: "error",
        hint: advise(
          commandLineCode.badArgument,
          "kpt fn eval --exec and kustomize run it; opm policy filter takes plain manifests",
        ),
      },
    ]);
    return exitCode.general;
  }
  const results: FunctionResult[] = [];
  const config = list.functionConfig;
  const settings = settingsOf(config);
  const platform = context.options["platform"] ?? settings["platform"];
  const watched: CommandContext = {
    ...context,
    options: { ...context.options, ...(typeof platform === "string" && { platform }) },
    report: (found) => void results.push(...found.map((d) => functionResult(d))),
  };
  const rendering = config?.["kind"] === "Render";
  const rendered = rendering ? await renderedObjects(watched, settings) : [];
  const items = rendered === undefined ? list.items : joined(list.items, rendered);
  // A function that only renders needs no platform.
  const judged = !rendering || platform !== undefined ? await judgeManifests(watched, items) : { found: [] };
  results.push(...judged.found.map(({ diagnostic, object }) => functionResult(diagnostic, object)));
  const wrong = rendered === undefined || results.some(({ severity }) => severity === "error");
  // kustomize shows no results of a function that fails, but what it says.
  if (wrong)
    for (const { message, severity } of results) if (severity === "error") io.stderr(`${neutralise(message)}\n`);
  // What only judges gives back what it was given, with its comments and quotes: kustomize refuses another text.
  const asGiven = rendering ? undefined : withResults(given, results);
  if (asGiven !== undefined) {
    io.stdout(asGiven);
    return wrong ? exitCode.validation : exitCode.ok;
  }
  const answer = {
    apiVersion: list.apiVersion,
    kind: "ResourceList",
    items,
    ...(config && { functionConfig: config }),
    ...(results.length > 0 && { results }),
  };
  io.stdout(given.trimStart().startsWith("{") ? manifestJson(answer) : manifestYaml(answer));
  return wrong ? exitCode.validation : exitCode.ok;
}

/** Undefined where results cannot simply stand behind the rest: in JSON, or where there are some already. */
function withResults(given: string, results: readonly FunctionResult[]): string | undefined {
  if (given.trimStart().startsWith("{") || /^(?:results|\.\.\.)/m.test(given)) return undefined;
  const text = given.endsWith("\n") ? given : `${given}\n`;
  return results.length === 0 ? text : `${text}${manifestYaml({ results })}`;
}

function read(text: string): ResourceList | undefined {
  try {
    const [document, ...more] = loadAll(text) as unknown[];
    return more.length > 0 ? undefined : resourceList(document);
  } catch {
    return undefined;
  }
}

/** A ConfigMap has its settings in `data`, everything else in `spec`. */
function settingsOf(config: KubeData | undefined): KubeData {
  const settings = config?.[config["kind"] === "ConfigMap" ? "data" : "spec"];
  return typeof settings === "object" && settings !== null ? (settings as KubeData) : {};
}

/** Undefined if something is wrong, which is reported. */
async function renderedObjects(context: CommandContext, settings: KubeData): Promise<KubeData[] | undefined> {
  const texts: string[] = [];
  const values = typeof settings["values"] === "object" && settings["values"] !== null ? settings["values"] : {};
  const sets = Object.entries(values).map(([name, value]): Given => ({
    option: "set-json",
    value: `${quotedStep(name)}=${JSON.stringify(value)}`,
  }));
  const option = (name: string): object => (typeof settings[name] === "string" ? { [name]: settings[name] } : {});
  const { environment } = settings;
  const { exit } = await matrixBuild(
    {
      ...context,
      io: { ...context.io, stdout: (text: string) => void texts.push(text) },
      options: {
        ...context.options,
        ...option("releaseName"),
        ...option("namespace"),
        ...(typeof environment === "string" && { environment: [environment] }),
        sets,
      },
    },
    typeof settings["path"] === "string" ? settings["path"] : ".",
    [],
  );
  if (exit !== exitCode.ok) return undefined;
  return (loadAll(texts.join("")) as unknown[]).filter((x): x is KubeData => typeof x === "object" && x !== null);
}

const quotedStep = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));

/** What is rendered takes the place of what was there. */
function joined(items: readonly KubeData[], rendered: readonly KubeData[]): KubeData[] {
  const keyOf = ({ apiVersion, kind, metadata }: KubeData): string => {
    const { name, namespace } = (metadata ?? {}) as KubeData;
    return JSON.stringify([String(apiVersion).replace(/\/[^/]*$/, ""), kind, namespace, name]);
  };
  const keys = new Set(rendered.map(keyOf));
  return [...items.filter((item) => !keys.has(keyOf(item))), ...rendered];
}
