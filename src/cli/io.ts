import type { Files } from "../cue/load/index.ts";
import type { PackageCache } from "../pipeline/index.ts";
import type { OpenSecretCluster } from "../secrets/index.ts";

/** Everything a command may touch outside itself; tests and the conformance runner bring their own. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Data. */
  stdout(data: string | Uint8Array): void;
  /** Logs, progress and diagnostics. */
  stderr(text: string): void;
  stdin(): Uint8Array;
  isTerminal(stream: "stdout" | "stderr"): boolean;
  /** Milliseconds, for progress and timings alone; results never depend on it. */
  clock(): number;
  /** What the pipeline reads instead of the disk: another revision. */
  readonly files?: Files;
  /** Several sessions of one command parse and compile packages once: the first leaves them here. */
  readonly shared?: { packages?: PackageCache };
  /** Opens the cluster of a release, for the Secrets in it; absent: there is none to be reached from here. */
  readonly secretCluster?: OpenSecretCluster;
  /** Whether a command that waits for changes should end; absent: when its process is interrupted. */
  stopped?(): boolean;
  /** This is a machine with kubeconfigs: clusters may be asked for values. */
  readonly reachesClusters?: boolean;
}
