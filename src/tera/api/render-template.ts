import type { Diagnostic, SourceText } from "../../source/index.ts";
import { isSecretName, redacted } from "../context/secret-name.ts";
import { TemplateContext } from "../context/template-context.ts";
import type { ContextOptions } from "../context/template-context.ts";
import { Engine } from "../engine/engine.ts";
import type { RenderResult, TemplateFailure } from "../engine/result.ts";
import type { TemplateHost } from "../function/host.ts";
import { parseMoment } from "../function/time.ts";
import { failure } from "../render/failure.ts";
import { fullLibrary } from "../library.ts";
import type { Budget } from "../render/budget.ts";
import { isArray, isObject } from "../value/value.ts";
import type { Value } from "../value/value.ts";
import { diagnoseFailure } from "./diagnose.ts";
import { MappedText } from "./mapped-text.ts";

export interface TemplateOptions extends ContextOptions {
  /** The template's name: messages show it, and `.html`, `.htm` or `.xml` at its end turn escaping on. */
  readonly name?: string;
  /** Other templates that this one may include, import or extend. */
  readonly templates?: Readonly<Record<string, string>>;
  readonly matrix?: unknown;
  readonly otel?: unknown;
  /** The clock where `freeze_clock` is empty; milliseconds since 1970. */
  readonly now?: () => number;
  readonly budget?: Partial<Budget>;
  /** Which variables of the environment `env()` and `get_env()` may read; default: all that are given. */
  readonly mayRead?: (variable: string) => boolean;
}

/** The rendered text, or what is wrong; never an exception. */
export type TemplateResult =
  | { readonly ok: true; readonly output: string; readonly diagnostics: readonly [] }
  | { readonly ok: false; readonly error: TemplateFailure; readonly diagnostics: readonly Diagnostic[] };

/** Where templates are known by no other name. */
const oneOffName = "__tera_one_off";

/**
 * Renders a template with the standard variables: what the caller gives wins over the environment, and that
 * over the defaults.
 */
export function renderTemplate(
  text: string,
  vars: Readonly<Record<string, unknown>> = {},
  options: TemplateOptions = {},
): TemplateResult {
  return renderInContext(text, contextFor(vars, options), options);
}

/** Renders a template with a context of one's own making. */
export function renderInContext(text: string, context: TemplateContext, options: TemplateOptions = {}): TemplateResult {
  const { result, diagnostics } = run(text, context, options, false);
  if (result.ok) return { ok: true, output: result.output, diagnostics: [] };
  return { ok: false, error: result.failure, diagnostics };
}

/**
 * Renders a template and keeps, for every piece of the result, where in which template it came from and
 * whether it holds a secret. `value` is there if it rendered.
 */
export function renderMapped(
  source: SourceText,
  vars: Readonly<Record<string, unknown>> = {},
  options: TemplateOptions = {},
): { readonly value?: MappedText; readonly diagnostics: readonly Diagnostic[] } {
  const named = { ...options, name: options.name ?? source.name };
  const { result, diagnostics, templates } = run(source.text, contextFor(vars, options), named, true);
  if (!result.ok) return { diagnostics };
  return { value: new MappedText(source, result, templates), diagnostics: [] };
}

function contextFor(vars: Readonly<Record<string, unknown>>, options: TemplateOptions): TemplateContext {
  const context = TemplateContext.withDefaults(options).mergeUserVars(vars);
  if (options.matrix !== undefined) context.setMatrix(options.matrix);
  if (options.otel !== undefined) context.setOtel(options.otel);
  return context;
}

interface Run {
  readonly result: RenderResult;
  readonly diagnostics: readonly Diagnostic[];
  readonly templates: ReadonlyMap<string, string>;
}

function run(text: string, context: TemplateContext, options: TemplateOptions, traced: boolean): Run {
  const name = options.name ?? oneOffName;
  const templates = new Map([...Object.entries(options.templates ?? {}), [name, text] as const]);
  const secretsRead = new Set<string>();
  const engine = new Engine({
    library: fullLibrary(hostFor(context, options, secretsRead)),
    ...(options.budget && { budget: options.budget }),
  });
  const values = context.toValues();
  const secrets = new Set(context.variables().flatMap((v) => (v.secret ? [v.name] : [])));
  const failure = engine.load(templates);
  const result: RenderResult = failure
    ? { ok: false, failure }
    : engine.render(name, values, traced ? { trace: { secrets } } : {});
  if (result.ok) return { result, diagnostics: [], templates };
  for (const variable of context.variables()) if (variable.secret) collectTexts(variable.value, secretsRead);
  collectSecrets(values, secretsRead);
  const hidden = hideSecrets(result.failure, secretsRead, [...templates.values()]);
  return { result: { ok: false, failure: hidden }, diagnostics: [diagnoseFailure(hidden, templates)], templates };
}

