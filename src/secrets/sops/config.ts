// `.sops.yaml`: who a new file is encrypted for, and which of its values (creation rules, the first that matches).
import { RE2JS } from "re2js";
import { tell } from "../../source/index.ts";
import type { Outcome, SourceText } from "../../source/index.ts";
import { failure, SOPS_CODE } from "./failure.ts";
import { DEFAULT_SELECTOR, SELECTOR_KINDS } from "./selector.ts";
import type { Selector } from "./selector.ts";
import { mapGet } from "./tree.ts";
import type { MapNode, SopsNode } from "./tree.ts";
import { readYaml } from "./yaml-read.ts";

export interface CreationRule {
  readonly recipients: readonly string[];
  readonly selector: Selector;
  readonly macOnlyEncrypted: boolean;
}

/** The rule for a file, by its path relative to the config. Only age keys count. */
export function creationRule(config: SourceText, path: string): Outcome<CreationRule> {
  const bad = (message: string, offset = 0): Outcome<never> => ({
    diagnostics: [failure(tell(SOPS_CODE.badMetadata, "{problem}", { problem: message }), { file: config, offset })],
  });
  const documents = readYaml(config.text);
  if ("message" in documents) return bad(documents.message, documents.offset);
  const rules = documents[0] && mapGet(documents[0], "creation_rules");
  if (rules?.kind !== "list") return bad("there are no creation_rules");
  for (const { value: rule } of rules.items) {
    if (rule.kind !== "map") return bad("a creation rule is not a mapping", rule.offset);
    const pattern = text(mapGet(rule, "path_regex"));
    if (pattern !== "") {
      try {
        if (!RE2JS.compile(pattern).matcher(path).find()) continue;
      } catch {
        return bad("path_regex is not a valid regular expression (RE2 syntax)", rule.offset);
      }
    }
    return readRule(rule, bad);
  }
  return bad(`no creation rule matches ${path}`);
}

function readRule(rule: MapNode, bad: (message: string, offset: number) => Outcome<never>): Outcome<CreationRule> {
  const groups = mapGet(rule, "key_groups");
  if (groups?.kind === "list" && groups.items.length > 1)
    return bad("several key groups (Shamir's secret sharing) are not supported", groups.offset);
  const group = groups?.kind === "list" ? groups.items[0]?.value : undefined;
  const recipients = [
    ...words(mapGet(rule, "age")),
    ...words(group?.kind === "map" ? mapGet(group, "age") : undefined),
  ];
  if (recipients.length === 0) return bad("the creation rule names no age recipient", rule.offset);
  const kinds = SELECTOR_KINDS.filter((kind) => text(mapGet(rule, kind)) !== "");
  if (kinds.length > 1) return bad(`${kinds.join(" and ")} exclude each other`, rule.offset);
  const kind = kinds[0];
  return {
    value: {
      recipients,
      selector: kind === undefined ? DEFAULT_SELECTOR : { kind, pattern: text(mapGet(rule, kind)) },
      macOnlyEncrypted: text(mapGet(rule, "mac_only_encrypted")) === "True",
    },
    diagnostics: [],
  };
}

function text(node: SopsNode | undefined): string {
  return node?.kind === "scalar" ? node.text : "";
}

// A list, or one text with commas.
function words(node: SopsNode | undefined): string[] {
  const texts = node?.kind === "list" ? node.items.map((item) => text(item.value)) : [text(node)];
  return texts
    .flatMap((t) => t.split(","))
    .map((t) => t.trim())
    .filter((t) => t !== "");
}
