import { SourceFile } from "../../source/index.ts";
import { createContext, errorsOfFaults } from "../../cue/index.ts";
import type { CueContext, CueError, Value } from "../../cue/index.ts";
import { firstOf, parseFileType } from "../../cue/load/index.ts";
import type { DataFile, FileArgument, Instance, LoadedFile } from "../../cue/load/index.ts";
import { labelName } from "../../cue/index.ts";
import { format, parseExpr } from "../../cue/syntax/index.ts";
import type { Expr } from "../../cue/syntax/index.ts";
import { nodeFiles } from "../../host/node-files.ts";
import { lateNodeCatalog } from "../../host/node-late-catalog.ts";
import { lateNodeRegistry } from "../../host/node-late-registry.ts";
import { nodeTagVariables } from "../../host/node-tag-variables.ts";
import type { CommandContext } from "../command-spec.ts";
import { documentsOf, fileOf, instanceOf } from "./data-document.ts";
import type { DataDocument } from "./data-document.ts";
import type { FlagValues } from "./flag-parser.ts";
import type { CueVerb } from "./flags.ts";
import { faultAt } from "../../cue/module/index.ts";
import { errorOf, failed, mistake, success } from "./mistake.ts";
import type { Outcome } from "./mistake.ts";
import { isPlaced, parsePlacement, placeDocuments } from "./placement.ts";
import type { Placement } from "./placement.ts";

/** One value that a command works on. */
export interface Item {
  readonly value: Value;
  /** The instance that it comes from; "" for data. */
  readonly id: string;
  /** The expression that selects it. */
  readonly expression?: string;
}

/** How the values ended: the errors that stopped them, and the value that has them. */
interface Stop {
  readonly errors: readonly CueError[];
  readonly of?: Value;
}

const end: Stop = { errors: [] };

/** What a command line asks for, once its flags and files are read. */
export interface Plan {
  readonly ctx: CueContext;
  readonly cwd: string;
  readonly flags: FlagValues;
  readonly expressions: readonly string[];
  readonly output: FileArgument;
  readonly placement: Placement;
  /** Data was put into an instance by the placement flags. */
  readonly hasPlaced: boolean;
  /** Data is checked document by document. */
  readonly streams: boolean;
  readonly hasSchema: boolean;
  readonly instanceCount: number;
  /** The values in order. What it returns at its end is what stopped it. */
  items(): Generator<Item, Stop>;
}

/** Reads flags, then files. Each stage stops at its first mistake, as in the original. */
export async function makePlan(
  verb: CueVerb,
  args: readonly string[],
  flags: FlagValues,
  { io, count }: Pick<CommandContext, "io" | "count">,
  cwd: string,
): Promise<Outcome<Plan>> {
  const output = outputOf(verb, flags);
  if (!output.ok) return output;
  const expressions = expressionsOf(flags.array("expression"), "--expression");
  if (!expressions.ok) return expressions;
  const schema = expressionsOf(flags.string("schema") === "" ? [] : [flags.string("schema")], "--schema");
  if (!schema.ok) return schema;
  const configured = lateNodeRegistry({ env: io.env });
  // Where no registry is named, modules of the catalog need none.
  const registry = io.env["CUE_REGISTRY"] ? configured : firstOf(lateNodeCatalog, configured);
  const ctx = createContext({ files: nodeFiles, registry, cwd });
  count(() => ctx.counters());
  const { instances } = await ctx.load(args, {
    cwd,
    tags: flags.array("inject"),
    ...(args.includes("-") ? { stdin: io.stdin() } : {}),
    ...(flags.bool("inject-vars") ? { tagVariables: nodeTagVariables(cwd) } : {}),
  });
  const placement = parsePlacement(
    flags.array("path"),
    flags.bool("list"),
    flags.bool("with-context"),
    schema.value.length > 0,
  );
  if (!placement.ok) return placement;
  const builder = new PlanBuilder({ verb, ctx, cwd, flags, schema: schema.value[0], placement: placement.value });
  const mistakes = builder.read(instances);
  if (mistakes !== undefined) return failed(mistakes);
  return success({
    ctx,
    cwd,
    flags,
    expressions: expressions.value.map((e) => e.text),
    output: output.value,
    placement: placement.value,
    hasPlaced: builder.hasPlaced,
    streams: builder.documents !== undefined,
    hasSchema: builder.schema !== undefined,
    instanceCount: builder.instanceCount,
    items: () => withExpressions(builder, expressions.value),
  });
}

function outputOf(verb: CueVerb, flags: FlagValues): Outcome<FileArgument> {
  const out = flags.string("out");
  const file = flags.string("outfile");
  if (out.includes(":") && file.includes(":")) return mistake("cannot specify qualifier in both --out and --outfile");
  const colon = file.indexOf(":");
  const scope = out !== "" ? out : colon < 0 ? "" : file.slice(0, colon);
  const name = file === "" ? "-" : file.slice(colon + 1);
  const type = scope === "" && name === "-" ? (verb === "export" ? "json" : "cue") : scope;
  const parsed = parseFileType(name, type.replace(/:$/, ""));
  return typeof parsed === "string" ? mistake(parsed) : success(parsed);
}

