import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { argoApplicationSet, argoApplications, missingNamespaces, namespaceObject } from "../../delivery/index.ts";
import { manifestYaml } from "../../pipeline/index.ts";
import { commandLineCode, tell } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { exportedReleases, printExported, splitTag, textOptions } from "./export-session.ts";
import { list } from "./mod-render.ts";

/** `opm export argocd FOLDER --source URL`. */
export function run(context: CommandContext): number {
  const { options } = context;
  const found = exportedReleases(context);
  if (typeof found === "number") return found;
  const text = textOptions(context);
  const clusters = new Map<string, string>();
  for (const given of list(options["cluster"])) {
    const [environment = "", name] = given.split("=");
    if (name === undefined) {
      context.report([
        {
          ...tell(commandLineCode.badArgument, "--cluster {given}: expected ENVIRONMENT=NAME", { given }),
          severity: "error",
        },
      ]);
      return exitCode.general;
    }
    clusters.set(environment, name);
  }
  if (options["writeWaves"] === true)
    for (const { objects } of found.releases)
      for (const { file, object, wave } of objects) {
        const metadata = object["metadata"] as { annotations?: object };
        const annotations = { ...metadata.annotations, "argocd.argoproj.io/sync-wave": String(wave) };
        writeFileSync(join(found.folder, file), manifestYaml({ ...object, metadata: { ...metadata, annotations } }));
      }
  const [source = "", tag = "HEAD"] = splitTag(text("source", ""));
  const target = {
    name: text("name", "opm"),
    namespace: text("namespace", "argocd"),
    project: text("project", "default"),
    source,
    revision: text("revision", tag),
    path: text("path", ""),
    cluster: (environment: string) => clusters.get(environment),
  };
  const objects =
    options["applicationSet"] === true && found.releases.length > 0
      ? [argoApplicationSet(found.releases, target)]
      : argoApplications(found.releases, target);
  const namespaces = options["namespaces"] === true ? missingNamespaces(found.releases).map(namespaceObject) : [];
  return printExported(context, [...namespaces, ...objects]);
}
