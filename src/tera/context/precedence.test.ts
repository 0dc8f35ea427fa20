// The precedence of variables, requirement by requirement (TPL-2, TPL-3, TPL-5); names are those of the origin's suite.
import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { renderInContext, renderTemplate } from "../api/render-template.ts";
import { standardVariables, TemplateContext } from "./template-context.ts";

function render(text: string, env: Record<string, string> = {}, vars: Record<string, unknown> = {}): string {
  const result = renderTemplate(text, vars, { env });
  return result.ok ? result.output : `error: ${result.error.messages.at(-1)}`;
}

const table = [
  ["svc", "SERVICE_NAME", "clnrm", "service_name"],
  ["env", "ENV", "ci", "env"],
  ["endpoint", "OTEL_ENDPOINT", "http://localhost:4318", "otel_endpoint"],
  ["exporter", "OTEL_TRACES_EXPORTER", "otlp", "otel_traces_exporter"],
  ["image", "CLNRM_IMAGE", "registry/clnrm:1.0.0", "clnrm_image"],
  ["freeze_clock", "FREEZE_CLOCK", "2025-01-01T00:00:00Z", "freeze_clock"],
  ["token", "OTEL_TOKEN", "", "otel_token"],
] as const;

describe("environment variable resolution", () => {
  for (const [name, env, byDefault, label] of table) {
    test(`test_${label}_env_resolution`, () => {
      expect(render(`x = "{{ ${name} }}"`, { [env]: "from-env" })).toBe('x = "from-env"');
    });
    test(`test_${label}_default_${name === "token" ? "empty_" : ""}when_no_env`, () => {
      expect(render(`x = "{{ ${name} }}"`)).toBe(`x = "${byDefault}"`);
    });
    test(`${env} set but empty counts as set`, () => {
      expect(render(`[{{ ${name} }}]`, { [env]: "" })).toBe("[]");
    });
  }

  test("the seven standard variables and no more", () => {
    expect(standardVariables.map((v) => [v.name, v.env, v.default])).toEqual(table.map((row) => row.slice(0, 3)));
  });

  test("test_precedence_template_vars_override_env", () => {
    const env = { SERVICE_NAME: "env-service" };
    expect(render("{{ svc }}", env, { svc: "template-service" })).toBe("template-service");
  });

  test("test_precedence_env_overrides_defaults", () => {
    expect(render("{{ svc }}", { SERVICE_NAME: "env-service" })).toBe("env-service");
  });

  test("test_all_env_variables_in_single_template", () => {
    const env = Object.fromEntries(table.map(([name, variable]) => [variable, `${name}-value`]));
    const text = table.map(([name]) => `{{ ${name} }}`).join("|");
    expect(render(text, env)).toBe(table.map(([name]) => `${name}-value`).join("|"));
  });

  test("test_template_context_direct_env_resolution", () => {
    const context = TemplateContext.withDefaults({ env: { ENV: "staging" } });
    expect(context.get("env")).toBe("staging");
    expect(context.get("svc")).toBe("clnrm");
  });

  test("test_add_var_with_precedence_respects_existing_var", () => {
    const context = new TemplateContext({ env: { SERVICE_NAME: "env" } }).mergeUserVars({ svc: "mine" });
    expect(context.addVarWithPrecedence("svc", "SERVICE_NAME", "clnrm").get("svc")).toBe("mine");
  });

  test("test_add_var_with_precedence_uses_env_over_default", () => {
    const context = new TemplateContext({ env: { SERVICE_NAME: "env" } });
    expect(context.addVarWithPrecedence("svc", "SERVICE_NAME", "clnrm").get("svc")).toBe("env");
  });

  test("test_add_var_with_precedence_uses_default_when_no_env", () => {
    const context = new TemplateContext({ env: {} });
    expect(context.addVarWithPrecedence("svc", "SERVICE_NAME", "clnrm").get("svc")).toBe("clnrm");
  });

  test("test_complex_template_with_env_and_conditionals", () => {
    const text = '{% if token != "" %}auth{% endif %}{% if env == "production" %}!{% endif %}';
    expect(render(text, { OTEL_TOKEN: "t", ENV: "production" })).toBe("auth!");
    expect(render(text)).toBe("");
  });

  test("more mappings by configuration", () => {
    const mappings = [{ name: "region", env: "REGION", default: "eu" }];
    const at = (env: Record<string, string>): unknown => {
      const result = renderTemplate("{{ region }}/{{ svc }}", {}, { env, mappings });
      return result.ok && result.output;
    };
    expect(at({})).toBe("eu/clnrm");
    expect(at({ REGION: "us" })).toBe("us/clnrm");
  });
});

