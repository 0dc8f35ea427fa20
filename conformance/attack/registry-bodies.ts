// What a hostile registry serves under a module's name: manifests, module files and archives that are wrong in one way.
import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { writeZip } from "../../src/registry/index.ts";

export const MODULE = { path: "evil.example/m@v0", version: "v0.1.0" };
export const MODULE_FILE = 'module: "evil.example/m@v0"\nlanguage: version: "v0.15.0"\n';
const artifact = "application/vnd.cue.module.v1+json";

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const digest = (content: Uint8Array): string => `sha256:${createHash("sha256").update(content).digest("hex")}`;

export interface Stored {
  readonly manifest: Uint8Array;
  readonly zip: Uint8Array;
  readonly file: Uint8Array;
}

export function zipOf(files: Readonly<Record<string, string>>): Uint8Array {
  const list = Object.entries(files).map(([name, text]) => ({ name, content: bytes(text) }));
  return writeZip(list, (data) => deflateRawSync(data));
}

export const goodZip = (): Uint8Array =>
  zipOf({ "cue.mod/module.cue": MODULE_FILE, "m.cue": "package m\n\nx: 1\n", "sub/s.cue": "package s\n" });

/** A stored module, with its manifest changed before it is written. */
export function stored(
  zip: Uint8Array = goodZip(),
  file: Uint8Array = bytes(MODULE_FILE),
  change: (manifest: Record<string, unknown>) => void = () => undefined,
): Stored {
  const manifest: Record<string, unknown> = {
    schemaVersion: 2,
    mediaType: "application/vnd.oci.image.manifest.v1+json",
    config: { mediaType: artifact, digest: digest(bytes("{}")), size: 2 },
    layers: [
      { mediaType: "application/zip", digest: digest(zip), size: zip.length },
      { mediaType: "application/vnd.cue.modulefile.v1", digest: digest(file), size: file.length },
    ],
  };
  change(manifest);
  return { manifest: bytes(JSON.stringify(manifest)), zip, file };
}

/** The good archive with bytes of the central entry of its second file replaced. */
export function patched(offset: number, values: readonly number[]): Uint8Array {
  const zip = goodZip();
  let at = -1;
  for (let found = 0; found < 2; found++) at = Buffer.from(zip).indexOf("PK\x01\x02", at + 1, "latin1");
  zip.set(values, at + offset);
  return zip;
}

/** Names that must not be unpacked. */
export const badNames: readonly string[] = [
  "../out.cue",
  "a/../../out.cue",
  "/etc/out.cue",
  "./x.cue",
  "a//b.cue",
  "a\\..\\b.cue",
  "C:/x.cue",
  "a\u0000b.cue",
  "con",
  "aux.cue",
  "x.cue.",
  "M.CUE",
  "m.cue/x.cue",
  "cue.mod",
  "sub/cue.mod/module.cue",
  "CUE.MOD/module.cue",
  "cue.mod/local-module.cue",
  "\u202egnp.cue",
  "a\u001b[31m.cue",
  "a\nb.cue",
  "~/x.cue:stream",
];

/** Archives that must not be unpacked. */
export function badZips(): Record<string, Uint8Array> {
  const good = goodZip();
  const end = good.length - 22;
  const withEnd = (offset: number, values: readonly number[]): Uint8Array => {
    const zip = good.slice();
    zip.set(values, end + offset);
    return zip;
  };
  const first = Buffer.from(good).indexOf("PK\x01\x02", 0, "latin1");
  return {
    "nothing at all": new Uint8Array(),
    "no archive": bytes("#!/bin/sh\n"),
    "cut in the middle": good.subarray(0, good.length >> 1),
    "cut at the end": good.subarray(0, good.length - 1),
    "more entries than there are": withEnd(8, [9, 0, 9, 0]),
    "as many entries as ZIP64 has": withEnd(8, [255, 255, 255, 255]),
    "a directory beyond the end": withEnd(16, [255, 255, 255, 0]),
    "a directory on another disk": withEnd(4, [1, 0]),
    "an entry at the first one's place": patched(42, [0, 0, 0, 0]),
    "an entry in the directory": patched(42, [first & 255, first >> 8, 0, 0]),
    "an entry beyond the end": patched(42, [0, 0, 0, 64]),
    "an entry longer than its place": patched(20, [255, 0, 0, 0]),
    "an entry as long as the archive": patched(20, [good.length & 255, good.length >> 8, 0, 0]),
    "content longer than declared": patched(24, [1, 0, 0, 0]),
    "content shorter than declared": patched(24, [255, 255, 0, 0]),
    "four gigabytes declared": patched(24, [254, 255, 255, 255]),
    "a wrong checksum": patched(16, [1, 2, 3, 4]),
    "an unknown method": patched(10, [99, 0]),
    "deflated and not stored": patched(10, [8, 0]),
    "an encrypted entry": patched(8, [1, 0]),
    "a symbolic link": patched(4, [20, 3, 20, 0]).map((b, i, a) => (i === at(a) + 41 ? 0xa1 : b)),
    "a device": patched(4, [20, 3, 20, 0]).map((b, i, a) => (i === at(a) + 41 ? 0x21 : b)),
    "no module file": zipOf({ "m.cue": "package m\n" }),
    "the same file twice": writeZip(
      [
        { name: "cue.mod/module.cue", content: bytes(MODULE_FILE) },
        { name: "m.cue", content: bytes("package m\n") },
        { name: "m.cue", content: bytes("package n\n") },
      ],
      (data) => deflateRawSync(data),
    ),
    "another module file than the one beside it": zipOf({
      "cue.mod/module.cue": `${MODULE_FILE}deps: "other.example/d@v0": v: "v0.1.0"\n`,
      "m.cue": "package m\n",
    }),
  };
}

function at(zip: Uint8Array): number {
  const buffer = Buffer.from(zip.buffer, zip.byteOffset, zip.length);
  return buffer.indexOf("PK\x01\x02", buffer.indexOf("PK\x01\x02", 0, "latin1") + 1, "latin1");
}
