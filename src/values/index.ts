export type { Tier } from "./tier.ts";
export {
  effective,
  exprNode,
  leavesOf,
  nodeAt,
  placeOf,
  sameValue,
  scalarNode,
  secretNode,
  structNode,
} from "./value-tree.ts";
export type { Opaque, Origin, StructNode, TagNode, ValueNode } from "./value-tree.ts";
export { lockOf, sourceName } from "./lock.ts";
export { parsePath, pathText } from "./path.ts";
export type { Path, Step } from "./path.ts";
export { readSetFlag } from "./set-flag.ts";
export type { Assignment, SetFlag, SetKind } from "./set-flag.ts";
export { lineage } from "./environment.ts";
export { explainPlace, explain, inspectValues } from "./explain.ts";
export type { Explanation } from "./explain.ts";
export { diffValues } from "./diff.ts";
export type { ValueChange } from "./diff.ts";
export { editDistance, nearestName } from "../source/index.ts";
export { showValue } from "./show-value.ts";
export { toPlain } from "./plain.ts";
export { readInline, readValues } from "./read-values.ts";
export type { RenderedText } from "./read-rendered.ts";
export { writeCue } from "./write-cue.ts";
export { sourceTree } from "./source-tree.ts";
export type { GivenSecret, TreeOptions } from "./source-tree.ts";
export { layerValues } from "./layers.ts";
export type { Layers } from "./layers.ts";
export { resolveTags, runtimeVariable } from "./resolve-tags.ts";
export { withQueries } from "./runtime-queries.ts";
export type { LiveQuery, TagHost, TagTarget } from "./resolve-tags.ts";
export { declaredNames } from "./declared-names.ts";
export { suspectLiterals, writtenLiterals } from "./suspect-literals.ts";
export { writtenSecrets } from "./literal-secrets.ts";
export { replaceAt } from "./secret-variant.ts";
export { hideValues, withoutEchoes, withoutValues } from "./without-values.ts";
export { wrapAssignment, wrapSecrets } from "./wrap-secrets.ts";
export { unknownFields } from "./unknown-fields.ts";
export type { SchemaShape } from "./unknown-fields.ts";
export { viewAt } from "./cue-view.ts";
export type { CueField, CueView } from "./cue-view.ts";
export { viewOf } from "./value-view.ts";
export {
  isSecretView,
  schemaDefaults,
  schemaShape,
  secretPathTest,
  secretSlots,
  valuesFromCue,
  withoutChoices,
} from "./from-cue.ts";
export type { SecretSlot } from "./from-cue.ts";
export { validateValues } from "./validate-values.ts";
export { environmentsFromCue, resolveEnvironment } from "./environment-from-cue.ts";
export type { EnvironmentDefinition } from "./environment-from-cue.ts";
export { sealSecrets } from "./seal-secrets.ts";
export type { MakeOpaque } from "./seal-secrets.ts";
export { secretStatus } from "./secret-status.ts";
export type { SecretStatus } from "./secret-status.ts";
export type { AstReading } from "./read-ast.ts";
export { computedValues } from "./evaluate-values.ts";
export { literalSecrets, missingSecrets } from "./secret-rules.ts";
export { planRollout } from "./rollout-plan.ts";
export { environmentsFor, knownPart, unknownModules, withFields } from "./shared-values.ts";
export type { LeftOut } from "./shared-values.ts";
export { joinEnvironments, selectEnvironments } from "./select-environments.ts";
export type { EnvironmentChoice, Environments } from "./select-environments.ts";
export { derivedNameProblem, madeFrom, sealDerived } from "./derived.ts";
export { authorsWords, isWritten, literalTexts, withoutComputed } from "./unknown-texts.ts";
export { attributeProblems } from "./attribute-problems.ts";
