/** What a message of a registry says about it, where the fault is not with what was asked for. */
export type RegistryTrouble = "unreachable" | "refused";

/** Faults pass through the words of the loader, so the message is what is left of them. */
export function registryTrouble(message: string): RegistryTrouble | undefined {
  if (/\b40[13] (?:Unauthorized|Forbidden)\b/.test(message)) return "refused";
  const answered = /\b(?:429 Too Many Requests|50[023] [A-Z])/.test(message);
  return answered || /\b(?:GET|HEAD|POST|PUT|PATCH) https?:\/\/\S+: /.test(message) ? "unreachable" : undefined;
}
