import type { Diagnostic, SourceText } from "../../source/index.ts";
import { TemplateContext } from "../context/template-context.ts";
import { Engine } from "../engine/engine.ts";
import { nearNames } from "../../source/index.ts";
import { emptyHost } from "../function/host.ts";
import { fullLibrary } from "../library.ts";
import { TemplateParser } from "../syntax/template-parser.ts";
import { walkNodes } from "../syntax/walk.ts";
import { diagnoseFailure } from "./diagnose.ts";
import { TEMPLATE_CODE } from "./template-code.ts";

export interface LintOptions {
  /** Variables that will be there, beyond the standard ones. */
  readonly known?: readonly string[];
  readonly templates?: Readonly<Record<string, string>>;
}

/** A variable that a template reads from outside, with every place where it does. */
export interface VariableUse {
  readonly name: string;
  readonly offsets: readonly number[];
  /** Whether it does without: by `default`, `is defined` or a bare condition. */
  readonly optional: boolean;
}

/** Everything that can be said against a template without rendering it. */
export function lintTemplate(source: SourceText, options: LintOptions = {}): Diagnostic[] {
  const library = fullLibrary(emptyHost);
  const engine = new Engine({ library });
  const templates = new Map([...Object.entries(options.templates ?? {}), [source.name, source.text] as const]);
  const failure = engine.load(templates);
  if (failure) return [diagnoseFailure(failure, templates)];
  const found: Diagnostic[] = [];
  const report = (kind: string, name: string, known: Iterable<string>, pos: number): void => {
    found.push(unknown(source, kind, name, [...known], pos));
  };
  const nodes = new TemplateParser(source.text).template() ?? [];
  walkNodes(nodes, {
    filter: ({ name, pos }) => void (library.filters.has(name) || report("filter", name, library.filters.keys(), pos)),
    test: ({ name, pos }) => void (library.tests.has(name) || report("test", name, library.tests.keys(), pos)),
    call: ({ name, pos }) =>
      void (library.functions.has(name) || report("function", name, library.functions.keys(), pos)),
    include: (names, ignoreMissing, pos) => {
      if (ignoreMissing || names.some((name) => templates.has(name))) return;
      const message = `none of the templates to include is there: ${names.join(", ")}`;
      found.push({
        code: TEMPLATE_CODE.missingTemplate,
        severity: "error",
        message,
        places: [placeAt(source, pos, 2)],
      });
    },
  });
  const known = [...knownVariables(), ...(options.known ?? [])];
  for (const use of variablesOf(source.text)) {
    if (known.includes(use.name) || use.optional) continue;
    const near = nearNames(use.name, known, 1);
    found.push({
      code: TEMPLATE_CODE.undefinedVariable,
      severity: "warning",
      message: `the variable \`${use.name}\` is only there if someone sets it`,
      places: use.offsets.map((offset) => placeAt(source, offset, use.name.length)),
      hint: near.length > 0 ? `did you mean \`${near[0]}\`?` : `set it with \`-m ${use.name}=…\``,
    });
  }
  return found.sort((a, b) => (a.places?.[0]?.span.start ?? 0) - (b.places?.[0]?.span.start ?? 0));
}

/** The variables that a template takes from outside, in the order in which they first appear. */
export function variablesOf(text: string): VariableUse[] {
  const nodes = new TemplateParser(text).template();
  const uses = new Map<string, { offsets: number[]; optional: boolean }>();
  walkNodes(nodes ?? [], {
    variable: (path, pos, bound, tolerant) => {
      const name = /^\w+/.exec(path)?.[0];
      if (name === undefined || bound.has(name) || name === "__tera_context") return;
      const use = uses.get(name) ?? { offsets: [], optional: true };
      use.offsets.push(pos);
      use.optional &&= tolerant;
      uses.set(name, use);
    },
  });
  return [...uses].map(([name, use]) => ({ name, ...use }));
}

/** The names of templates that one includes, imports or extends. */
export function referencedTemplates(text: string): string[] {
  const names: string[] = [];
  const nodes = new TemplateParser(text).template() ?? [];
  for (const node of nodes) {
    if (node.kind === "extends") names.push(node.parent);
    else if (node.kind === "import") names.push(node.file);
  }
  walkNodes(nodes, { include: (included) => void names.push(...included) });
  return names;
}

function knownVariables(): string[] {
  return [...TemplateContext.withDefaults({ env: {} }).toValues().keys()];
}

function unknown(source: SourceText, kind: string, name: string, known: readonly string[], pos: number): Diagnostic {
  const near = nearNames(name, known, 1);
  return {
    code: TEMPLATE_CODE.unknownName,
    severity: "error",
    message: `there is no ${kind} \`${name}\``,
    places: [placeAt(source, pos, name.length)],
    ...(near.length > 0 && { hint: `did you mean \`${near[0]}\`?` }),
  };
}

function placeAt(file: SourceText, start: number, length: number) {
  return { file, span: { start, end: Math.min(file.text.length, start + length) } };
}
