import { pageCode, tell, advise } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";

export const noPage = (): Diagnostic => ({
  ...tell(pageCode.noPage, "this opm was built without its page"),
  severity: "error",
  hint: advise(pageCode.noPage, "in a clone: node tool/build-page.mjs"),
});

export const noPageFile = (): Diagnostic => ({
  ...tell(pageCode.noFile, "nothing says where to write the page"),
  severity: "error",
  hint: advise(pageCode.noFile, "opm mod inspect --html release.html"),
});

export const badPort = (text: string, why: string): Diagnostic => ({
  ...tell(pageCode.badPort, "cannot serve on port {text}: {problem}", { text, problem: why, port: text }),
  severity: "error",
  hint: advise(pageCode.badPort, "give another --port, or none: then a free one is taken"),
});
