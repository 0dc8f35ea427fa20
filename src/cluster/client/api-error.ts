// What a server said no with. Not every body is JSON, and one code has several meanings.
import { at, isRecord, listAt, textAt } from "../kube-object.ts";
import type { KubeAnswer } from "./transport.ts";

interface StatusCause {
  readonly reason: string;
  readonly field: string;
  /** The server's own, which is all that tells some causes apart. */
  readonly words: string;
}

export class ApiError extends Error {
  readonly code: number;
  /** What the server said: its own words, which may quote what was sent. */
  readonly words: string;
  readonly reason: string;
  readonly causes: readonly StatusCause[];
  /** Of the object that the answer is about, if it says. */
  readonly details: { readonly name: string; readonly kind: string; readonly group: string };
  readonly retryAfter: number | undefined;
  /** The body was a `Status`. */
  readonly isStatus: boolean;

  constructor(answer: Pick<KubeAnswer, "status" | "headers" | "body">) {
    const status = parseStatus(answer.body);
    const words = status === undefined ? plainWords(answer) : textAt(status, "message");
    super(`the server answered ${answer.status}`);
    this.words = words;
    this.code = answer.status;
    this.isStatus = status !== undefined;
    this.reason = textAt(status, "reason");
    this.causes = listAt(status, "details", "causes").map((cause) => ({
      reason: textAt(cause, "reason"),
      field: textAt(cause, "field"),
      words: textAt(cause, "message"),
    }));
    this.details = {
      name: textAt(status, "details", "name"),
      kind: textAt(status, "details", "kind"),
      group: textAt(status, "details", "group"),
    };
    const after = answer.headers.get("retry-after") ?? at(status, "details", "retryAfterSeconds");
    const seconds = Number(after);
    this.retryAfter = after !== undefined && Number.isFinite(seconds) ? seconds : undefined;
  }
}

function parseStatus(body: string): Readonly<Record<string, unknown>> | undefined {
  if (!body.trimStart().startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) && value["kind"] === "Status" ? value : undefined;
  } catch {
    return undefined;
  }
}

function plainWords({ status, body }: Pick<KubeAnswer, "status" | "body">): string {
  const line = body.trim().split("\n")[0] ?? "";
  return line === "" || line.startsWith("<") ? `HTTP ${status}` : line.slice(0, 300);
}

type Absence = "version" | "resource" | "namespace" | "object";

/** What a 404 is about: a group or version, a resource, the namespace, or the object alone. */
export function absenceOf(error: ApiError): Absence | undefined {
  if (error.code !== 404) return undefined;
  if (!error.isStatus) return "version";
  if (error.details.kind === "namespaces") return "namespace";
  return error.details.name === "" ? "resource" : "object";
}

export interface FieldConflict {
  /** As the server writes it: `.spec.template.spec.containers[name="c"].image`. */
  readonly field: string;
  readonly manager: string;
  readonly subresource: string;
}

/** The fields that others own, of a 409; none if it is another kind of 409. */
export function conflictsOf(error: ApiError): readonly FieldConflict[] {
  if (error.code !== 409) return [];
  return error.causes
    .filter((cause) => cause.reason === "FieldManagerConflict")
    .map(({ field, words }) => {
      const named = /^conflict with "((?:[^"\\]|\\.)*)"(?: with subresource "([^"]*)")?/.exec(words);
      return { field, manager: named?.[1] ?? "", subresource: named?.[2] ?? "" };
    });
}

/** The four meanings of 403. */
type Denial = "rights" | "terminating" | "quota" | "escalation";

export function denialOf(error: ApiError): Denial | undefined {
  if (error.code !== 403) return undefined;
  if (error.causes.some((cause) => cause.reason === "NamespaceTerminating")) return "terminating";
  if (/definition is terminating/.test(error.words)) return "terminating";
  if (/exceeded quota/.test(error.words)) return "quota";
  if (/attempting to grant RBAC permissions not currently held/.test(error.words)) return "escalation";
  return "rights";
}

/** Whether the same request may succeed a moment later. */
export function isTransient(error: ApiError): boolean {
  if (error.code === 429 || error.code === 503 || error.code === 504) return true;
  if (error.code !== 500) return false;
  if (/request is too large|failed to create typed patch object/.test(error.words)) return false;
  return /etcdserver|failed calling webhook/.test(error.words);
}
