// `#module: "web"` in a release, `#modules: web: "web"` in a bundle: an entry of the platform's catalog, or a published
// module, instead of an import. The files are read as if their author had imported it.
import type { Instance, LoadedFile } from "../../cue/load/index.ts";
import {
  decodeString,
  makeBasicLit,
  makeIdent,
  makeImportDecl,
  makeImportSpec,
  quoteString,
} from "../../cue/syntax/index.ts";
import type { Decl, Expr, Field } from "../../cue/syntax/index.ts";
import type { Place } from "../../source/index.ts";

export interface NamedModule {
  /** As it is written: `web`, `web@^1.2`, `example.com/web@v1.2.0`. */
  readonly text: string;
  readonly place: Place;
}

/** A name that no file would choose for something of its own. */
const ALIAS = "opmodelNamedModule";

/** Every module of a package that is named by a text. */
export function namedModules(instance: Instance): NamedModule[] {
  const isBundle = holdsBundle(instance);
  return instance.files.flatMap((file) => {
    const found: NamedModule[] = [];
    rewritten(file, isBundle, (text, { pos: start, end }) => {
      found.push({ text, place: { file: file.source, span: { start, end } } });
      return undefined;
    });
    return found;
  });
}

/** The package with instances in the place of their names; fields whose module is not given are left out. */
export function withModules(instance: Instance, modules: ReadonlyMap<string, Instance>): Instance {
  const imports = new Map(instance.imports);
  const texts = [...modules.keys()];
  const isBundle = holdsBundle(instance);
  for (const [text, module] of modules) imports.set(importName(text), module);
  const files = instance.files.map((file): LoadedFile => {
    const used = new Set<string>();
    const decls = rewritten(file, isBundle, (text) => {
      if (!modules.has(text)) return undefined;
      used.add(text);
      return `${ALIAS}${texts.indexOf(text)}`;
    });
    if (decls === undefined) return file;
    const specs = [...used].map((text) =>
      makeImportSpec(
        makeIdent(`${ALIAS}${texts.indexOf(text)}`),
        makeBasicLit("STRING", quoteString(importName(text))),
      ),
    );
    const at = decls.findIndex(({ kind }) => !["Attribute", "Package", "CommentGroup", "ImportDecl"].includes(kind));
    if (specs.length > 0) decls.splice(at < 0 ? decls.length : at, 0, makeImportDecl(specs));
    return { ...file, syntax: { ...file.syntax, decls } };
  });
  return { ...instance, files, imports };
}

/** The package for a look at everything but the releases of named modules. */
export function withoutNamed(instance: Instance): Instance {
  return namedModules(instance).length === 0 ? instance : withModules(instance, new Map());
}

/** Elsewhere `#modules` is a name like any other. */
const holdsBundle = ({ files }: Instance): boolean => files.some(({ source }) => source.text.includes("#Bundle"));

const importName = (text: string): string => `opm.named/${text}`;

type Replace = (text: string, at: { readonly pos: number; readonly end: number }) => string | undefined;

/** Undefined if a file names none. `replace` gives an identifier, or nothing for a field that goes. */
function rewritten({ source, syntax }: LoadedFile, isBundle: boolean, replace: Replace): Decl[] | undefined {
  if (!source.text.includes("#module")) return undefined;
  let count = 0;
  const field = (decl: Field, namesModule: boolean): Field | undefined => {
    const { label, value } = decl;
    const own = label.kind === "Ident" ? label.name : "";
    if (value.kind !== "BasicLit" || value.token !== "STRING" || !(namesModule || own === "#module"))
      return { ...decl, value: expr(value, isBundle && own === "#modules") };
    const decoded = decodeString(value.text);
    if (!decoded.ok) return decl;
    count++;
    const name = replace(decoded.value, value);
    return name === undefined
      ? undefined
      : { ...decl, value: { ...makeIdent(name), pos: value.pos, end: value.end, rel: value.rel } };
  };
  // `nameModules`: texts in these fields do.
  const decls = (list: readonly Decl[], nameModules: boolean): Decl[] =>
    list.flatMap((decl): Decl[] => {
      switch (decl.kind) {
        case "Field": {
          const changed = field(decl, nameModules);
          return changed === undefined ? [] : [changed];
        }
        case "EmbedDecl":
          return [{ ...decl, expr: expr(decl.expr, nameModules) }];
        case "Comprehension":
          return [{ ...decl, value: { ...decl.value, elts: decls(decl.value.elts, nameModules) } }];
        default:
          return [decl];
      }
    });
  const expr = (x: Expr, nameModules: boolean): Expr => {
    switch (x.kind) {
      case "StructLit":
        return { ...x, elts: decls(x.elts, nameModules) };
      case "BinaryExpr":
        return x.op === "&" ? { ...x, x: expr(x.x, nameModules), y: expr(x.y, nameModules) } : x;
      case "ParenExpr":
        return { ...x, x: expr(x.x, nameModules) };
      default:
        return x;
    }
  };
  const out = decls(syntax.decls, false);
  return count === 0 ? undefined : out;
}
