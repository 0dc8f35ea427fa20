import { viewOf, writeCue } from "../../values/index.ts";
import type { CueView, ValueNode } from "../../values/index.ts";
import type { Module } from "../2-module/module.ts";
import type { CueAccess } from "../cue-access.ts";
import { OverlayText } from "./overlay-text.ts";
import { moduleImport } from "./release-overlay.ts";

/** `#config` with what is given; what is wrong with it is told elsewhere. */
export function configWith(cue: CueAccess, module: Module, given: ValueNode): CueView | undefined {
  const { instance: moduleInstance, expression } = module.cue.get();
  const out = new OverlayText();
  out.line("package opm_defaults");
  out.line(`import module ${JSON.stringify(moduleImport(module))}`);
  out.line(`values: module${expression ?? ""}.#config`);
  out.add(writeCue(given, { under: "values" }));
  const instance = cue.program.synthetic({
    path: `${module.path}/_opm_defaults.cue`,
    text: out.done().text,
    packageName: "opm_defaults",
    imports: new Map([[moduleImport(module), moduleInstance]]),
  });
  const values = cue.root(instance).field("values");
  return values && viewOf(values);
}
