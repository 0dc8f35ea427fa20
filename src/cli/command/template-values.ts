// Values files that are templates (TPL-7): `-f values.yaml.tera` is rendered by the rules of `opm template render`, and
// what is read from it still knows its place in the template and which of it came from a secret.
import { variableList } from "../../secrets/index.ts";
import { tell, advise } from "../../source/index.ts";
import type { Diagnostic, SourceText } from "../../source/index.ts";
import { isTemplateName, renderMapped, TEMPLATE_CODE } from "../../tera/index.ts";
import type { MappedText } from "../../tera/index.ts";
import type { MakeOpaque, RenderedText } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { readReferenced, readVariables } from "./template-source.ts";

/** The files of `-f` with the templates among them rendered; the others are left as they are. */
export function renderTemplates(
  context: CommandContext,
  files: readonly SourceText[],
  opaque: MakeOpaque,
): { files: SourceText[]; diagnostics: Diagnostic[] } {
  const out: SourceText[] = [];
  const diagnostics: Diagnostic[] = [];
  const given = readVariables(context);
  if (!given.ok) return { files: [], diagnostics: [given.problem] };
  const { vars, options } = given.value;
  if (!files.some(({ name }) => isTemplateName(name))) diagnostics.push(...withoutEffect(context));
  for (const file of files) {
    if (!isTemplateName(file.name)) {
      out.push(file);
      continue;
    }
    const rendered = renderMapped(file, vars, {
      ...options,
      env: context.io.env,
      mayRead: variableList(context.io.env["OPM_ALLOW_ENV"]).allows,
      templates: readReferenced(context, file),
    });
    diagnostics.push(...rendered.diagnostics);
    if (rendered.value) out.push(renderedText(rendered.value, opaque));
  }
  return { files: out, diagnostics };
}

/** Variables that nobody reads are a mistake: of their name, or of the file's. */
function withoutEffect({ options }: CommandContext): Diagnostic[] {
  const flags = [options["map"] !== undefined && "-m", options["vars"] !== undefined && "--vars"].filter(
    (f) => f !== false,
  );
  if (flags.length === 0) return [];
  return [
    {
      ...tell(TEMPLATE_CODE.badMapping, "no effect of {flags}: none of the values files is a template", {
        flags: flags.join(" and "),
      }),
      severity: "warning",
      hint: advise(TEMPLATE_CODE.badMapping, "the name of a template ends in .tera: -f values.yaml.tera"),
    },
  ];
}

function renderedText(mapped: MappedText, opaque: MakeOpaque): RenderedText {
  const origin = `a variable in ${mapped.template.name}`;
  // Known even where it ends in a name or in a comment: then nothing that is printed shows it.
  for (const { start, end } of mapped.secretRanges) opaque(mapped.text.slice(start, end), origin);
  return {
    name: mapped.file.name,
    text: mapped.text,
    placeOf: (span) => mapped.placeOf(span),
    seal: (span, value) => (mapped.isSecret(span) ? opaque(value, origin) : undefined),
  };
}
