import { pageCode } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";

export const noPage = (): Diagnostic => ({
  code: pageCode.noPage,
  severity: "error",
  message: "this opm was built without its page",
  hint: "in a clone: node tool/build-page.mjs",
});

export const noPageFile = (): Diagnostic => ({
  code: pageCode.noFile,
  severity: "error",
  message: "nothing says where to write the page",
  hint: "opm mod inspect --html release.html",
});

export const badPort = (text: string, why: string): Diagnostic => ({
  code: pageCode.badPort,
  severity: "error",
  message: `cannot serve on port ${text}: ${why}`,
  args: { port: text },
  hint: "give another --port, or none: then a free one is taken",
});
