// Interfaces (SEC-10): what components provide and require, and who binds it: the platform, a release, a bundle.
import { afterAll, describe, expect, test } from "vitest";
import { CANARY, COMPONENT, MODULE, base64, leaksIn, opm, removeFolders } from "./secrets-fixture.ts";
import type { Files, Ran } from "./secrets-fixture.ts";

afterAll(removeFolders);

const secretRef = '{source: "k8s", path: "s", remoteKey: "k"}';
const INTERFACES: readonly (readonly [string, string, string, Record<string, string>])[] = [
  ["Postgres", `host: "h", dbName: "d", username: "u", password: ${secretRef}`, "port", { port: "5432" }],
  ["Mysql", `host: "h", dbName: "d", username: "u", password: ${secretRef}`, "port", { port: "3306" }],
  ["Redis", 'host: "h"', "port", { port: "6379" }],
  ["HttpServer", 'host: "h", port: 80', "path", { path: "/" }],
  ["GrpcServer", 'host: "h", port: 9000', "port", { port: "9000" }],
  ["TcpServer", 'host: "h", port: 7000', "port", { port: "7000" }],
];

const requiring = (name: string, field: string): Files => ({
  "module.cue": MODULE("\n"),
  "components.cue": COMPONENT(
    `env: {H: value: requires.it.host, V: value: "\\(requires.it.${field})"}`,
    `requires: it: interfaces.#${name}`,
    '"opmodel.dev/interfaces@v0"',
  ),
  "platform/cue.mod/module.cue": `module: "example.com/platform@v0"\nlanguage: version: "v0.15.0"\n`,
});
const platform = (given: string): Files => ({
  "platform/platform.cue": `package platform\nbindings: shop: web: requires: it: {${given}}\n`,
});
const withPlatform = ["mod", "build", ".", "-o", "json", "--platform", "platform"];
const variables = (ran: Ran, deployment = "web"): Record<string, string> =>
  Object.fromEntries(
    (
      ran.objects[`Deployment/${deployment}`].spec.template.spec.containers[0].env as { name: string; value: string }[]
    ).map(({ name, value }) => [name, value]),
  );

describe.each(INTERFACES)("#%s", (name, given, field, values) => {
  test("bound by the platform, with its defaults; unfulfilled and ill-typed otherwise", async () => {
    const files = requiring(name, field);
    const bound = await opm(withPlatform, { ...files, ...platform(given) });
    expect(bound.err).toBe("");
    expect(variables(bound)).toEqual({ H: "h", V: Object.values(values)[0] });
    const fqn = new RegExp(
      `component web requires opmodel\\.dev/interfaces/\\w+@v0#${name} as it, and nothing fulfils it`,
    );
    const open = await opm(["mod", "build", "."], files);
    expect(open.exit).toBe(2);
    expect(open.err).toContain("OPM1303");
    expect(open.err).toMatch(fqn);
    expect(open.err).toMatch(/components\.cue:\d+:\d+ required here/);
    const wrong = await opm(withPlatform, { ...files, ...platform(given.replace('host: "h"', "host: 5")) });
    expect(wrong.exit).toBe(2);
    expect(wrong.out).toBe("");
    expect(wrong.err).toContain("requires.it.host");
    expect(wrong.err).toContain("platform/platform.cue:2");
    expect(wrong.err).toMatch(/\w+\.cue:\d+:\d+[\s\S]*\w+\.cue:\d+:\d+/);
  });
});

describe("components of one module", () => {
  const component = (name: string, more: string, container = ""): string => `
#components: "${name}": {
	workload_resources.#Container
	metadata: labels: "core.opmodel.dev/workload-type": "stateless"
	${more}
	spec: container: {name: "${name}", image: "example.com/${name}:1", ${container}}
}
`;
  const files = (...components: string[]): Files => ({
    "module.cue": MODULE('\n\tpassword: schemas.#Secret & {$secretName: "pg", $dataKey: "password"}\n'),
    "values.cue": `package main\nvalues: password: value: "${CANARY}"\n`,
    "components.cue": `package main
import (
	workload_resources "opmodel.dev/resources/workload@v0"
	"opmodel.dev/interfaces@v0"
)
_uses: interfaces.#Postgres
${components.join("")}`,
  });
  const provides = (name: string): string =>
    component(
      name,
      `provides: main: interfaces.#Postgres & {host: "${name}.local", dbName: "d", username: "u", password: #config.password}`,
    );
  const env = "env: {H: value: requires.db.host, P: from: requires.db.password}";

  test("refer to each other directly, and share the Secret", async () => {
    const ran = await opm(
      ["mod", "build", ".", "-o", "json", "--reveal=always"],
      files(provides("pg"), component("api", "requires: db: interfaces.#Postgres & #components.pg.provides.main", env)),
    );
    expect(ran.err).toBe("");
    expect(variables(ran, "api")["H"]).toBe("pg.local");
    expect(ran.objects["Secret/pg"].data).toEqual({ password: base64(CANARY) });
  });

  test("one that provides it is named in the hint; several are ambiguous (OPM1304)", async () => {
    const one = await opm(
      ["mod", "build", "."],
      files(provides("pg"), component("api", "requires: db: interfaces.#Postgres", env)),
    );
    expect(one.exit).toBe(2);
    expect(one.err).toContain("OPM1303");
    expect(one.err).toContain("requires: db: #components.pg.provides.main");
    const two = await opm(
      ["mod", "build", "."],
      files(provides("pg"), provides("pg2"), component("api", "requires: db: interfaces.#Postgres", env)),
    );
    expect(two.exit).toBe(2);
    expect(two.err).toContain("OPM1304");
    expect(two.err).toContain("pg.provides.main provides it");
    expect(two.err).toContain("pg2.provides.main provides it");
    expect(two.err).toContain("required here");
    expect(leaksIn(one.err + two.err)).toEqual([]);
  });
});

