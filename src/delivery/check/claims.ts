// What releases claim of a cluster that only one of them can have: an object, a host with its path, a port of all nodes.
import type { Manifest } from "../../pipeline/index.ts";
import { advise, deliveryCode, tell } from "../../source/index.ts";
import type { Diagnostic, Place, Told } from "../../source/index.ts";

interface Claimant {
  /** `staging/blog`. */
  readonly release: string;
  /** Where it goes: a cluster's name, or the environment's where that is not known. */
  readonly cluster: string;
}

interface Claim extends Claimant {
  readonly object: string;
  readonly place?: Place;
}

type Kind = "object" | "host" | "nodePort";

export class Claims {
  readonly #claims = new Map<string, { kind: Kind; what: string; claims: Claim[] }>();

  add(who: Claimant, manifest: Manifest): void {
    const { identity, object, place } = manifest;
    const name = [identity.namespace, identity.name].filter((part) => part !== "").join("/");
    const own = { ...who, object: `${identity.kind} ${name}`, ...(place && { place }) };
    this.#claim(
      "object",
      [identity.group, identity.kind, identity.namespace, identity.name].join("\0"),
      own.object,
      own,
    );
    for (const host of hostsOf(identity.kind, object)) this.#claim("host", host, host, own);
    for (const port of nodePorts(identity.kind, object))
      this.#claim("nodePort", String(port), `node port ${port}`, own);
  }

  /** Claims of several releases, and of one release several times. */
  conflicts(): Diagnostic[] {
    const out: Diagnostic[] = [];
    for (const { kind, what, claims } of this.#claims.values()) {
      const releases = [...new Set(claims.map(({ release }) => release))];
      // Within one release, an Ingress may name a host for itself and for TLS, and objects were compared already.
      if (releases.length < 2) continue;
      out.push({
        ...claimed(kind, {
          count: releases.length,
          what,
          some: `${releases.slice(0, 4).join(", ")}${releases.length > 4 ? " …" : ""}`,
          releases: releases.join(" "),
        }),
        severity: "error",
        places: claims
          .filter((claim, i) => claim.place !== undefined && claims.findIndex((c) => c.release === claim.release) === i)
          .slice(0, 4)
          .map(({ place, release }) => ({ ...place!, label: release })),
        ...(kind === "object" && {
          hint: advise(
            deliveryCode.sameObject,
            "give one of them another name or namespace; the one that is applied last wins, until the other is",
          ),
        }),
      });
    }
    return out;
  }

  #claim(kind: Kind, key: string, what: string, claim: Claim): void {
    const id = `${kind}\0${claim.cluster}\0${key}`;
    const known = this.#claims.get(id);
    if (known === undefined) this.#claims.set(id, { kind, what, claims: [claim] });
    else known.claims.push(claim);
  }
}

/** Hosts with their paths: several releases may share a host and divide its paths. */
function hostsOf(kind: string, object: unknown): string[] {
  const spec = at(object, "spec");
  if (kind === "Ingress")
    return list(at(spec, "rules")).flatMap((rule) => {
      const host = at(rule, "host");
      const paths = list(at(at(rule, "http"), "paths")).map((path) => String(at(path, "path") ?? "/"));
      return typeof host === "string" ? (paths.length === 0 ? ["/"] : paths).map((path) => `${host}${path}`) : [];
    });
  if (!/^(?:HTTP|GRPC|TLS)Route$/.test(kind)) return [];
  const paths = list(at(spec, "rules")).flatMap((rule) => {
    const matches = list(at(rule, "matches")).map((match) => String(at(at(match, "path"), "value") ?? "/"));
    return matches.length === 0 ? ["/"] : matches;
  });
  const hosts = list(at(spec, "hostnames")).filter((host) => typeof host === "string");
  return hosts.flatMap((host) => [...new Set(paths.length === 0 ? ["/"] : paths)].map((path) => `${host}${path}`));
}

function nodePorts(kind: string, object: unknown): number[] {
  if (kind !== "Service") return [];
  return list(at(at(object, "spec"), "ports"))
    .map((port) => at(port, "nodePort"))
    .filter((port) => typeof port === "number");
}

function at(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

type Claimed = { readonly count: number; readonly what: string; readonly some: string; readonly releases: string };

function claimed(kind: "object" | "host" | "nodePort", args: Claimed): Told {
  if (kind === "host") return tell(deliveryCode.sameHost, "{count} releases claim the host {what}: {some}", args);
  return kind === "object"
    ? tell(deliveryCode.sameObject, "{count} releases claim {what}: {some}", args)
    : tell(deliveryCode.sameNodePort, "{count} releases claim {what}: {some}", args);
}
