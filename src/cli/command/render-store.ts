// `--cache`: where renders of earlier runs are kept.
import { join, resolve } from "node:path";
import { httpStore, ociStore } from "../../delivery/index.ts";
import type { CacheStore } from "../../delivery/index.ts";
import { nodeCacheStore } from "../../host/node-cache-store.ts";
import { nodeCredentials } from "../../host/node-credentials.ts";
import { ownCacheFolder } from "../../host/node-own-folder.ts";
import { makeNodeTransport } from "../../host/node-transport.ts";
import type { CommandContext } from "../command-spec.ts";
import { sha256Hex } from "./sha256.ts";

interface RenderStore {
  readonly store: CacheStore;
  /** Others may read it. */
  readonly shared: boolean;
}

/** Undefined: none is asked for. A text: why what is asked for cannot be used. */
export function renderStore({ io, options }: CommandContext): RenderStore | string | undefined {
  const asked = options["cache"] ?? (io.env["OPM_RENDER_CACHE"] || undefined);
  if (asked === undefined || asked === "off") return undefined;
  const where = String(asked);
  if (where === "local") {
    const own = ownCacheFolder(io.env);
    return own === undefined ? undefined : { store: nodeCacheStore(join(own, "renders")), shared: false };
  }
  const oci = /^oci(\+insecure)?:\/\/([^/]+)\/([a-z0-9][a-z0-9._/-]*)$/.exec(where);
  if (oci !== null) {
    const [, insecure, host = "", repository = ""] = oci;
    const transport = makeNodeTransport(io.env);
    const store = ociStore({
      host,
      repository,
      insecure: insecure !== undefined || /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host),
      transport,
      credentials: nodeCredentials(io.env),
      userAgent: "opm",
    });
    return { store, shared: true };
  }
  if (/^https?:\/\//.test(where)) {
    const url = URL.canParse(where) ? new URL(where) : undefined;
    if (url === undefined) return `${where} is no address`;
    const { username, password } = url;
    url.username = url.password = "";
    const token = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64");
    const store = httpStore({
      transport: makeNodeTransport(io.env),
      base: url.href.replace(/\/$/, ""),
      headers: username === "" ? {} : { authorization: `Basic ${token}` },
      hash: sha256Hex,
    });
    return { store, shared: true };
  }
  if (/^[a-z+]+:\/\//.test(where)) return `${where}: expected a folder, oci://HOST/REPOSITORY or https://HOST/PATH`;
  return { store: nodeCacheStore(resolve(io.cwd, where)), shared: false };
}