const writable = new Set(["cue", "json", "jsonl", "yaml", "toml", "text", "binary"]);

/** Only known once everything is loaded, as in the original: why the output cannot be written. */
export function outputMistake(plan: Plan): readonly CueError[] | undefined {
  const { encoding, interpretation } = plan.output;
  if (isSchemaFormat(interpretation))
    return encoding === "json" || encoding === "yaml"
      ? undefined
      : text(`unsupported encoding ${JSON.stringify(encoding)}`);
  if (interpretation !== "" && interpretation !== "auto")
    return text(`unsupported interpretation ${JSON.stringify(interpretation)}`);
  return writable.has(encoding) ? undefined : text(`unsupported encoding ${JSON.stringify(encoding)}`);
}

/** What describes data instead of being data. */
export const isSchemaFormat = (interpretation: string): boolean =>
  interpretation === "jsonschema" || interpretation === "openapi";

interface Expression {
  readonly text: string;
  /** As the formatter prints it. */
  readonly shown: string;
}

function expressionsOf(texts: readonly string[], filename: string): Outcome<Expression[]> {
  const out: Expression[] = [];
  for (const text of texts) {
    const source = new SourceFile(filename, text);
    const { expr, errors } = parseExpr(source);
    if (errors.length > 0) {
      return failed(errorsOfFaults(errors.map((e) => faultAt("syntax", e.message, source, e.offset))));
    }
    out.push({ text, shown: format(expr).trimEnd() });
  }
  return success(out);
}

function* withExpressions(builder: PlanBuilder, expressions: readonly Expression[]): Generator<Item, Stop> {
  const items = builder.items();
  for (;;) {
    const next = items.next();
    if (next.done === true) return next.value;
    if (expressions.length === 0) yield next.value;
    for (const { text, shown } of expressions) {
      yield { ...next.value, value: next.value.value.evaluate(text), expression: shown };
    }
  }
}

interface BuilderInput {
  readonly verb: CueVerb;
  readonly ctx: CueContext;
  readonly cwd: string;
  readonly flags: FlagValues;
  readonly schema: Expression | undefined;
  readonly placement: Placement;
}

interface Built {
  readonly value: Value;
  readonly id: string;
}

/** Sorts what was loaded into packages, schema and data. */
class PlanBuilder {
  readonly #in: BuilderInput;
  #instances: Instance[] = [];
  /** The package or the CUE files that data is combined with. */
  #base: Built | undefined;
  schema: Value | undefined;
  /** Data files that are checked one document at a time. */
  documents: readonly DataFile[] | undefined;
  hasPlaced = false;

  constructor(input: BuilderInput) {
    this.#in = input;
  }

  get instanceCount(): number {
    return this.#instances.length;
  }

  /** The mistakes that stop everything, or undefined. */
  read(instances: readonly Instance[]): readonly CueError[] | undefined {
    let files: Instance | undefined;
    for (const i of instances) {
      if (i.errors.length > 0) return errorsOfFaults(i.errors);
      if (i.displayPath === "command-line-arguments") files = i;
      else this.#instances.push(i);
    }
    if (this.#instances.length === 0 && this.#in.flags.string("name") !== "")
      return text("use of -n/--name flag without a directory");
    return files === undefined ? undefined : this.#readFiles(files);
  }

  #readFiles(files: Instance): readonly CueError[] | undefined {
    const { flags, placement, schema, ctx } = this.#in;
    const data = files.dataFiles;
    for (const d of data) {
      const refused = refusal(d);
      if (refused !== undefined) return text(refused);
    }
    const packages = this.#instances;
    if (packages.length > 1) {
      return text(
        schema === undefined
          ? `too many packages defined (${packages.length}) in combination with files`
          : "cannot use --schema/-d with flag more than one schema",
      );
    }
    const base = packages[0] ?? files;
    this.#instances = [];
    if (base.files.length > 0) {
      const value = ctx.build(base);
      if (value.isBroken) return value.errors();
      this.#base = { value, id: base.id };
      this.schema = value;
      if (schema !== undefined) {
        const selected = value.evaluate(schema.text, { filename: "--schema" });
        const errors = selected.validate();
        if (errors.length > 0) return errors;
        this.schema = selected;
      }
    } else if (schema !== undefined) return text("-d/--schema flag specified without a schema");
    if (schema !== undefined && data.length === 0) return text("-d/--schema flag requires non-CUE input files");
    const merge = this.#in.verb !== "vet" && flags.bool("merge", true);
    if (schema !== undefined || !(merge || isPlaced(placement))) {
      if (data.length > 0) this.documents = data;
      else if (base !== files && files.files.length > 0) this.#instances = [files];
      return undefined;
    }
    return this.#place(files, data, base !== files);
  }

