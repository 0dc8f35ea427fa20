import { clusterOptions, planning } from "./cluster-commands.ts";
import type { CommandSpec } from "./command-spec.ts";
import { modulePath, release } from "./module-commands.ts";

/** Commands that show a release in a browser. */
export const pageCommands: readonly CommandSpec[] = [
  {
    name: "ui",
    summary: "Show a release in the browser: phases, objects, where each field comes from, what if",
    description:
      "Serves the page on this machine alone, under an address that nobody can guess, and follows changes of the files. " +
      "The folder may hold a module, releases or a bundle. Asked for it, the page shows what each release's cluster has, " +
      "what drifted and what applying would do. Secrets are not in it. Ctrl-C ends it.",
    arguments: [modulePath],
    options: [
      { flags: "--port <number>", summary: "the port on 127.0.0.1 (default: a free one)" },
      { flags: "--no-open", summary: "print the address and open no browser" },
      { flags: "--allow-apply", summary: "let the page apply to the cluster what it shows (default: it only looks)" },
      ...planning,
      ...clusterOptions,
      ...release,
    ],
    examples: [
      { line: "opm ui examples/environments", says: "every environment, side by side" },
      { line: "opm ui my-app --platform examples/platform --no-open", says: "as the platform sees it" },
      { line: "opm ui my-app --context staging --allow-apply", says: "and apply from the page" },
    ],
    load: () => import("./command/ui.ts"),
  },
  {
    name: "mod inspect",
    summary: "Write the page about a release into one file: for a pull request, or for later",
    description:
      "The file needs no server and asks no network: it opens from the disk, with the same views as `opm ui`. " +
      "Secrets are not in it.",
    arguments: [modulePath],
    options: [{ flags: "--html <file>", summary: "the file to write", complete: "file" }, ...release],
    examples: [{ line: "opm mod inspect examples/environments --html release.html", says: "as an artifact of CI" }],
    load: () => import("./command/mod-inspect.ts"),
  },
];
