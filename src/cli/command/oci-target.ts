// What is signed, verified and looked at: a published module, or any artifact of an OCI registry.
import { tell, deliveryCode } from "../../source/index.ts";
import { formatModuleVersion, makeModuleVersion, splitVersion } from "../../cue/module/index.ts";
import { nodeCredentials } from "../../host/node-credentials.ts";
import { nodeModuleClient } from "../../host/node-registry.ts";
import { makeNodeTransport } from "../../host/node-transport.ts";
import { OciClient } from "../../registry/index.ts";
import type { SignTarget } from "../../registry/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { configCommand } from "./config-load.ts";
import { registryExit } from "./registry-exit.ts";
import { chooseVersion } from "../../governance/index.ts";
import { parseModuleReference } from "./resolve-reference.ts";

interface Refused {
  readonly message: string;
  readonly exit: number;
}

const OCI =
  /^oci(\+insecure)?:\/\/([^/]+)\/([a-z0-9][a-z0-9._/-]*?)(?::([A-Za-z0-9_][A-Za-z0-9_.-]*))?(?:@(sha256:[0-9a-f]{64}))?$/;

interface OciPlace {
  readonly client: OciClient;
  readonly host: string;
  readonly repository: string;
  readonly tag: string;
  readonly digest?: string;
}

/** `oci://HOST/REPOSITORY[:TAG][@sha256:…]`; plain HTTP for this machine, and where `oci+insecure` asks for it. */
export function ociPlace({ io }: CommandContext, text: string): OciPlace | undefined {
  const m = OCI.exec(text);
  if (m === null) return undefined;
  const [, insecure, host = "", repository = "", tag = "latest", digest] = m;
  const plain = insecure !== undefined || /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host);
  const client = new OciClient(host, plain, {
    transport: makeNodeTransport(io.env),
    credentials: nodeCredentials(io.env),
    userAgent: "opm",
  });
  return { client, host, repository, tag, ...(digest !== undefined && { digest }) };
}

export async function ociTarget(
  context: CommandContext,
  text: string,
): Promise<(SignTarget & { readonly name: string; readonly bytes?: Uint8Array }) | Refused> {
  const place = ociPlace(context, text);
  if (place !== undefined) {
    const { client, host, repository, tag, digest } = place;
    const found = await client.getManifest(repository, digest ?? tag);
    if (!found.ok)
      return {
        message: tell(deliveryCode.signature, "{text}: {problem}", { text, problem: found.fault.message }).message,
        exit: found.fault.notFound === true ? exitCode.notFound : registryExit(found.fault),
      };
    const { bytes, mediaType } = found.value;
    return {
      client,
      repository,
      reference: `${host}/${repository}`,
      descriptor: { mediaType, digest: found.value.digest, size: bytes.length },
      name: `${host}/${repository}@${found.value.digest}`,
      bytes,
    };
  }
  const reference = parseModuleReference(text);
  if (reference === undefined)
    return {
      message: tell(
        deliveryCode.signature,
        "{text} is neither a module (example.com/blog@v0.1.0) nor oci://HOST/REPOSITORY:TAG",
        { text },
      ).message,
      exit: exitCode.general,
    };
  const { config } = await configCommand(context);
  const setting = context.options["registry"] ?? reference.registry ?? config?.settings.registry?.value;
  const client = nodeModuleClient({ env: context.io.env, ...(typeof setting === "string" && { registry: setting }) });
  if (!client.ok) return { message: client.fault.message, exit: exitCode.general };
  const known = await client.value.versions(reference.path);
  if (!known.ok) return { message: known.fault.message, exit: registryExit(known.fault) };
  const version = known.value.includes(reference.version)
    ? reference.version
    : chooseVersion(known.value, reference.version);
  const m = makeModuleVersion(splitVersion(reference.path).path, version ?? reference.version);
  if (typeof m === "string") return { message: m, exit: exitCode.general };
  const target = await client.value.target(m);
  if (!target.ok)
    return {
      message: target.fault.message,
      exit: target.fault.notFound === true ? exitCode.notFound : registryExit(target.fault),
    };
  return { ...target.value, name: formatModuleVersion(m) };
}
