// Kubeconfig files: which entry wins, what a context says. Reading them, and the files they name, is the host's.
import { clusterCode, tell, advise } from "../../source/index.ts";
import { load } from "js-yaml";
import type { Diagnostic, Outcome, Told } from "../../source/index.ts";
import { isRecord, listAt, textAt } from "../kube-object.ts";

export interface KubeconfigFile {
  readonly path: string;
  readonly text: string;
}

interface Entry {
  readonly body: Readonly<Record<string, unknown>>;
  /** The file that holds it: paths in it are relative to its folder. */
  readonly file: string;
}

export interface Kubeconfig {
  readonly clusters: ReadonlyMap<string, Entry>;
  readonly users: ReadonlyMap<string, Entry>;
  readonly contexts: ReadonlyMap<string, Entry>;
  readonly currentContext: string;
  readonly files: readonly string[];
}

/** What a connection is made with. Paths are absolute, or relative to the working folder. */
export interface Connection {
  readonly context: string;
  readonly server: string;
  readonly namespace: string | undefined;
  readonly ca?: PemSource;
  readonly certificate?: PemSource;
  readonly key?: PemSource;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly basic?: { readonly username: string; readonly password: string };
  readonly exec?: ExecPlugin;
  readonly impersonate?: Impersonation;
  readonly insecure: boolean;
  readonly serverName?: string;
  readonly proxyUrl?: string;
  /** Who it is, for messages and for the cache. */
  readonly user: string;
}

export type PemSource = { readonly data: string } | { readonly file: string };

export interface ExecPlugin {
  readonly apiVersion: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly provideClusterInfo: boolean;
  readonly interactiveMode: "Never" | "IfAvailable" | "Always";
  readonly installHint: string;
  /** The file that asks for it. */
  readonly file: string;
}

interface Impersonation {
  readonly user: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: ReadonlyMap<string, readonly string[]>;
}

/** Several files as one: the first file's whole entry wins, fields are never mixed. */
export function mergeKubeconfigs(files: readonly KubeconfigFile[]): Outcome<Kubeconfig> {
  const diagnostics: Diagnostic[] = [];
  const out = {
    clusters: new Map<string, Entry>(),
    users: new Map<string, Entry>(),
    contexts: new Map<string, Entry>(),
  };
  let currentContext = "";
  for (const { path, text } of files) {
    let content: unknown;
    try {
      content = load(text);
    } catch (error) {
      // The parser quotes the line it stopped at, and that may hold a token.
      const mark = (error as { mark?: { line?: number } }).mark;
      const where = mark?.line === undefined ? "" : `, line ${mark.line + 1}`;
      diagnostics.push(wrong(tell(clusterCode.kubeconfig, "the kubeconfig {path} is no YAML{where}", { path, where })));
      continue;
    }
    if (content === null || content === undefined) continue;
    if (!isRecord(content)) {
      diagnostics.push(wrong(tell(clusterCode.kubeconfig, "the kubeconfig {path} is no mapping", { path })));
      continue;
    }
    for (const [list, body] of [
      ["clusters", "cluster"],
      ["users", "user"],
      ["contexts", "context"],
    ] as const) {
      const here = new Set<string>();
      for (const entry of listAt(content, list)) {
        const name = textAt(entry, "name");
        if (here.has(name))
          diagnostics.push(
            wrong(
              tell(clusterCode.kubeconfig, "the kubeconfig {path} has two {list} named {name}", {
                path,
                list,
                name: JSON.stringify(name),
              }),
            ),
          );
        here.add(name);
        const inner = isRecord(entry) ? entry[body] : undefined;
        if (!out[list].has(name)) out[list].set(name, { body: isRecord(inner) ? inner : {}, file: path });
      }
    }
    if (currentContext === "") currentContext = textAt(content, "current-context");
  }
  if (diagnostics.length > 0) return { diagnostics };
  return { value: { ...out, currentContext, files: files.map(({ path }) => path) }, diagnostics };
}

