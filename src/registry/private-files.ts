/**
 * Files of a module's folder that nobody means to publish. What has left in an archive cannot be taken back, so they
 * are refused, and whoever means it says so.
 */
import { IgnoreRules } from "./ignore-rules.ts";
import type { ZipFile } from "./zip-write.ts";

interface PrivateFile {
  readonly name: string;
  readonly reason: string;
}

/** By the last part of a name, in lower case. */
const privateNames: readonly (readonly [RegExp, string])[] = [
  [/^\.env(?:rc)?(?:\.(?!example$|sample$|template$|dist$).*)?$|\.env$/, "environment variables"],
  [/^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$|\.(?:key|ppk)$/, "a private key"],
  [/\.(?:p12|pfx|jks|keystore|kdbx)$/, "a store of keys"],
  [/^\.(?:netrc|npmrc|pypirc|pgpass|git-credentials|dockercfg|htpasswd|vault-token)$|^_netrc$/, "a login"],
  [/^kubeconfig$|\.kubeconfig$/, "access to a cluster"],
  [/\.tfstate(?:\.backup)?$|\.tfvars$/, "state of Terraform"],
];

/** By the whole name. */
const privatePaths: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\/)\.docker\/config\.json$/, "a login"],
  [/(?:^|\/)\.(?:aws|gcloud|azure)\//, "a login"],
  [/(?:^|\/)\.kube\/config$/, "access to a cluster"],
  [/(?:^|\/)\.ssh\//, "keys"],
];

const keyMarks: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/, "holds a private key"],
  [/\bAGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]{20}/, "holds an age key"],
  [/-----BEGIN OPENSSH PRIVATE KEY-----/, "holds a private key"],
];

/** The repository that a module's folder is a part of: where in it, and the rules of the folders above. */
export interface Surroundings {
  /** Ends with a slash, or is empty for the root. */
  readonly prefix: string;
  readonly ignored: IgnoreRules;
}

export function privateFiles(files: readonly ZipFile[], around?: Surroundings): PrivateFile[] {
  const { prefix, ignored } = around ?? { prefix: "", ignored: new IgnoreRules() };
  for (const { name, content } of files)
    if (name === ".gitignore" || name.endsWith("/.gitignore"))
      ignored.add(`${prefix}${name}`.replace(/\/?\.gitignore$/, ""), text(content));
  const out: PrivateFile[] = [];
  for (const { name, content } of files) {
    const reason = reasonOf(name, content) ?? (ignored.ignores(prefix + name) ? ".gitignore names it" : undefined);
    if (reason !== undefined) out.push({ name, reason });
  }
  return out;
}

function reasonOf(name: string, content: Uint8Array): string | undefined {
  const last = name.slice(name.lastIndexOf("/") + 1).toLowerCase();
  for (const [pattern, what] of privateNames) if (pattern.test(last)) return `looks like ${what}`;
  for (const [pattern, what] of privatePaths) if (pattern.test(name.toLowerCase())) return `looks like ${what}`;
  // Keys are small; what is larger is looked at where it begins.
  const start = text(content.subarray(0, 256 << 10));
  for (const [pattern, what] of keyMarks) if (pattern.test(start)) return what;
  return undefined;
}

function text(content: Uint8Array): string {
  return new TextDecoder("latin1").decode(content);
}
