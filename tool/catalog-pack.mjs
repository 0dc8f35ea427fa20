// The catalog in one file, for the program and for the page.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * The catalog in one file, because reading two hundred takes longer than rendering a small module: a line of JSON (the
 * index with a hash of the content, and where each file is), then the files.
 */
export function packCatalog(folder) {
  const index = JSON.parse(readFileSync(join(folder, "catalog.json"), "utf8"));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".cue") && !file.endsWith("_tests.cue"))
    .sort();
  const places = {};
  const contents = [];
  let at = 0;
  for (const file of files) {
    const content = readFileSync(join(folder, file));
    places[file] = [at, content.length];
    contents.push(content);
    at += content.length;
  }
  const body = Buffer.concat(contents);
  const hash = createHash("sha256").update(JSON.stringify(places)).update(body).digest("hex").slice(0, 32);
  const head = Buffer.from(`${JSON.stringify({ ...index, hash, files: places })}\n`);
  return { pack: Buffer.concat([head, body]), files: ["catalog.json", ...files] };
}