  /** Data beside a package goes together with the CUE files beside it, and both are unified with the package. */
  #place(files: Instance, data: readonly DataFile[], hasPackage: boolean): readonly CueError[] | undefined {
    const { flags, placement, ctx } = this.#in;
    const given = flags.string("package");
    if (
      given !== "" &&
      files.packageName !== "" &&
      files.packageName !== "_" &&
      files.packageName !== given &&
      !flags.bool("force")
    ) {
      return text(`"package" flag clashes with existing package name (${given} vs ${files.packageName})`);
    }
    const packageName = given === "" ? files.packageName : given;
    const placed: LoadedFile[] = [];
    for (const d of data) {
      const { documents, errors } = documentsOf(d);
      if (errors !== undefined) return errors;
      if (!isPlaced(placement)) placed.push(...documents.map((x) => plainFile(x, given)));
      else {
        const file = placeDocuments(ctx, placement, files, packageName, documents);
        if (!file.ok) return file.errors;
        if (file.value !== undefined) placed.push(file.value);
      }
    }
    this.hasPlaced = placed.length > 0;
    if (hasPackage && files.files.length > 0) this.#instances = [{ ...files, files: [...files.files, ...placed] }];
    else if (placed.length > 0) this.#instances = [instanceOf(files, placed)];
    return undefined;
  }

  *items(): Generator<Item, Stop> {
    if (this.documents !== undefined) return yield* this.#stream(this.documents);
    if (this.#instances.length === 0) {
      if (this.#base !== undefined) yield this.#base;
      return end;
    }
    const built: Built[] = [];
    for (const i of this.#instances) {
      const value = this.#in.ctx.build(i);
      if (value.isBroken) return { errors: value.errors() };
      built.push({ value, id: i.id });
    }
    if (!this.#in.flags.bool("ignore")) {
      for (const { value } of built) {
        const errors = value.validate();
        if (errors.length > 0) return { errors, of: value };
      }
    }
    const base = this.#base?.value;
    for (const b of built) yield base === undefined ? b : { value: b.value.unify(base), id: b.id };
    return end;
  }

  *#stream(files: readonly DataFile[]): Generator<Item, Stop> {
    for (const file of files) {
      const { documents, errors } = documentsOf(file);
      for (const d of documents) {
        let value = this.#in.ctx.build(instanceOf(emptyLike(file), [plainFile(d, "")]));
        if (value.errors().length > 0 && value.error()?.code !== "incomplete")
          return { errors: value.errors(), of: value };
        if (this.schema !== undefined) {
          value = value.unify(this.schema);
          if (value.errors().length > 0) {
            const all = value.validate();
            return { errors: all.length > 0 ? all : value.errors(), of: value };
          }
        }
        yield { value, id: "" };
      }
      if (errors !== undefined) return { errors };
    }
    return end;
  }
}

function emptyLike(file: DataFile): Instance {
  return { displayPath: file.path, id: "", dir: "", root: "", sourceFiles: nodeFiles } as Instance;
}

function plainFile(d: DataDocument, packageName: string): LoadedFile {
  return { path: d.path, source: d.source, syntax: fileOf(d.expr, packageName) };
}

const text = (message: string): readonly CueError[] => [errorOf(message, "arguments")];

/** The original would take such a file for a schema; taking it for data would silently mean something else. */
function looksLikeSchema(file: DataFile): boolean {
  const [first] = file.decode().documents;
  if (first?.kind !== "StructLit") return false;
  const fields = new Map<string, Expr>();
  for (const d of first.elts) if (d.kind === "Field") fields.set(labelName(d.label) ?? "", d.value);
  const schema = fields.get("$schema");
  if (schema?.kind === "BasicLit" && /json-schema\.org\//.test(schema.text)) return true;
  const version = fields.get("openapi");
  return version?.kind === "BasicLit" && /^"?3\./.test(version.text) && fields.has("info");
}

/** Why a data file cannot be read at all. */
function refusal(file: DataFile): string | undefined {
  const { type } = file;
  if (type.interpretation === "pb") return 'unsupported interpretation "pb"';
  if (isSchemaFormat(type.interpretation)) return `${type.name}: ${type.interpretation} cannot be read as a schema`;
  if (type.interpretation === "auto" && looksLikeSchema(file)) {
    return `${type.name} is a JSON Schema or OpenAPI document, which cannot be read as a schema; "json:" or "yaml:" before its name reads it as data`;
  }
  switch (type.encoding) {
    case "json":
    case "jsonl":
    case "yaml":
    case "toml":
    case "xml":
    case "text":
    case "binary":
      return undefined;
    default:
      return `unsupported encoding ${JSON.stringify(type.encoding)}`;
  }
}