describe("template variables", () => {
  test("test_vars_section_renders_to_flat_toml", () => {
    expect(parse(render('[meta]\nname = "{{ svc }}_test"\n'))).toEqual({ meta: { name: "clnrm_test" } });
  });

  test("test_variable_precedence_template_over_defaults", () => {
    expect(render("{{ svc }}", {}, { svc: "mine" })).toBe("mine");
  });

  test("test_default_values_used_when_no_user_vars", () => {
    expect(render("{{ svc }}/{{ env }}/{{ exporter }}")).toBe("clnrm/ci/otlp");
  });

  test("test_no_prefix_variable_access", () => {
    expect(render("{{ endpoint }}")).toBe("http://localhost:4318");
  });

  test("test_namespaced_variable_access", () => {
    expect(render("{{ vars.svc }} {{ vars.extra }}", {}, { extra: 1 })).toBe("clnrm 1");
  });

  test("test_conditional_rendering_with_empty_token", () => {
    expect(render('{% if token != "" %}auth{% else %}none{% endif %}')).toBe("none");
  });

  test("test_conditional_rendering_with_token", () => {
    expect(render('{% if token != "" %}Bearer {{ token }}{% endif %}', {}, { token: "abc" })).toBe("Bearer abc");
  });

  test("test_template_context_top_level_injection", () => {
    const values = TemplateContext.withDefaults({ env: {} }).toValues();
    expect([...values.keys()]).toEqual(expect.arrayContaining(["svc", "token", "vars", "matrix", "otel"]));
  });

  test("matrix and otel are namespaces, and a variable of their name does not hide them", () => {
    const result = renderTemplate(
      "{{ matrix.os.0 }} {{ otel.ratio }} {{ vars.otel }}",
      { otel: "mine" },
      {
        env: {},
        matrix: { os: ["linux"] },
        otel: { ratio: 0.5 },
      },
    );
    expect(result.ok && result.output).toBe("linux 0.5 mine");
  });

  test("test_complete_precedence_chain_realistic", () => {
    const env = { SERVICE_NAME: "env-svc", ENV: "staging" };
    expect(render("{{ svc }}/{{ env }}/{{ exporter }}", env, { svc: "user-svc" })).toBe("user-svc/staging/otlp");
  });

  test("test_missing_variable_error", () => {
    expect(render("{{ nope }}")).toBe("error: Variable `nope` not found in context while rendering '__tera_one_off'");
  });

  test("test_variables_in_control_flow", () => {
    expect(render("{% for c in svc %}{{ c }}.{% endfor %}", {}, { svc: "abc" })).toBe("a.b.c.");
  });

  test("test_template_context_with_defaults: what came from where", () => {
    const context = TemplateContext.withDefaults({ env: { ENV: "qa" } }).mergeUserVars({ svc: "x" });
    const sources = Object.fromEntries(context.variables().map((v) => [v.name, v.source]));
    expect(sources).toMatchObject({ svc: "user", env: "environment", image: "default" });
    expect(context.variables().find((v) => v.name === "token")?.secret).toBe(true);
  });

  test("a context of one's own", () => {
    const context = new TemplateContext({ env: {} }).mergeUserVars({ a: { b: [1, 2.5, 1n] } });
    const result = renderInContext("{{ a.b.1 }}{{ vars.a.b.2 }}", context);
    expect(result.ok && result.output).toBe("2.51");
  });

  test("an environment is read by its own names alone", () => {
    expect(render("{{ x }}", {}, {})).toContain("not found");
    const context = new TemplateContext({ env: {} }).addVarWithPrecedence("p", "toString", "none");
    expect(context.get("p")).toBe("none");
  });
});

const example2 = `[meta]
name = "{{ svc }}_test"

[otel]
endpoint = "{{ endpoint }}"

[otel.resources]
"service.name" = "{{ svc }}"
"deployment.environment" = "{{ env }}"

{% if token != "" %}
[otel.headers]
"Authorization" = "Bearer {{ token }}"
{% endif %}
`;

describe("the examples of the origin's guide", () => {
  test("example 1: defaults", () => {
    const text = '[meta]\nname = "{{ svc }}_test"\n\n[otel.resources]\n"deployment.environment" = "{{ env }}"\n';
    expect(render(text)).toBe('[meta]\nname = "clnrm_test"\n\n[otel.resources]\n"deployment.environment" = "ci"\n');
  });

  test("example 2: production by environment variables", () => {
    const env = {
      SERVICE_NAME: "payment-service",
      ENV: "production",
      OTEL_ENDPOINT: "http://otel.prod.example.com:4318",
      OTEL_TOKEN: "prod-api-key-xyz",
    };
    expect(parse(render(example2, env))).toEqual({
      meta: { name: "payment-service_test" },
      otel: {
        endpoint: "http://otel.prod.example.com:4318",
        resources: { "service.name": "payment-service", "deployment.environment": "production" },
        headers: { Authorization: "Bearer prod-api-key-xyz" },
      },
    });
  });

  test("example 3: user variables win, the environment is ignored", () => {
    const env = { SERVICE_NAME: "env-service", ENV: "staging" };
    expect(render("{{ svc }} {{ env }}", env, { svc: "user-service", env: "development" })).toBe(
      "user-service development",
    );
  });

  test("test_rendered_toml_is_parseable", () => {
    expect(() => parse(render(example2))).not.toThrow();
  });

  test("migration: env() with a default still works", () => {
    const text = '{{ env(name="OTEL_ENDPOINT") | default(value="http://localhost:4318") }}';
    expect(render(text)).toBe("http://localhost:4318");
    expect(render(text, { OTEL_ENDPOINT: "http://x" })).toBe("http://x");
  });

  test("results, never exceptions", () => {
    const result = renderTemplate("{% if %}", {}, { env: {} });
    expect(result).toMatchObject({ ok: false, error: { stage: "parse" } });
    expect(result.diagnostics[0]).toMatchObject({ code: "OPM6001", severity: "error" });
  });
});