/** What a context says, checked as far as it can be without reading the files that it names. */
export function connectionOf(config: Kubeconfig, wanted?: string): Outcome<Connection> {
  const context = wanted ?? config.currentContext;
  const names = [...config.contexts.keys()];
  if (context === "")
    return failed(tell(clusterCode.noContext, "no context is chosen: the kubeconfig has no current-context"), {
      notes: contextNotes(names),
      hint: advise(clusterCode.noContext, "choose one with --context, or with kubectl config use-context"),
    });
  const chosen = config.contexts.get(context);
  if (chosen === undefined)
    return failed(
      tell(clusterCode.noContext, "there is no context {context} in the kubeconfig", {
        context: JSON.stringify(context),
      }),
      {
        notes: [...contextNotes(names), `files: ${config.files.join(", ") || "none"}`],
      },
    );
  const clusterName = textAt(chosen.body, "cluster");
  const userName = textAt(chosen.body, "user");
  const cluster = config.clusters.get(clusterName);
  const user = userName === "" ? { body: {}, file: chosen.file } : config.users.get(userName);
  if (cluster === undefined)
    return failed(
      tell(
        clusterCode.kubeconfig,
        "the context {context} names the cluster {clusterName}, which is not in the kubeconfig",
        { context, clusterName: JSON.stringify(clusterName) },
      ),
    );
  if (user === undefined)
    return failed(
      tell(clusterCode.kubeconfig, "the context {context} names the user {userName}, who is not in the kubeconfig", {
        context,
        userName: JSON.stringify(userName),
      }),
    );
  const server = textAt(cluster.body, "server").replace(/\/+$/, "");
  if (!/^https?:\/\/[^/]/.test(server) || !URL.canParse(server))
    return failed(
      tell(clusterCode.kubeconfig, "the cluster {clusterName} has no server address that begins with https://", {
        clusterName,
      }),
    );
  const ca = pem(cluster, "certificate-authority");
  const insecure = cluster.body["insecure-skip-tls-verify"] === true;
  if (insecure && ca !== undefined)
    return failed(
      tell(
        clusterCode.kubeconfig,
        "the cluster {clusterName} has a certificate authority and insecure-skip-tls-verify; only one of them can hold",
        { clusterName },
      ),
    );
  const credentials = credentialsOf(user, userName);
  if (credentials.value === undefined) return { diagnostics: credentials.diagnostics };
  const namespace = textAt(chosen.body, "namespace");
  const serverName = textAt(cluster.body, "tls-server-name");
  const proxyUrl = textAt(cluster.body, "proxy-url");
  return {
    value: {
      context,
      server,
      namespace: namespace === "" ? undefined : namespace,
      insecure,
      ...(ca && { ca }),
      ...(serverName !== "" && { serverName }),
      ...(proxyUrl !== "" && { proxyUrl }),
      ...credentials.value,
      user: userName,
    },
    diagnostics: [],
  };
}

type Credentials = Pick<Connection, "certificate" | "key" | "token" | "tokenFile" | "basic" | "exec" | "impersonate">;

function credentialsOf(user: Entry, name: string): Outcome<Credentials> {
  const { body } = user;
  const refuse = (text: string, hint?: string): Outcome<never> =>
    failed(tell(clusterCode.credential, "the user {name} {text}", { name, text }), hint === undefined ? {} : { hint });
  if (isRecord(body["auth-provider"])) {
    const provider = textAt(body, "auth-provider", "name");
    return refuse(
      `has an auth-provider${provider === "" ? "" : ` (${provider})`}, which Kubernetes has removed`,
      "use the exec plugin of your cloud, such as gke-gcloud-auth-plugin or kubelogin",
    );
  }
  const token = textAt(body, "token");
  const tokenFile = textAt(body, "tokenFile");
  const username = textAt(body, "username");
  if (username !== "" && (token !== "" || tokenFile !== "")) return refuse("has both a token and a password");
  const certificate = pem(user, "client-certificate");
  const key = pem(user, "client-key");
  if ((certificate === undefined) !== (key === undefined))
    return refuse(
      certificate === undefined
        ? "has a client key without its certificate"
        : "has a client certificate without its key",
    );
  const impersonate = impersonationOf(body);
  if (impersonate !== undefined && impersonate.user === "")
    return refuse("has as-groups, as-uid or as-user-extra without a user to act as (as)");
  // A token that is written down wins, and the plugin never runs.
  const exec =
    isRecord(body["exec"]) && token === "" && tokenFile === "" ? execOf(user, body["exec"], name) : undefined;
  if (exec !== undefined && exec.value === undefined) return { diagnostics: exec.diagnostics };
  return {
    value: {
      ...(certificate && { certificate }),
      ...(key && { key }),
      ...(tokenFile !== "" ? { tokenFile: besides(user.file, tokenFile) } : token !== "" ? { token } : {}),
      ...(username !== "" && { basic: { username, password: textAt(body, "password") } }),
      ...(exec?.value && { exec: exec.value }),
      ...(impersonate && { impersonate }),
    },
    diagnostics: [],
  };
}

