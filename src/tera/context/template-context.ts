import { fromJs } from "../value/convert.ts";
import { objectOf } from "../value/value.ts";
import type { Value } from "../value/value.ts";
import { isSecretName } from "./secret-name.ts";

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable of templates, the environment variable that may set it, and what it is otherwise. */
export interface VariableMapping {
  readonly name: string;
  readonly env: string;
  readonly default: string;
  readonly summary?: string;
}

/** The variables that every template has. */
export const standardVariables: readonly VariableMapping[] = [
  { name: "svc", env: "SERVICE_NAME", default: "clnrm", summary: "service name for OpenTelemetry resources" },
  { name: "env", env: "ENV", default: "ci", summary: "deployment environment (ci, staging, production)" },
  { name: "endpoint", env: "OTEL_ENDPOINT", default: "http://localhost:4318", summary: "OpenTelemetry collector" },
  {
    name: "exporter",
    env: "OTEL_TRACES_EXPORTER",
    default: "otlp",
    summary: "exporter (otlp, jaeger, zipkin, stdout)",
  },
  { name: "image", env: "CLNRM_IMAGE", default: "registry/clnrm:1.0.0", summary: "default container image" },
  {
    name: "freeze_clock",
    env: "FREEZE_CLOCK",
    default: "2025-01-01T00:00:00Z",
    summary: "time at which clocks stand still",
  },
  { name: "token", env: "OTEL_TOKEN", default: "", summary: "authentication token for the collector" },
];

export type VariableSource = "user" | "environment" | "default";

/** A variable with where its value came from. */
export interface ResolvedVariable {
  readonly name: string;
  readonly value: Value;
  readonly source: VariableSource;
  /** The environment variable that set it, or could have. */
  readonly env?: string;
  readonly secret: boolean;
}

export interface ContextOptions {
  /** Absent: that of this process, where there is one. */
  readonly env?: Environment;
  /** More variables that the environment may set, beyond the standard ones. */
  readonly mappings?: readonly VariableMapping[];
}

/**
 * The variables of a render. A variable that the user gives wins over one of the environment, and that over
 * the default. An environment variable that is set and empty is set.
 */
export class TemplateContext {
  readonly #env: Environment;
  readonly #vars = new Map<string, ResolvedVariable>();
  readonly #mappings = new Map<string, VariableMapping>();
  #matrix: Value = objectOf([]);
  #otel: Value = objectOf([]);

  constructor(options: ContextOptions = {}) {
    this.#env = options.env ?? processEnvironment();
  }

  /** A context with the standard variables, and those of `mappings`, resolved. */
  static withDefaults(options: ContextOptions = {}): TemplateContext {
    const context = new TemplateContext(options);
    for (const { name, env, default: byDefault } of [...(options.mappings ?? []), ...standardVariables]) {
      context.addVarWithPrecedence(name, env, byDefault);
    }
    return context;
  }

  /** Sets a variable that is not set yet: from the environment, or to the default. */
  addVarWithPrecedence(name: string, env: string, byDefault: unknown): this {
    this.#mappings.set(name, { name, env, default: String(byDefault) });
    if (this.#vars.has(name)) return this;
    const value = this.environment(env);
    if (value !== undefined) this.put(name, value, "environment", env);
    else this.put(name, fromJs(byDefault), "default", env);
    return this;
  }

  /** Sets variables whatever they were before. */
  mergeUserVars(vars: Readonly<Record<string, unknown>> | ReadonlyMap<string, unknown>): this {
    const entries = vars instanceof Map ? [...vars] : Object.entries(vars);
    for (const [name, value] of entries) this.put(name, fromJs(value), "user", this.#mappings.get(name)?.env);
    return this;
  }

  /** What templates see as `matrix`. */
  setMatrix(value: unknown): this {
    this.#matrix = fromJs(value);
    return this;
  }

  /** What templates see as `otel`. */
  setOtel(value: unknown): this {
    this.#otel = fromJs(value);
    return this;
  }

  get(name: string): Value | undefined {
    return this.#vars.get(name)?.value;
  }

  /** All variables, by name. */
  variables(): readonly ResolvedVariable[] {
    return [...this.#vars.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** An environment variable of this context. */
  environment(name: string): string | undefined {
    return Object.hasOwn(this.#env, name) ? this.#env[name] : undefined;
  }

  /** What an engine renders with: every variable by its name, and all of them under `vars`. */
  toValues(): ReadonlyMap<string, Value> {
    const values = new Map<string, Value>();
    for (const { name, value } of this.#vars.values()) values.set(name, value);
    const vars = objectOf(values);
    return new Map<string, Value>([...values, ["vars", vars], ["matrix", this.#matrix], ["otel", this.#otel]]);
  }

  private put(name: string, value: Value, source: VariableSource, env: string | undefined): void {
    const secret = isSecretName(name) || (env !== undefined && isSecretName(env));
    this.#vars.set(name, { name, value, source, secret, ...(env !== undefined && { env }) });
  }
}

/** The environment of this process; a browser has none. */
function processEnvironment(): Environment {
  const { process } = globalThis as { process?: { env?: Environment } };
  return process?.env ?? {};
}