describe("a release's own bindings", () => {
  const files = (bindings: string): Files => ({
    ...requiring("Redis", "port"),
    "components.cue": COMPONENT(
      "env: P: from: requires.cache.password",
      "requires: cache: interfaces.#Redis",
      '"opmodel.dev/interfaces@v0"',
    ),
    "releases/releases.cue": `package releases
import (
	"opmodel.dev/core@v0"
	shop "example.com/shop@v0:main"
)
one: core.#ModuleRelease & {
	metadata: {name: "one", namespace: "apps"}
	#module: shop
	#bindings: ${bindings}
}
`,
  });
  const words = ["release", "build", "releases"];

  test("are secret where the interface is", async () => {
    const ran = await opm(words, files(`web: requires: cache: {host: "r", password: value: "${CANARY}"}`));
    expect(ran.exit).toBe(0);
    expect(ran.out).toContain("kind: Secret");
    expect(leaksIn(ran.out + ran.err)).toEqual([]);
    const leak = await opm(words, {
      ...files(`web: requires: cache: {host: "r", password: value: "${CANARY}"}`),
      "components.cue": COMPONENT(
        'args: ["\\(requires.cache.password.value)"]',
        "requires: cache: interfaces.#Redis",
        '"opmodel.dev/interfaces@v0"',
      ),
    });
    expect(leak.exit).toBe(2);
    expect(leak.err).toContain("OPM5011");
    expect(leaksIn(leak.out + leak.err)).toEqual([]);
    const tagged = await opm(
      [...words, "-o", "json", "--reveal=always"],
      files('web: requires: cache: {host: "r", password: _ @env(PW)}'),
      { PW: CANARY },
    );
    expect(tagged.err).toBe("");
    expect(tagged.objects["Secret/redis"].data).toEqual({ password: base64(CANARY) });
  });

  test("for nothing are refused (OPM1305), and so are those that the platform contradicts", async () => {
    const unknown = await opm(words, files('web: requires: cach: host: "r"'));
    expect(unknown.exit).toBe(2);
    expect(unknown.err).toContain("OPM1305");
    expect(unknown.err).toContain("the release binds web.requires.cach, which the module does not require");
    expect(unknown.err).toContain("did you mean cache?");
    const both = await opm([...words, "--platform", "platform"], {
      ...files(`web: requires: cache: {host: "here", password: ${secretRef}}`),
      "platform/platform.cue": 'package platform\nbindings: shop: web: requires: cache: host: "there"\n',
    });
    expect(both.exit).toBe(2);
    expect(both.err).toContain("platform/platform.cue:2");
    expect(both.err).toContain("releases/releases.cue:9");
  });
});

