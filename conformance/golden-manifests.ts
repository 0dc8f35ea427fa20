// The manifests that the tests hold for right: of the examples, and of the pipeline's archives.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { loadAll } from "js-yaml";
import type { KubeObject } from "./api-server.ts";
import { parseArchive } from "./txtar.ts";

export interface Golden {
  /** Where it stands: a file, or a section of an archive. */
  readonly source: string;
  readonly object: KubeObject;
}

const decoder = new TextDecoder();

export function goldenManifests(): Golden[] {
  const out: Golden[] = [];
  for (const name of readdirSync("examples").sort()) {
    const path = join("examples", name, "manifests.yaml");
    const text = textOf(path);
    if (text !== undefined) out.push(...objectsOf(path, text));
  }
  for (const name of readdirSync("conformance/pipeline").sort()) {
    if (!name.endsWith(".txtar")) continue;
    for (const file of parseArchive(readFileSync(join("conformance/pipeline", name))).files) {
      if (/^want\/(?:\d+\/)?stdout$/.test(file.name))
        out.push(...objectsOf(`conformance/pipeline/${name} ${file.name}`, decoder.decode(file.data)));
    }
  }
  return out;
}

function objectsOf(source: string, text: string): Golden[] {
  if (!/^(?:# [^\n]*\n)*apiVersion: /.test(text)) return [];
  return loadAll(text).map((object) => ({ source, object: withoutMasks(object) as KubeObject }));
}

/** A masked secret stands for some text, and in the data of a Secret that is base64. */
function withoutMasks(value: unknown): unknown {
  if (value === "***") return "Kioq";
  if (Array.isArray(value)) return value.map(withoutMasks);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutMasks(inner)]));
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
