// A project in the fragment of a link: nothing of it reaches a server. Deflate and base64url.
import type { Project } from "../engine/project.ts";

/** Longer links are cut by chat programs and browsers' bars. */
export const LONGEST_LINK = 32_000;

export async function toFragment(project: Project): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify({ v: 1, ...project }));
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  return `p1.${base64url(packed)}`;
}

export async function fromFragment(fragment: string): Promise<Project | undefined> {
  const found = /^#?p1\.([\w-]+)$/.exec(fragment);
  if (found === null) return undefined;
  try {
    const bytes = await through(unbase64url(found[1]!), new DecompressionStream("deflate-raw"), 4 << 20);
    const data = JSON.parse(new TextDecoder().decode(bytes)) as { v: number } & Project;
    return isProject(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

function isProject({ v, files, path, values, sets, tags }: { v: number } & Project): boolean {
  const texts = (list: unknown): boolean => Array.isArray(list) && list.every((one) => typeof one === "string");
  return (
    v === 1 &&
    typeof path === "string" &&
    typeof files === "object" &&
    Object.values(files).every((text) => typeof text === "string") &&
    texts(values) &&
    texts(tags) &&
    Array.isArray(sets) &&
    sets.every((one) => typeof one.kind === "string" && typeof one.argument === "string")
  );
}

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