describe("modules of a bundle", () => {
  const PACKAGE = (instances: string, more = "", release = ""): Files => ({
    "cue.mod/module.cue":
      `module: "example.com/shop@v0"\nlanguage: version: "v0.15.0"\n` +
      `deps: {\n${["core", "schemas", "resources", "interfaces"].map((m) => `\t"opmodel.dev/${m}@v0": v: "v0.3.0"`).join("\n")}\n}\n`,
    "module.cue": "package main\n",
    "components.cue": "package main\n",
    "bundle.cue": `package main
import (
	"opmodel.dev/core@v0"
	"opmodel.dev/schemas@v0"
	"opmodel.dev/interfaces@v0"
	workload_resources "opmodel.dev/resources/workload@v0"
)
let stateless = {
	workload_resources.#Container
	metadata: labels: "core.opmodel.dev/workload-type": "stateless"
}
database: core.#Module & {
	metadata: {apiVersion: "example.com/database@v0", name: "database", version: "0.1.0"}
	#config: {
		host: string
		port: int | *5432
		password: schemas.#Secret & {$secretName: "pg", $dataKey: "pw"}
	}
	#components: pg: stateless & {
		provides: main: interfaces.#Postgres & {
			host:     #config.host
			port:     #config.port
			dbName:   "shop"
			username: "shop"
			password: #config.password
		}
		spec: container: {name: "pg", image: "example.com/pg:1", env: P: from: #config.password}
	}
}
api: core.#Module & {
	metadata: {apiVersion: "example.com/api@v0", name: "api", version: "0.1.0"}
	#config: {}
	#components: web: stateless & {
		requires: db: interfaces.#Postgres ${more}
		spec: container: {
			name:  "web"
			image: "example.com/web:1"
			env: {H: value: "\\(requires.db.host):\\(requires.db.port)", P: from: requires.db.password}
		}
	}
}
shop: core.#Bundle & {
	metadata: {apiVersion: "example.com/shop@v0", name: "shop"}
	#modules: {"api": api, "database": database}
	#config: {password: string | *"${CANARY}"}
	#instances: {
		${instances}
	}
}
${release}
`,
  });
  const primary = 'primary: {module: "database", values: {host: "pg.data", password: value: #config.password}}';
  const second = 'second: {module: "database", values: {host: "pg2.data", password: value: #config.password}}';
  const words = ["bundle", "build", ".", "-o", "json"];

  test("the one that provides it is bound, with its secret as the receiver's own", async () => {
    const ran = await opm([...words, "--reveal=always"], PACKAGE(`api: {}\n\t\t${primary}`));
    expect(ran.err).toBe("");
    expect(variables(ran)["H"]).toBe("pg.data:5432");
    expect(ran.objects["Secret/pg"].data).toEqual({ pw: base64(CANARY) });
    expect(ran.objects["Secret/postgres"].data).toEqual({ password: base64(CANARY) });
    const masked = await opm(words, PACKAGE(`api: {}\n\t\t${primary}`));
    expect(masked.exit).toBe(0);
    expect(leaksIn(masked.out + masked.err)).toEqual([]);
  });

  test("who provides it comes first, whatever is written first", async () => {
    const ran = await opm(["bundle", "tree", "."], PACKAGE(`api: {}\n\t\t${primary}`));
    expect(ran.err).toBe("");
    expect(ran.out.indexOf("primary")).toBeLessThan(ran.out.indexOf("api "));
    const own = await opm(
      ["bundle", "tree", "."],
      PACKAGE(
        `api: bindings: web: requires: db: {host: "own", dbName: "d", username: "u", password: ${secretRef}}\n\t\t${primary}`,
      ),
    );
    expect(own.out.indexOf("primary")).toBeGreaterThan(own.out.indexOf("api "));
  });

  test("what an environment says of the provider reaches the receiver; release build does the same", async () => {
    const release = `shopRelease: core.#BundleRelease & {
	metadata: name: "shop"
	#bundle: shop
	#environment: {metadata: name: "eu", namespace: "eu", values: port: 6000}
	values: {}
}
environments: eu: {metadata: name: "eu", namespace: "eu", values: port: 6000}`;
    const api = core(`api: environment: {metadata: name: "here", namespace: "here"}\n\t\t${primary}`, release);
    const built = await opm([...words, "shopRelease"], api);
    expect(built.exit).toBe(0);
    expect(variables(built)["H"]).toBe("pg.data:6000");
    const released = await opm(["release", "build", ".", "shopRelease", "-o", "json"], api);
    expect(released.err).not.toContain("error");
    expect(variables(released)["H"]).toBe("pg.data:6000");
    expect(leaksIn(built.out + built.err + released.out + released.err)).toEqual([]);
  });
  const core = (instances: string, release: string): Files => PACKAGE(instances, "", release);

  test("several are ambiguous (OPM1304), and the bundle may choose", async () => {
    const two = await opm(words, PACKAGE(`api: {}\n\t\t${primary}\n\t\t${second}`));
    expect(two.exit).toBe(2);
    expect(two.out).toBe("");
    expect(two.err).toContain("OPM1304");
    expect(two.err).toContain("several provide it: primary.pg.main, second.pg.main");
    expect(two.err).toContain("required here");
    expect(two.err).toContain('providers: web: db: "primary.pg.main"');
    expect(leaksIn(two.err)).toEqual([]);
    for (const wanted of ["second", "second.pg.main"]) {
      const chosen = await opm(words, PACKAGE(`api: providers: web: db: "${wanted}"\n\t\t${primary}\n\t\t${second}`));
      expect(chosen.exit).toBe(0);
      expect(variables(chosen)["H"]).toBe("pg2.data:5432");
    }
  });

  test("a choice that there is not, or that nobody asked for", async () => {
    const none = await opm(words, PACKAGE(`api: providers: web: db: "secnd"\n\t\t${primary}\n\t\t${second}`));
    expect(none.exit).toBe(2);
    expect(none.err).toContain("OPM1303");
    expect(none.err).toContain("from secnd, which does not provide it");
    expect(none.err).toContain("did you mean second?");
    const stray = await opm(words, PACKAGE(`api: providers: web: bd: "primary"\n\t\t${primary}`));
    expect(stray.exit).toBe(2);
    expect(stray.err).toContain("OPM1305");
    expect(stray.err).toContain("did you mean web.db?");
  });

  test("nobody provides it (OPM1303)", async () => {
    const ran = await opm(words, PACKAGE("api: {}"));
    expect(ran.exit).toBe(2);
    expect(ran.err).toContain("OPM1303");
    expect(ran.err).toContain("nothing fulfils it");
  });

  test("what is provided does not fit: both places", async () => {
    const ran = await opm(words, PACKAGE(`api: {}\n\t\t${primary}`, "& {port: 5433}"));
    expect(ran.exit).toBe(2);
    expect(ran.err).toContain("requires.db.port");
    expect(ran.err).toMatch(/bundle\.cue:\d+:\d+[\s\S]*bundle\.cue:\d+:\d+/);
    expect(leaksIn(ran.out + ran.err)).toEqual([]);
  });

  test("bindings of an instance win over what others provide", async () => {
    const given = `bindings: web: requires: db: {host: "own", dbName: "d", username: "u", password: ${secretRef}}`;
    const ran = await opm(words, PACKAGE(`api: ${given}\n\t\t${primary}`));
    expect(ran.exit).toBe(0);
    expect(variables(ran)["H"]).toBe("own:5432");
  });

  test("a circle is told", async () => {
    const files = PACKAGE(`api: {}\n\t\t${primary}`);
    const circular = {
      ...files,
      "bundle.cue": files["bundle.cue"]!.replace(
        "#components: pg: stateless & {",
        "#components: pg: stateless & {\n\t\trequires: front: interfaces.#HttpServer",
      ).replace(
        "requires: db: interfaces.#Postgres",
        "provides: front: interfaces.#HttpServer & {host: requires.db.host, port: 80}\n\t\trequires: db: interfaces.#Postgres",
      ),
    };
    const ran = await opm(words, circular);
    expect(ran.exit).toBe(2);
    expect(ran.err).toContain("OPM1612");
    expect(ran.err).toContain("instances of shop wait for each other: api → primary → api");
    expect(leaksIn(ran.out + ran.err)).toEqual([]);
  });
});

