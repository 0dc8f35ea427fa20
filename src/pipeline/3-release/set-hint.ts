// How a value that is missing can be given on the command line: something that the next command takes.
import { pathText, viewAt } from "../../values/index.ts";
import type { CueView, Step } from "../../values/index.ts";

/** `path` is of the values, as CUE writes it: `a."x.y".0`. */
export function setHint(path: string, schema: CueView | undefined): string {
  const names = [...path.matchAll(/"(?:[^"\\]|\\.)*"|[^.]+/g)].map(([step]) =>
    step.startsWith('"') ? (JSON.parse(step) as string) : step,
  );
  const steps: Step[] = names.map((name, i) => {
    const around = schema && viewAt(schema, names.slice(0, i));
    return around?.kind === "list" && /^[0-9]+$/.test(name) ? Number(name) : name;
  });
  const view = schema && viewAt(schema, names);
  const isSecret = view?.alternatives().some((one) => one.kind === "struct" && one.field("$opm")?.text === "secret");
  if (isSecret === true) return quoted("--set", `${pathText(steps)}.value=…`);
  const isWhole = view?.kind === "struct" || view?.kind === "list";
  return quoted(isWhole ? "--set-json" : "--set", `${pathText(steps)}=…`);
}

/** A shell takes quotes and brackets for its own. */
function quoted(flag: string, text: string): string {
  return /["[\]{}$]/.test(text) ? `${flag} '${text}'` : `${flag} ${text}`;
}
