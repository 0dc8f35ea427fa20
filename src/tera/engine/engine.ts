import type { Library } from "../compile/library.ts";
import { compileTemplate } from "../compile/template.ts";
import type { Links } from "../compile/unit.ts";
import { defaultBudget } from "../render/budget.ts";
import type { Budget } from "../render/budget.ts";
import { RenderFailure } from "../render/failure.ts";
import { visibleNames } from "../render/lookup.ts";
import { Frame, macroFrame, originFrame, Runtime } from "../render/runtime.ts";
import type { CompiledTemplate } from "../render/runtime.ts";
import { Trace } from "../render/trace.ts";
import { syntaxReport } from "../syntax/syntax-report.ts";
import { TemplateParser } from "../syntax/template-parser.ts";
import { removeWhitespace } from "../syntax/whitespace.ts";
import { debugText } from "../value/debug.ts";
import type { Value } from "../value/value.ts";
import { MacroIndex } from "./macros.ts";
import { nearNames } from "../../source/index.ts";
import { placeOf } from "./result.ts";
import type { Failed, RenderResult, TemplateFailure } from "./result.ts";

export interface EngineOptions {
  readonly library: Library;
  /** Ends of template names whose output is escaped. */
  readonly autoescape?: readonly string[];
  readonly budget?: Partial<Budget>;
}

export interface RenderOptions {
  /** Follow the output back to its templates, and these variables into it. */
  readonly trace?: { readonly secrets: ReadonlySet<string> };
}

/** What Tera escapes unless told otherwise. */
export const defaultAutoescape: readonly string[] = [".html", ".htm", ".xml"];

/**
 * A set of templates that know each other. Load all of them, then render as often as you like.
 * It reads nothing but what it is given: no files, no environment, no clock of its own.
 */
export class Engine {
  readonly #templates = new Map<string, CompiledTemplate>();
  readonly #library: Library;
  readonly #autoescape: readonly string[];
  readonly #budget: Budget;
  #macros: MacroIndex;
  readonly #links: Links;

  constructor(options: EngineOptions) {
    this.#library = options.library;
    this.#autoescape = options.autoescape ?? defaultAutoescape;
    this.#budget = { ...defaultBudget, ...options.budget };
    const template = (name: string): CompiledTemplate | undefined => this.#templates.get(name);
    this.#macros = new MacroIndex(template);
    this.#links = { template, macro: (from, namespace, name) => this.#macros.find(from, namespace, name) };
  }

  has(name: string): boolean {
    return this.#templates.has(name);
  }

  /** Parses and links templates; a later one replaces an earlier one of its name. */
  load(templates: Iterable<readonly [name: string, text: string]>): TemplateFailure | undefined {
    this.#macros = new MacroIndex((name) => this.#templates.get(name));
    for (const [name, text] of templates) {
      const failure = this.parse(name, text);
      if (failure) return failure;
    }
    return this.link() ?? this.checkImports();
  }

