/** What of a value is shown, and how. Everything is off unless it says otherwise. */
export interface ExportOptions {
  /**
   * - "value" (default): what evaluation made of it
   * - "definition": what was written, one level of each struct merged, references kept
   */
  readonly mode?: "value" | "definition";
  /** Show the default of a disjunction instead of the disjunction, and lists without their open end. */
  readonly takeDefaults?: boolean;
  /** Show incomplete values as errors. */
  readonly final?: boolean;
  readonly optional?: boolean;
  readonly definitions?: boolean;
  /** Hidden fields of the package `packagePath`. */
  readonly hidden?: boolean;
  readonly docs?: boolean;
  readonly attributes?: boolean;
  /** Show errors where they are, and the fields around them. */
  readonly errors?: boolean;
  /** Join bounds and use names of ranges (default true). */
  readonly simplify?: boolean;
  /** Put the package clause and the comments of files on top. */
  readonly addPackage?: boolean;
  /** Leave references as they are, even where they lead out of the value. */
  readonly fragment?: boolean;
  /** Do not move what lies outside of the value into it: the value is known to be complete. */
  readonly expandReferences?: boolean;
  /** Move what lies outside of the value into it, even for a root. */
  readonly selfContained?: boolean;
  /** Also move what comes from imported packages, builtin ones excepted. */
  readonly inlineImports?: boolean;
  /** The id of the instance, which owns its hidden fields; "_" without a package. */
  readonly packagePath?: string;
}

export type Profile = Required<ExportOptions>;

export function profileOf(o: ExportOptions): Profile {
  return {
    mode: o.mode ?? "value",
    takeDefaults: o.takeDefaults ?? false,
    final: o.final ?? false,
    optional: o.optional ?? false,
    definitions: o.definitions ?? false,
    hidden: o.hidden ?? false,
    docs: o.docs ?? false,
    attributes: o.attributes ?? false,
    errors: o.errors ?? false,
    simplify: o.simplify ?? true,
    addPackage: o.addPackage ?? false,
    fragment: o.fragment ?? false,
    expandReferences: o.expandReferences ?? false,
    selfContained: o.selfContained ?? false,
    inlineImports: o.inlineImports ?? false,
    packagePath: o.packagePath ?? "_",
  };
}

/** `cue export --out cue`. */
export const exportOptions: ExportOptions = { takeDefaults: true, docs: true, expandReferences: true };

/** `cue eval`; its flags add to it. */
export const evalOptions: ExportOptions = { takeDefaults: true, definitions: true };

/** `cue def`. */
export const definitionOptions: ExportOptions = {
  mode: "definition",
  optional: true,
  definitions: true,
  hidden: true,
  docs: true,
  attributes: true,
  addPackage: true,
};

/** `fmt.Sprint(value)` of the original: defaults beside what they are defaults of. */
export const textOptions: ExportOptions = {};

/** Plain data: concrete, defaults taken; attributes may say how an encoder shall write a field. */
export const dataOptions: ExportOptions = { takeDefaults: true, attributes: true, expandReferences: true };
