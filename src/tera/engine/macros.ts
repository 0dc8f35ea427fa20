import type { FoundMacro } from "../compile/unit.ts";
import type { CompiledTemplate } from "../render/runtime.ts";

/** The macros that each template sees, by namespace. Worked out on first use and kept. */
export class MacroIndex {
  readonly #template: (name: string) => CompiledTemplate | undefined;
  readonly #namespaces = new Map<string, ReadonlyMap<string, CompiledTemplate>>();

  constructor(template: (name: string) => CompiledTemplate | undefined) {
    this.#template = template;
  }

  find(from: string, namespace: string, name: string): FoundMacro | string {
    const template = this.namespacesOf(from).get(namespace);
    if (!template) {
      return `Macro namespace \`${namespace}\` was not found in template \`${from}\`. Have you maybe forgotten to import it, or misspelled it?`;
    }
    const macro = template.macros.get(name);
    return macro ? { macro, template } : `Macro \`${namespace}::${name}\` not found in template \`${from}\``;
  }

  /** A template's own, those it imports with what they import, and those of its parents; the first wins. */
  private namespacesOf(name: string): ReadonlyMap<string, CompiledTemplate> {
    const known = this.#namespaces.get(name);
    if (known) return known;
    const found = new Map<string, CompiledTemplate>();
    // Set before it is full, so that imports in a circle end here.
    this.#namespaces.set(name, found);
    const template = this.#template(name);
    if (!template) return found;
    if (template.macros.size > 0) found.set("self", template);
    for (const { file, namespace } of template.imports) {
      const imported = this.#template(file);
      if (imported) found.set(namespace, imported);
      this.inherit(found, file);
    }
    for (const parent of template.parents) this.inherit(found, parent);
    return found;
  }

  private inherit(found: Map<string, CompiledTemplate>, from: string): void {
    for (const [namespace, template] of this.namespacesOf(from)) {
      if (!found.has(namespace)) found.set(namespace, template);
    }
  }
}
