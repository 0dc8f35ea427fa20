import { fluxObjects, fluxSteps, missingNamespaces, namespaceObject } from "../../delivery/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exportedReleases, printExported, splitTag, textOptions } from "./export-session.ts";

/** `opm export flux FOLDER --source oci://HOST/REPOSITORY`. */
export function run(context: CommandContext): number {
  const { options } = context;
  const found = exportedReleases(context);
  if (typeof found === "number") return found;
  const text = textOptions(context);
  const [source = "", tag = "latest"] = splitTag(text("source", ""));
  const make = options["resourceSet"] === true ? fluxSteps : fluxObjects;
  const objects = make(found.releases, {
    name: text("name", "opm"),
    namespace: text("namespace", "flux-system"),
    source,
    tag: text("tag", tag),
    path: text("path", ""),
    interval: text("interval", "5m"),
    ...(typeof options["keySecret"] === "string" && { keySecret: options["keySecret"] }),
    insecure: options["insecure"] === true,
  });
  const namespaces = options["namespaces"] === true ? missingNamespaces(found.releases).map(namespaceObject) : [];
  return printExported(context, [...namespaces, ...objects]);
}
