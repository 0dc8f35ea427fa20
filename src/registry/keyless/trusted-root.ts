// A trusted root as Sigstore writes it: who may issue certificates, and which logs are believed.
import { unbase64 } from "../base64.ts";

export interface TrustedRoot {
  readonly authorities: readonly Authority[];
  /** Of signatures. */
  readonly logs: readonly Log[];
  /** Of certificates; where there are any, a certificate must have been seen by one. */
  readonly certificateLogs: readonly Log[];
}

export interface Authority extends Period {
  /** DER, from the one that signs certificates of people to the root. */
  readonly chain: readonly Uint8Array[];
}

export interface Log extends Period {
  readonly id: Uint8Array;
  /** SubjectPublicKeyInfo, DER. */
  readonly key: Uint8Array;
}

/** Milliseconds since 1970; absent: no bound. */
interface Period {
  readonly from?: number;
  readonly until?: number;
}

/** A text: what is wrong. */
export function readTrustedRoot(data: unknown): TrustedRoot | string {
  const { mediaType, tlogs, ctlogs, certificateAuthorities } = fields(data);
  if (typeof mediaType !== "string" || !mediaType.startsWith("application/vnd.dev.sigstore.trustedroot"))
    return "it is no trusted root of Sigstore";
  const wrong: string[] = [];
  const logs = (list: unknown, name: string): Log[] =>
    items(list).flatMap((one, i): Log[] => {
      const { publicKey, logId } = fields(one);
      const { rawBytes, validFor } = fields(publicKey);
      const [key, id, period] = [bytes(rawBytes), bytes(fields(logId)["keyId"]), periodOf(validFor)];
      if (key !== undefined && id !== undefined && period !== undefined) return [{ key, id, ...period }];
      wrong.push(`${name}[${i}] has no key, no id, or no dates that can be read`);
      return [];
    });
  const authorities = items(certificateAuthorities).flatMap((one, i): Authority[] => {
    const { certChain, validFor } = fields(one);
    const chain = items(fields(certChain)["certificates"]).map((c) => bytes(fields(c)["rawBytes"]));
    const period = periodOf(validFor);
    if (chain.length > 0 && period !== undefined && !chain.includes(undefined))
      return [{ chain: chain as Uint8Array[], ...period }];
    wrong.push(`certificateAuthorities[${i}] has no chain, or no dates that can be read`);
    return [];
  });
  const root = { authorities, logs: logs(tlogs, "tlogs"), certificateLogs: logs(ctlogs, "ctlogs") };
  if (wrong.length > 0) return wrong[0]!;
  if (authorities.length === 0) return "it trusts no certificate authority";
  return root.logs.length === 0 ? "it trusts no log: when something was signed cannot be known" : root;
}

export const within = ({ from = -Infinity, until = Infinity }: Period, time: number): boolean =>
  from <= time && time <= until;

const fields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const bytes = (value: unknown): Uint8Array | undefined => (typeof value === "string" ? unbase64(value) : undefined);

function periodOf(value: unknown): Period | undefined {
  const { start, end } = fields(value);
  const time = (given: unknown): number => (typeof given === "string" ? Date.parse(given) : NaN);
  if ((start !== undefined && Number.isNaN(time(start))) || (end !== undefined && Number.isNaN(time(end))))
    return undefined;
  return { ...(start !== undefined && { from: time(start) }), ...(end !== undefined && { until: time(end) }) };
}
