import { renderRelease } from "../../pipeline/index.ts";
import type { PlatformRules, ReleaseResult } from "../../pipeline/index.ts";
import { governanceCode, hasErrors } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { neutralise } from "../print/neutralise.ts";
import { tableText } from "../print/table.ts";
import { commandReleases } from "../session/open-command.ts";
import { printData } from "./values-common.ts";

/** `opm policy check [path] [NAME…]`: what each rule of the module's and the platform's policies says. */
export async function run(context: CommandContext): Promise<number> {
  const { io, options } = context;
  const { jobs, platforms, diagnostics, trace, report } = await commandReleases(context, { withPlatforms: true });
  let wrong = hasErrors(diagnostics);
  const results: { release: string; environment?: string; rules: ReturnType<typeof rows> }[] = [];
  for (const { id, session, task } of jobs) {
    const result = await renderRelease(session, task, "release", trace);
    const note = jobs.length > 1 ? [`in the release ${id}`] : [];
    report(result.diagnostics.map((d) => ({ ...d, notes: [...(d.notes ?? []), ...note] })));
    if (hasErrors(result.diagnostics)) wrong = true;
    const { environment } = task;
    results.push({ release: id, ...(environment && { environment: environment.name }), rules: rows(result) });
  }
  const format = options["output"];
  if (format === "json" || format === "yaml")
    io.stdout(printData([...results, ...platforms.map(({ name, rules }) => ({ platform: name, rules }))], format));
  else {
    const parts = [
      ...results.map(({ release, environment, rules }) => ({
        head: environment !== undefined || jobs.length > 1 ? release : undefined,
        text: releaseTable(rules),
      })),
      ...platforms.map((platform) => ({ head: `platform ${platform.name}`.trim(), text: platformTable(platform) })),
    ];
    for (const { head, text } of parts) io.stdout((head === undefined ? "" : `# ${neutralise(head)}\n`) + text);
  }
  return wrong ? exitCode.validation : exitCode.ok;
}

function releaseTable(rules: ReturnType<typeof rows>): string {
  if (rules.length === 0) return "no policies\n";
  return tableText(
    ["POLICY", "RULE", "ON VIOLATION", "COMPONENTS", "RESULT"],
    rules.map((r) => [r.policy, r.rule, r.onViolation, r.components.join(", "), r.result]),
  );
}

function platformTable({ rules }: PlatformRules): string {
  if (rules.length === 0) return "no policies\n";
  return tableText(
    ["POLICY", "RULE", "ON VIOLATION", "MODULES", "COMPONENTS", "ENVIRONMENTS", "JUDGED", "WAIVERS"],
    rules.map((r) => [
      r.policy,
      r.rule,
      r.onViolation,
      r.entry ?? "all",
      r.selects.join(", ") || "all",
      r.environments.join(", ") || "all",
      r.judged ? "before rendering" : r.mode === "runtime" ? "by the cluster" : "rendered",
      r.waivers.join(", ") || "none",
    ]),
  );
}

function resultText(violations: readonly Diagnostic[]): string {
  const waived = violations.filter(({ code }) => code === governanceCode.waived).length;
  const violated = violations.length - waived;
  return [...(violated > 0 ? [`${violated} violated`] : []), ...(waived > 0 ? [`${waived} waived`] : [])].join(", ");
}

function rows({ rules }: ReleaseResult) {
  return rules.map(({ policy, rule, mode, onViolation, components, judged, violations }) => ({
    policy,
    rule,
    mode,
    onViolation,
    components,
    result: !judged
      ? mode === "runtime"
        ? "left to the cluster"
        : "rendered"
      : components.length === 0
        ? "no component"
        : violations.length === 0
          ? "ok"
          : resultText(violations),
    violations: violations.map(({ message, path }) => ({ message, path: path ?? "" })),
  }));
}
