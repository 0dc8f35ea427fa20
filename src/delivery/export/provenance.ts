// SLSA provenance of a render: what was asked for, and every file, module and catalog that it was made of.
import type { RunManifest } from "../fleet/run-manifest.ts";

export const PROVENANCE = "https://slsa.dev/provenance/v1";
const BUILD_TYPE = "https://opmodel.dev/render/v1";

interface ProvenanceOptions {
  readonly builder: string;
  readonly program: string;
  readonly catalog: string;
  readonly started?: string;
  readonly source?: { readonly uri: string; readonly commit: string };
}

export function provenance(run: RunManifest, options: ProvenanceOptions): unknown {
  const { builder, program, catalog, started, source } = options;
  const files = (run.materials ?? []).map(({ name, digest }) => {
    const [kind = "", ...rest] = name.split(":");
    const uri = kind === "module" ? `cue:${rest.join(":")}` : `file:${rest.join(":")}`;
    return { uri, ...(digest !== "" && { digest: { sha256: digest.replace(/^sha256:/, "") } }) };
  });
  return {
    buildDefinition: {
      buildType: BUILD_TYPE,
      externalParameters: { arguments: run.arguments ?? [] },
      internalParameters: { program, key: run.base },
      resolvedDependencies: [
        ...(source === undefined ? [] : [{ uri: source.uri, digest: { gitCommit: source.commit } }]),
        { uri: "opm:catalog", digest: { sha256: catalog } },
        ...files,
      ],
    },
    runDetails: { builder: { id: builder }, ...(started !== undefined && { metadata: { startedOn: started } }) },
  };
}
