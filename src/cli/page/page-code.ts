import type { Diagnostic } from "../../source/index.ts";

/** Codes of the page, docs/message/page.md. */
const PAGE_CODE = { noPage: "OPM9201", noFile: "OPM9202", badPort: "OPM9203" } as const;

export const noPage = (): Diagnostic => ({
  code: PAGE_CODE.noPage,
  severity: "error",
  message: "this opm was built without its page",
  hint: "in a clone: node tool/build-page.mjs",
});

export const noPageFile = (): Diagnostic => ({
  code: PAGE_CODE.noFile,
  severity: "error",
  message: "nothing says where to write the page",
  hint: "opm mod inspect --html release.html",
});

export const badPort = (text: string, why: string): Diagnostic => ({
  code: PAGE_CODE.badPort,
  severity: "error",
  message: `cannot serve on port ${text}: ${why}`,
  args: { port: text },
  hint: "give another --port, or none: then a free one is taken",
});