  private parse(name: string, text: string): TemplateFailure | undefined {
    const outer = `Failed to parse '${name}'`;
    const parser = new TemplateParser(text);
    const nodes = parser.template();
    if (!nodes) {
      const report = syntaxReport(text, parser.at, parser.tooDeep);
      const at = { template: name, offset: report.offset, line: report.line, column: report.column };
      return { stage: "parse", messages: [outer, report.message], hidden: [], at, syntax: true };
    }
    const bad = parser.badInteger;
    if (bad) return this.refuse(name, text, bad.pos, [outer, `Integer out of bounds: \`${bad.text}\``]);
    const compiled = compileTemplate(name, text, removeWhitespace(nodes), this.#library, this.#links);
    if ("message" in compiled) return this.refuse(name, text, compiled.pos, [outer, compiled.message]);
    this.#templates.set(name, compiled);
    return undefined;
  }

  private refuse(name: string, text: string, pos: number, messages: readonly string[]): TemplateFailure {
    return { stage: "parse", messages, hidden: [], at: placeOf(name, text, pos), syntax: false };
  }

  /** Works out the parents of every template. */
  private link(): TemplateFailure | undefined {
    for (const template of this.#templates.values()) {
      const parents: string[] = [];
      let current = template;
      while (current.parent !== undefined) {
        const parent = this.#templates.get(current.parent);
        if (!parent) {
          const message = `Template '${current.name}' is inheriting from '${current.parent}', which doesn't exist or isn't loaded.`;
          return this.refuse(current.name, current.text, 0, [message]);
        }
        parents.push(parent.name);
        if (parent === template) {
          const chain = `[${parents.map(debugText).join(", ")}]`;
          const message = `Circular extend detected for template '${template.name}'. Inheritance chain: \`${chain}\``;
          return this.refuse(template.name, template.text, 0, [message]);
        }
        // A circle further up is reported for the templates that form it.
        if (parents.length > this.#templates.size) break;
        current = parent;
      }
      this.#templates.set(template.name, { ...template, parents });
    }
    return undefined;
  }

  private checkImports(): TemplateFailure | undefined {
    for (const { name, text, imports } of this.#templates.values()) {
      for (const { file, pos } of imports) {
        if (this.#templates.has(file)) continue;
        return this.refuse(name, text, pos, [
          `Template \`${name}\` loads macros from \`${file}\` which isn't present in Tera`,
        ]);
      }
    }
    return undefined;
  }

  render(name: string, context: ReadonlyMap<string, Value>, options: RenderOptions = {}): RenderResult {
    const template = this.#templates.get(name);
    if (!template) {
      const failure: TemplateFailure = {
        stage: "render",
        messages: [`Template '${name}' not found`],
        hidden: [],
        syntax: false,
      };
      return { ok: false, failure };
    }
    const top = template.parents[template.parents.length - 1];
    const root = top === undefined ? template : (this.#templates.get(top) as CompiledTemplate);
    const escape = this.#autoescape.some((suffix) => name.endsWith(suffix));
    const trace = options.trace && new Trace(options.trace.secrets);
    const frame = new Frame(originFrame, template, undefined);
    const rt = new Runtime(template, root, frame, context, escape, this.#budget, trace);
    this.#library.begin?.();
    try {
      for (const node of root.nodes) node(rt);
      rt.spend(0);
    } catch (thrown) {
      return this.explain(rt, thrown);
    }
    if (!trace) return { ok: true, output: rt.out };
    return { ok: true, output: rt.out, segments: trace.segments, secretRanges: trace.secretRanges };
  }

  private explain(rt: Runtime, thrown: unknown): Failed {
    let cause = thrown;
    // The budget's depth is what keeps the stack; this is for callers who are deep in theirs already.
    if (cause instanceof RangeError) cause = new RenderFailure("The template needs more room than there is");
    if (!(cause instanceof RenderFailure)) throw cause;
    const at = cause.at && this.place(cause.at.template, cause.at.offset);
    const missing = cause.missing;
    const failure: TemplateFailure = {
      stage: "render",
      messages: [errorLocation(rt, this.#links), ...cause.messages],
      hidden: cause.hidden,
      syntax: false,
      ...(at && { at }),
      ...(missing !== undefined && {
        missing,
        near: nearNames(missing, visibleNames(rt), 3),
      }),
    };
    return { ok: false, failure };
  }

  private place(name: string, offset: number): TemplateFailure["at"] {
    return placeOf(name, this.#templates.get(name)?.text ?? "", offset);
  }
}

/** The first message of a failed render: which template, in which macro, in which parent. */
function errorLocation(rt: Runtime, links: Links): string {
  let text = `Failed to render '${rt.template.name}'`;
  if (rt.frame.kind === macroFrame) text += `: error while rendering macro \`${rt.frame.label}\``;
  const block = rt.blocks[rt.blocks.length - 1];
  if (!block) {
    const parent = rt.template.parents[rt.template.parents.length - 1];
    return parent === undefined ? text : `${text} (error happened in '${parent}').`;
  }
  const definer = rt.template.blocks.has(block.name)
    ? definers(rt.template, block.name, links)[block.level]
    : undefined;
  if (definer === undefined) return `${text} (error happened in a parent template)`;
  return definer === rt.template.name ? text : `${text} (error happened in '${definer}').`;
}

/** The templates that define a block, from the rendered one upwards. */
function definers(template: CompiledTemplate, block: string, links: Links): string[] {
  const parents = template.parents.filter((parent) => links.template(parent)?.blocks.has(block));
  return [template.name, ...parents];
}
