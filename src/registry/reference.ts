/** Names in OCI registries: hosts, repositories, tags (the grammar of "docker pull" references). */
const nameComponent = "(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)";
// A name without a dot could be the first part of a repository, so it needs a port to be a host.
const host = `(?:(?:${nameComponent}(?:\\.${nameComponent})+|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?|${nameComponent}:[0-9]+)`;
const pathComponent = "(?:[a-z0-9]+(?:(?:[._]|__|[-]+)[a-z0-9]+)*)";
const repository = `${pathComponent}(?:/${pathComponent})*`;

const hostPattern = new RegExp(`^(?:${host})$`);
const repositoryPattern = new RegExp(`^(?:${repository})$`);
const referencePattern = new RegExp(`^(?:(${host})/)?(${repository})(?::([^@]+))?(?:@(.+))?$`);
const tagPattern = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;
const digestPattern = /^sha256:[a-f0-9]{64}$/;

interface Reference {
  readonly host: string;
  readonly repository: string;
  readonly tag: string;
  readonly digest: string;
}

export function isValidHost(text: string): boolean {
  return hostPattern.test(text);
}

export function isValidRepository(text: string): boolean {
  return repositoryPattern.test(text);
}

export function isValidTag(text: string): boolean {
  return tagPattern.test(text);
}

/** Only SHA-256 is accepted: a weaker or unknown digest cannot vouch for content. */
export function isValidDigest(text: string): boolean {
  return digestPattern.test(text);
}

/** The reference, or why the text is none. The host is required. */
export function parseReference(text: string): Reference | string {
  const m = referencePattern.exec(text);
  if (m === null) return `invalid reference syntax (${JSON.stringify(text)})`;
  const ref: Reference = { host: m[1] ?? "", repository: m[2]!, tag: m[3] ?? "", digest: m[4] ?? "" };
  if (ref.digest !== "" && !isValidDigest(ref.digest))
    return `invalid digest ${JSON.stringify(ref.digest)}: invalid checksum digest format`;
  if (ref.tag !== "" && !isValidTag(ref.tag)) return `tag ${JSON.stringify(ref.tag)} is not valid`;
  if (ref.repository.length > 255) return "repository name too long";
  if (ref.host === "") return "reference does not contain host name";
  return ref;
}
