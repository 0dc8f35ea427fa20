// What a server says no with, for people; a Secret's own words are never printed, for they hold its data.
import { clusterCode } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { absenceOf, denialOf } from "../client/api-error.ts";
import type { ApiError } from "../client/api-error.ts";
import { nameOf } from "../kube-object.ts";
import type { ObjectId } from "../kube-object.ts";
import type { PreparedObject } from "./prepare-objects.ts";

const longest = 1000;

/** A server's text, safe: no secret, no control characters, not too long. */
function safeMessage(error: ApiError, id: ObjectId | undefined, redact: (text: string) => string): string {
  if (id?.kind === "Secret") {
    const fields = error.causes.flatMap(({ field, reason }) => (field === "" ? [] : [`${field}: ${reason}`]));
    const what = error.reason === "" ? `HTTP ${error.code}` : error.reason;
    const by = deniedBy(error);
    const told = [...(by === undefined ? [] : [`denied by ${by}`]), ...fields].map((text) => redact(text));
    return told.length > 0
      ? `${what} (${told.join("; ")})`
      : `${what}; the server's words are not shown, for they may hold its data`;
  }
  const text = redact(error.words.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "�"));
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** Who refused it, where that was a policy or a webhook: its name, which is all that is not its author's free text. */
function deniedBy({ words }: ApiError): string | undefined {
  return /ValidatingAdmissionPolicy '[a-z0-9.-]{1,253}'|admission webhook "[a-z0-9.-]{1,253}"/.exec(words)?.[0];
}

export function refusalDiagnostic(
  { id, place, resource }: Pick<PreparedObject, "id" | "place" | "resource">,
  error: ApiError,
  redact: (text: string) => string,
): Diagnostic {
  const where = place && { places: [place] };
  const base = { severity: "error" as const, args: { object: nameOf(id), status: error.code }, ...where };
  switch (denialOf(error)) {
    case "rights":
      return {
        ...base,
        code: clusterCode.missingRights,
        message: `${nameOf(id)}: you may not apply it`,
        notes: [safeMessage(error, id, redact)],
        args: { ...base.args, group: resource.group, resource: resource.plural, namespace: id.namespace },
      };
    case "terminating":
      return {
        ...base,
        code: clusterCode.refusedObject,
        message: `${nameOf(id)}: its namespace or kind is being deleted`,
        notes: [safeMessage(error, id, redact)],
        hint: "wait until it is gone: kubectl get namespace shows what holds it",
      };
    case "quota":
      return {
        ...base,
        code: clusterCode.refusedObject,
        message: `${nameOf(id)}: the quota of its namespace is used up`,
        notes: [safeMessage(error, id, redact)],
      };
    case "escalation":
      return {
        ...base,
        code: clusterCode.missingRights,
        message: `${nameOf(id)} would give rights that you do not have`,
        notes: [safeMessage(error, id, redact)],
        hint: "rights can be given only by who has them, or may escalate or bind",
      };
    default:
  }
  if (absenceOf(error) === "namespace")
    return {
      ...base,
      code: clusterCode.missingNamespace,
      message: `${nameOf(id)}: there is no namespace ${id.namespace}`,
      hint: "--create-namespace makes the release's own; others must be there, or be rendered",
    };
  if (error.code === 413 || /request is too large|Too long|must have at most/i.test(error.words))
    return {
      ...base,
      code: clusterCode.tooLarge,
      message: `${nameOf(id)} is too large for the server`,
      notes: [safeMessage(error, id, redact)],
      hint: sizeHint(error),
    };
  return {
    ...base,
    code: clusterCode.refusedObject,
    message: `${nameOf(id)}: the server refuses it`,
    notes: [safeMessage(error, id, redact)],
  };
}

function sizeHint(error: ApiError): string {
  if (error.code === 413) return "a request holds 3 MiB at most";
  if (/etcdserver/.test(error.words)) return "the cluster stores 1.5 MiB for one object at most";
  return "the data of a ConfigMap or Secret is 1 MiB at most, all annotations 256 KiB";
}
