// What a server says no with, for people; a Secret's own words are never printed, for they hold its data.
import { clusterCode, tell, advise } from "../../source/index.ts";
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
  const args = { object: nameOf(id), status: error.code };
  const base = { severity: "error" as const, ...where };
  switch (denialOf(error)) {
    case "rights":
      return {
        ...base,
        ...tell(clusterCode.missingRights, "{object}: you may not apply it", {
          ...args,
          group: resource.group,
          resource: resource.plural,
          namespace: id.namespace,
        }),
        notes: [safeMessage(error, id, redact)],
      };
    case "terminating":
      return {
        ...base,
        ...tell(clusterCode.refusedObject, "{object}: its namespace or kind is being deleted", args),
        notes: [safeMessage(error, id, redact)],
        hint: advise(clusterCode.refusedObject, "wait until it is gone: kubectl get namespace shows what holds it"),
      };
    case "quota":
      return {
        ...base,
        ...tell(clusterCode.refusedObject, "{object}: the quota of its namespace is used up", args),
        notes: [safeMessage(error, id, redact)],
      };
    case "escalation":
      return {
        ...base,
        ...tell(clusterCode.missingRights, "{object} would give rights that you do not have", args),
        notes: [safeMessage(error, id, redact)],
        hint: advise(clusterCode.missingRights, "rights can be given only by who has them, or may escalate or bind"),
      };
    default:
  }
  if (absenceOf(error) === "namespace")
    return {
      ...base,
      ...tell(clusterCode.missingNamespace, "{object}: there is no namespace {namespace}", {
        ...args,
        namespace: id.namespace,
      }),
      hint: advise(
        clusterCode.missingNamespace,
        "--create-namespace makes the release's own; others must be there, or be rendered",
      ),
    };
  if (error.code === 413 || /request is too large|Too long|must have at most/i.test(error.words))
    return {
      ...base,
      ...tell(clusterCode.tooLarge, "{object} is too large for the server", args),
      notes: [safeMessage(error, id, redact)],
      hint: sizeHint(error),
    };
  return {
    ...base,
    ...tell(clusterCode.refusedObject, "{object}: the server refuses it", args),
    notes: [safeMessage(error, id, redact)],
  };
}

function sizeHint(error: ApiError): string {
  if (error.code === 413) return advise(clusterCode.tooLarge, "a request holds 3 MiB at most");
  if (/etcdserver/.test(error.words))
    return advise(clusterCode.tooLarge, "the cluster stores 1.5 MiB for one object at most");
  return advise(clusterCode.tooLarge, "the data of a ConfigMap or Secret is 1 MiB at most, all annotations 256 KiB");
}