/** What functions may ask for: the context's environment, and a clock that `freeze_clock` stops. */
function hostFor(context: TemplateContext, options: TemplateOptions, secretsRead: Set<string>): TemplateHost {
  const frozen = context.get("freeze_clock");
  const text = typeof frozen === "string" && frozen !== "" ? frozen : undefined;
  const moment = text === undefined ? undefined : parseMoment(text);
  return {
    ...(text !== undefined && moment !== undefined && { frozen: text }),
    env: (name) => {
      // Not as if it were not set: a default would then stand in for it unseen.
      if (options.mayRead?.(name) === false)
        throw failure(`Environment variable \`${name}\` is not among those that templates may read`);
      const value = context.environment(name);
      if (value !== undefined && isSecretName(name)) secretsRead.add(value);
      return value;
    },
    now: () => {
      if (text !== undefined && moment === undefined) throw failure(`freeze_clock is no date: ${text}`);
      return moment ?? options.now?.() ?? Date.now();
    },
    localOffset: () => (moment === undefined ? -new Date().getTimezoneOffset() : 0),
    random: Math.random,
  };
}

/** All texts of a value. */
function collectTexts(value: Value, texts: Set<string>): void {
  if (typeof value === "string") texts.add(value);
  else if (isArray(value)) for (const item of value) collectTexts(item, texts);
  else if (isObject(value)) for (const item of value.values()) collectTexts(item, texts);
}

/** The texts under names that look secret, at any depth. */
function collectSecrets(values: ReadonlyMap<string, Value>, texts: Set<string>): void {
  for (const [name, value] of values) {
    if (isSecretName(name)) collectTexts(value, texts);
    else if (isObject(value)) collectSecrets(value, texts);
  }
}

/** What a function was given, where messages put no ticks around it. */
const GIVEN = /(?<=received \w+=)[^]*(?= but `)|(?<=^expected \w+ got )[^]*$/g;
/** Names of arguments, and of what a failure is about: Tera says them of itself. */
const OWN = new Set(
  "value key attribute default end start step step_by seed message name kind from to sep pat".split(" "),
);

/**
 * Messages quote values; those that are nobody's business are taken out, as they are and as JSON writes them. Where a
 * secret was read, what a message quotes and no template has was computed, perhaps from it.
 */
function hideSecrets(
  failure: TemplateFailure,
  secrets: ReadonlySet<string>,
  templates: readonly string[],
): TemplateFailure {
  const long = [...secrets].filter((text) => text.length > 2);
  if (long.length === 0) return failure;
  const forms = new Set(long.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]));
  const texts = [...forms].sort((a, b) => b.length - a.length);
  const isWritten = (quoted: string): boolean => {
    const text = quoted.replace(/^"|"$/g, "");
    return text === redacted || templates.some((template) => template.includes(text));
  };
  const hide = (message: string): string =>
    texts
      .reduce((text, secret) => text.replaceAll(secret, redacted), message)
      .replaceAll(GIVEN, (quoted) => (isWritten(quoted) ? quoted : redacted))
      // A value may have ticks of its own: from the first that nobody wrote, all of it goes.
      .replace(/`[^]*`/, (ticked) => {
        const made = [...ticked.matchAll(/`([^`]*)`/g)].find(
          ([, quoted = ""]) => !OWN.has(quoted) && !isWritten(quoted),
        );
        return made === undefined ? ticked : `${ticked.slice(0, made.index)}\`${redacted}\``;
      });
  // What an author throws is in no quotes: words of the template stay.
  const said = (message: string): string =>
    hide(message).replaceAll(/[^\s"'`]{3,}/g, (word) => (isWritten(word) ? word : redacted));
  const words = (list: readonly string[]): string[] =>
    list.map((message, i) => (list[i - 1] === "Function call 'throw' failed" ? said(message) : hide(message)));
  return { ...failure, messages: words(failure.messages), hidden: words(failure.hidden) };
}
