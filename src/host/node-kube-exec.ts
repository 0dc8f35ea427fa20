// Credentials that another program gives: run when they are needed, kept in memory until they end, never on disk.
import { tell, clusterCode } from "../source/index.ts";
import { spawn } from "node:child_process";
import { TransportFault, execInfo, readExecCredential } from "../cluster/index.ts";
import type { Connection, ExecCredential, ExecPlugin } from "../cluster/index.ts";

/** How long before its end a credential counts as ended. */
const margin = 10_000;
const mostOutput = 1 << 20;

export class ExecCredentials {
  readonly #plugin: ExecPlugin;
  readonly #connection: Connection;
  readonly #ca: string | undefined;
  #known: ExecCredential | undefined;
  #running: Promise<ExecCredential> | undefined;
  /** How often the program was run. */
  runs = 0;

  constructor(plugin: ExecPlugin, connection: Connection, ca: string | undefined) {
    this.#plugin = plugin;
    this.#connection = connection;
    this.#ca = ca;
  }

  /** One run for all who ask at once. */
  get(): Promise<ExecCredential> {
    const known = this.#known;
    if (known !== undefined && (known.expires === undefined || known.expires - margin > Date.now()))
      return Promise.resolve(known);
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
    return this.#running;
  }

  forget(): void {
    this.#known = undefined;
  }

  async #run(): Promise<ExecCredential> {
    const { command, args, env, interactiveMode, installHint } = this.#plugin;
    const isTerminal = process.stdin.isTTY === true;
    if (interactiveMode === "Always" && !isTerminal)
      throw new TransportFault(
        "credential",
        tell(clusterCode.credential, "the exec plugin {command} wants a terminal, and there is none", { command })
          .message,
      );
    const interactive = isTerminal && interactiveMode !== "Never";
    this.runs++;
    const info = execInfo(this.#plugin, this.#connection, this.#ca, interactive);
    const extra = Object.fromEntries(env.map(({ name, value }) => [name, value]));
    const output = await new Promise<string>((resolve, reject) => {
      const child = spawn(command, [...args], {
        env: { ...process.env, ...extra, KUBERNETES_EXEC_INFO: info },
        stdio: [interactive ? "inherit" : "ignore", "pipe", "inherit"],
      });
      let text = "";
      child.stdout?.setEncoding("utf8");
      child.stdout?.on("data", (chunk: string) => {
        text += chunk;
        if (text.length > mostOutput) child.kill();
      });
      child.on("error", (error: NodeJS.ErrnoException) => {
        const missing = error.code === "ENOENT";
        const message = missing
          ? `the exec plugin ${command} is not installed`
          : `the exec plugin ${command} cannot be run: ${error.code ?? "unknown"}`;
        reject(new TransportFault("credential", message, missing && installHint !== "" ? { hint: installHint } : {}));
      });
      child.on("close", (code, signal) => {
        if (code === 0) resolve(text);
        else
          reject(
            new TransportFault(
              "credential",
              tell(clusterCode.credential, "the exec plugin {command} failed {why}", {
                command,
                why: code === null ? `by ${signal}` : `with exit code ${code}`,
              }).message,
            ),
          );
      });
    });
    const credential = readExecCredential(output, this.#plugin);
    if (typeof credential === "string")
      throw new TransportFault(
        "credential",
        tell(clusterCode.credential, "the exec plugin {command} {credential}", { command, credential }).message,
      );
    this.#known = credential;
    return credential;
  }
}
