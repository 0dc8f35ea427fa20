// Which values of a file are encrypted: by the names on the way to them.
import { RE2JS } from "re2js";

export const SELECTOR_KINDS = [
  "unencrypted_suffix",
  "encrypted_suffix",
  "encrypted_regex",
  "unencrypted_regex",
] as const;
export type SelectorKind = (typeof SELECTOR_KINDS)[number];

export interface Selector {
  readonly kind: SelectorKind;
  readonly pattern: string;
}

export const DEFAULT_SELECTOR: Selector = { kind: "unencrypted_suffix", pattern: "_unencrypted" };
/** What Kubernetes readers (Flux, ksops) need: names and kinds stay readable. */
export const KUBERNETES_SELECTOR: Selector = { kind: "encrypted_regex", pattern: "^(data|stringData)$" };

/** A test of a path, or a message when the pattern is not RE2. */
export function compileSelector(selector: Selector): ((path: readonly string[]) => boolean) | string {
  const wantsHit = selector.kind.startsWith("encrypted");
  let hit: (name: string) => boolean;
  if (selector.kind.endsWith("suffix")) hit = (name) => name.endsWith(selector.pattern);
  else {
    try {
      const regex = RE2JS.compile(selector.pattern);
      hit = (name) => regex.matcher(name).find();
    } catch {
      return `${selector.kind} is not a valid regular expression (RE2 syntax)`;
    }
  }
  return (path) => path.some(hit) === wantsHit;
}
