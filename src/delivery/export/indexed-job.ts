import type { Exported } from "./gitops-objects.ts";

interface JobOptions {
  readonly name: string;
  readonly namespace?: string;
  readonly image: string;
  readonly shards: number;
  /** Arguments of `release build`, without `--shard`. */
  readonly args: readonly string[];
  /** `oci://…`: renders of all shards, and where each pushes its part. */
  readonly cache?: string;
  readonly push?: string;
  /** A claim with the repository, mounted at /repository. */
  readonly claim?: string;
  readonly parallelism: number;
  readonly backoff: number;
}

/**
 * An Indexed Job: one index for each shard. A shard that is killed runs again, alone; one whose input is wrong (exit code
 * 2) fails its index at once, because another try would end the same.
 */
export function indexedJob(options: JobOptions): Exported {
  const { name, namespace, image, shards, args, cache, push, claim, parallelism, backoff } = options;
  const quoted = args.map((arg) => `'${arg.replaceAll("'", `'\\''`)}'`).join(" ");
  const part = `--shard "$((JOB_COMPLETION_INDEX + 1))/${shards}"`;
  const out = claim === undefined ? "/tmp/out" : `/repository/out/shard-$((JOB_COMPLETION_INDEX + 1))`;
  const lines = [
    `opm release build ${quoted} ${part} --out-dir "${out}"${cache === undefined ? "" : ` --cache '${cache}'`}`,
    ...(push === undefined ? [] : [`opm push "${out}" "${push}-shard-$((JOB_COMPLETION_INDEX + 1))-of-${shards}"`]),
  ];
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name, ...(namespace !== undefined && { namespace }) },
    spec: {
      completionMode: "Indexed",
      completions: shards,
      parallelism,
      backoffLimitPerIndex: backoff,
      maxFailedIndexes: shards,
      podFailurePolicy: {
        rules: [
          { action: "Ignore", onPodConditions: [{ type: "DisruptionTarget", status: "True" }] },
          { action: "FailIndex", onExitCodes: { containerName: "opm", operator: "In", values: [2] } },
        ],
      },
      template: {
        spec: {
          restartPolicy: "Never",
          containers: [
            {
              name: "opm",
              image,
              command: ["sh", "-ec", lines.join("\n")],
              ...(claim !== undefined && { workingDir: "/repository" }),
              resources: { requests: { cpu: "1", memory: "512Mi" }, limits: { memory: "1Gi" } },
              securityContext: {
                allowPrivilegeEscalation: false,
                runAsNonRoot: true,
                runAsUser: 65532,
                capabilities: { drop: ["ALL"] },
                seccompProfile: { type: "RuntimeDefault" },
              },
              ...(claim !== undefined && { volumeMounts: [{ name: "work", mountPath: "/repository" }] }),
            },
          ],
          ...(claim !== undefined && { volumes: [{ name: "work", persistentVolumeClaim: { claimName: claim } }] }),
        },
      },
    },
  };
}
