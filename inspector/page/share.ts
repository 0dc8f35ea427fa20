// What a playground shows, in the fragment of a link: nothing of it reaches a server. Deflate and base64url.
import type { CueCommand, Project } from "../engine/project.ts";

/** Longer links are cut by chat programs and browsers' bars. */
export const LONGEST_LINK = 32_000;

export interface CuePlay {
  readonly files: Readonly<Record<string, string>>;
  readonly command: CueCommand;
  readonly out: "json" | "yaml" | "cue";
}

export interface TeraPlay {
  readonly template: string;
  /** `name=text`, one a line. */
  readonly variables: string;
}

/** A module, plain CUE or a template; each has a letter of its own before its data. */
export type Shared =
  | { readonly kind: "p"; readonly data: Project }
  | { readonly kind: "c"; readonly data: CuePlay }
  | { readonly kind: "t"; readonly data: TeraPlay };

export const isShared = (fragment: string): boolean => /^#?[pct]1\./.test(fragment);

export async function toFragment({ kind, data }: Shared): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify({ v: 1, ...data }));
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  return `${kind}1.${base64url(packed)}`;
}

/** Undefined for what is no such link: it may be anybody's. */
export async function fromFragment(fragment: string): Promise<Shared | undefined> {
  const found = /^#?([pct])1\.([\w-]+)$/.exec(fragment);
  if (found === null) return undefined;
  const kind = found[1] as Shared["kind"];
  try {
    const bytes = await through(unbase64url(found[2]!), new DecompressionStream("deflate-raw"), 4 << 20);
    const { v, ...data } = JSON.parse(new TextDecoder().decode(bytes)) as { v: number };
    return v === 1 && IS[kind](data as never) ? ({ kind, data } as Shared) : undefined;
  } catch {
    return undefined;
  }
}

const areTexts = (all: unknown): boolean =>
  typeof all === "object" && all !== null && Object.values(all).every((text) => typeof text === "string");

const IS = {
  p: ({ files, path, values, sets, tags }: Project) =>
    typeof path === "string" &&
    areTexts(files) &&
    Array.isArray(values) &&
    areTexts(values) &&
    Array.isArray(tags) &&
    areTexts(tags) &&
    Array.isArray(sets) &&
    sets.every((one) => typeof one.kind === "string" && typeof one.argument === "string"),
  c: ({ files, command, out }: CuePlay) =>
    areTexts(files) && ["export", "eval", "def", "vet"].includes(command) && ["json", "yaml", "cue"].includes(out),
  t: ({ template, variables }: TeraPlay) => typeof template === "string" && typeof variables === "string",
};

/** Bounded: a link of a few bytes must not fill the memory. */
async function through(
  bytes: Uint8Array,
  stream: CompressionStream | DecompressionStream,
  limit = Infinity,
): Promise<Uint8Array> {
  const reader = new Blob([bytes as BlobPart])
    .stream()
    .pipeThrough(stream as never)
    .getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > limit) throw new Error("the link holds too much");
    parts.push(part.value);
  }
  const out = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function base64url(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function unbase64url(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
}
