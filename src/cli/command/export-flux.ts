import { fluxObjects, missingNamespaces, namespaceObject } from "../../delivery/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exportedReleases, printExported } from "./export-session.ts";

/** `opm export flux FOLDER --source oci://HOST/REPOSITORY`. */
export function run(context: CommandContext): number {
  const { options } = context;
  const found = exportedReleases(context);
  if (typeof found === "number") return found;
  const text = (name: string, fallback: string): string =>
    typeof options[name] === "string" ? options[name] : fallback;
  const [source = "", tag = "latest"] = splitTag(text("source", ""));
  const objects = fluxObjects(found.releases, {
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

/** A tag of an OCI reference; a port is none. */
function splitTag(source: string): string[] {
  const m = /^(oci:\/\/.+):([A-Za-z0-9_][\w.-]*)$/.exec(source);
  return m === null || !m[1]!.slice("oci://".length).includes("/") ? [source] : [m[1]!, m[2]!];
}
