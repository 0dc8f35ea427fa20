// npm run -s tidy
// Checks every rule of the house that a program can check. `npm test` runs it too.
import { noCycles } from "./tidy/cycle-rule.ts";
import { exportsAreUsed } from "./tidy/export-rule.ts";
import { dependenciesHaveReasons, linksResolve } from "./tidy/document-rules.ts";
import {
  importsGoDown,
  importsResolve,
  nodeAtTheEdge,
  phasesImportTypes,
  enginesAreShut,
  roomsHaveOneDoor,
} from "./tidy/import-rules.ts";
import { lockFileServesAll } from "./tidy/lock-rule.ts";
import {
  codesComeFromTheTable,
  messagesAreUsed,
  messagesHaveOneTable,
  wordsAreNotRead,
  wordsComeFromTheTable,
} from "./tidy/message-rules.ts";
import {
  filesAreSmall,
  functionsAreShort,
  namesAreKebab,
  noMachinePaths,
  roomsAreComplete,
} from "./tidy/shape-rules.ts";
import { readTree } from "./tidy/tree.ts";
import type { Finding, Rule, Tree } from "./tidy/tree.ts";

const rules: readonly Rule[] = [
  importsGoDown,
  phasesImportTypes,
  enginesAreShut,
  roomsHaveOneDoor,
  nodeAtTheEdge,
  importsResolve,
  noCycles,
  exportsAreUsed,
  roomsAreComplete,
  filesAreSmall,
  functionsAreShort,
  namesAreKebab,
  noMachinePaths,
  lockFileServesAll,
  linksResolve,
  dependenciesHaveReasons,
  messagesHaveOneTable,
  codesComeFromTheTable,
  messagesAreUsed,
  wordsAreNotRead,
  wordsComeFromTheTable,
];

export function checkTree(tree: Tree): Finding[] {
  return rules.flatMap((rule) => rule(tree));
}

export function findingText({ rule, path, line, problem, remedy }: Finding): string {
  return `${rule}: ${path}${line === undefined ? "" : `:${line}`}: ${problem}. ${remedy[0]?.toUpperCase()}${remedy.slice(1)}.`;
}

if (process.argv[1]?.endsWith("tidy.ts")) {
  const findings = checkTree(readTree(process.cwd()));
  for (const finding of findings) console.log(findingText(finding));
  console.log(findings.length === 0 ? "tidy" : `${findings.length} findings`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
