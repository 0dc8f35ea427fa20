// The manifests in a folder that `--out-dir` wrote, or that anybody else did.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { YAMLException, loadAll } from "js-yaml";

interface ManifestFile {
  /** Relative to the folder, with slashes. */
  readonly name: string;
  readonly content: Uint8Array;
}

interface ReadObject {
  readonly file: string;
  readonly object: Readonly<Record<string, unknown>>;
}

/** Sorted; names that begin with a dot are not manifests. */
export function manifestFiles(folder: string): ManifestFile[] {
  return (readdirSync(folder, { recursive: true }) as string[])
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => /\.(?:ya?ml|json)$/.test(name) && !name.split("/").some((step) => step.startsWith(".")))
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort()
    .map((name) => ({ name, content: readFileSync(join(folder, name)) }));
}

/** The objects of files; a text: the file that is wrong, and why. */
export function readObjects(files: readonly ManifestFile[]): ReadObject[] | string {
  const out: ReadObject[] = [];
  for (const { name, content } of files) {
    let documents: unknown[];
    try {
      documents = loadAll(new TextDecoder().decode(content)) as unknown[];
    } catch (error) {
      return `${name}: it is not YAML${error instanceof YAMLException ? ` (${error.reason})` : ""}`;
    }
    for (const document of documents) {
      if (document === null || document === undefined) continue;
      const items =
        (document as { kind?: unknown; items?: unknown }).kind === "List"
          ? (document as { items?: unknown }).items
          : [document];
      for (const object of Array.isArray(items) ? items : [])
        if (typeof object === "object" && object !== null)
          out.push({ file: name, object: object as Record<string, unknown> });
    }
  }
  return out;
}

/** Secrets whose values were masked when they were written: nothing that a cluster should get. */
export function maskedSecrets(objects: readonly ReadObject[]): string[] {
  return objects
    .filter(({ object }) => {
      if (object["kind"] !== "Secret" || object["sops"] !== undefined) return false;
      const values = [object["data"], object["stringData"]].flatMap((data) =>
        typeof data === "object" && data !== null ? Object.values(data) : [],
      );
      return values.includes("***");
    })
    .map(({ file }) => file);
}