describe("PIPE-6: fields of interfaces are there", () => {
  const files = requiring("Redis", "port");
  const errors = (err: string): string[] => err.match(/^error\[.*$/gm) ?? [];

  test("one that the binding lacks is told alone, where it is bound", async () => {
    const { exit, err } = await opm(withPlatform, { ...files, ...platform("port: 1") });
    expect(exit).toBe(2);
    expect(errors(err)).toEqual(["error[OPM1303]: what is bound as web.requires.it lacks host"]);
    expect(err).toContain("platform/platform.cue:2");
  });

  test("one that is misspelt has the nearest name, in the component and in the binding", async () => {
    const bound = await opm(withPlatform, { ...files, ...platform('hots: "h"') });
    expect(bound.err).toContain("hint: did you mean host?");
    const read = {
      ...files,
      "components.cue": files["components.cue"]!.replace("requires.it.host", "requires.it.hots"),
    };
    const { exit, err } = await opm(withPlatform, { ...read, ...platform('host: "h"') });
    expect(exit).toBe(2);
    expect(err).toContain("undefined field: hots");
    expect(err).toContain("hint: did you mean host?");
  });

  test("ENV-4: an environment binds them for one module, over nothing else", async () => {
    const environments = `package main\nimport "opmodel.dev/core@v0"\nenvironments: [Name=string]: core.#Environment & {metadata: name: Name}\nenvironments: {
\tdev: modules: shop: bindings: web: requires: it: {host: "dev.example.com", port: 6380}
\tprod: modules: shop: bindings: web: requires: it: host: "prod.example.com"
\tother: {}\n}\n`;
    const build = (name: string) =>
      opm(["mod", "build", ".", "-o", "json", "-e", name], { ...files, "environments.cue": environments });
    expect(variables(await build("dev"))).toEqual({ H: "dev.example.com", V: "6380" });
    expect(variables(await build("prod"))).toEqual({ H: "prod.example.com", V: "6379" });
    const other = await build("other");
    expect(other.exit).toBe(2);
    expect(other.err).toContain("OPM1303");
  });
});