function execOf(user: Entry, exec: Readonly<Record<string, unknown>>, name: string): Outcome<ExecPlugin> {
  const apiVersion = textAt(exec, "apiVersion");
  const command = textAt(exec, "command");
  const refuse = (text: string): Outcome<never> =>
    failed(tell(clusterCode.execPlugin, "the exec plugin of the user {name} {text}", { name, text }));
  if (!/^client\.authentication\.k8s\.io\/v1(beta1)?$/.test(apiVersion))
    return refuse(
      `wants the apiVersion ${JSON.stringify(apiVersion)}; v1 and v1beta1 of client.authentication.k8s.io are known`,
    );
  if (command === "") return refuse("has no command");
  const mode = textAt(exec, "interactiveMode");
  if (mode === "" && apiVersion.endsWith("/v1")) return refuse("has no interactiveMode, which v1 requires");
  if (mode !== "" && mode !== "Never" && mode !== "IfAvailable" && mode !== "Always")
    return refuse(`has the interactiveMode ${JSON.stringify(mode)}; Never, IfAvailable and Always are known`);
  return {
    value: {
      apiVersion,
      command: /[/\\]/.test(command) ? besides(user.file, command) : command,
      args: listAt(exec, "args").map(String),
      env: listAt(exec, "env").map((entry) => ({ name: textAt(entry, "name"), value: textAt(entry, "value") })),
      provideClusterInfo: exec["provideClusterInfo"] === true,
      interactiveMode: mode === "" ? "IfAvailable" : (mode as ExecPlugin["interactiveMode"]),
      installHint: textAt(exec, "installHint"),
      file: user.file,
    },
    diagnostics: [],
  };
}

function impersonationOf(body: Readonly<Record<string, unknown>>): Impersonation | undefined {
  const groups = listAt(body, "as-groups").map(String);
  const extra = new Map<string, readonly string[]>();
  for (const [name, values] of Object.entries(isRecord(body["as-user-extra"]) ? body["as-user-extra"] : {}))
    extra.set(name, Array.isArray(values) ? values.map(String) : []);
  const user = textAt(body, "as");
  const uid = textAt(body, "as-uid");
  return user === "" && uid === "" && groups.length === 0 && extra.size === 0
    ? undefined
    : { user, uid, groups, extra };
}

/** The data beats the file. */
function pem({ body, file }: Entry, name: string): PemSource | undefined {
  const data = textAt(body, `${name}-data`);
  if (data !== "") return { data };
  const path = textAt(body, name);
  return path === "" ? undefined : { file: besides(file, path) };
}

/** Paths in a file are relative to its folder. */
function besides(file: string, path: string): string {
  if (/^(?:[/\\]|[A-Za-z]:)/.test(path)) return path;
  const cut = Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\"));
  return cut < 0 ? path : `${file.slice(0, cut)}/${path}`;
}

function contextNotes(names: readonly string[]): string[] {
  return names.length === 0 ? ["the kubeconfig has no contexts"] : [`contexts: ${[...names].sort().join(", ")}`];
}

const wrong = (told: Told): Diagnostic => ({ ...told, severity: "error" });

function failed(told: Told, more: Partial<Diagnostic> = {}): Outcome<never> {
  return { diagnostics: [{ ...told, severity: "error", ...more }] };
}
