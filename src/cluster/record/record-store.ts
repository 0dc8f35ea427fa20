// Records in a cluster: a Secret for each release, shards where one is too small, and one for each revision. Every write
// names the version it was made from, so that of two writers one is told.
import { ApiError } from "../client/api-error.ts";
import type { ApiResource } from "../client/api-map.ts";
import type { KubeApi } from "../client/kube-api.ts";
import { textAt } from "../kube-object.ts";
import type { KubeObject } from "../kube-object.ts";
import { fromBase64, gunzip, gzip, sha256Hex, toBase64 } from "./blob.ts";
import { APPLYSET_ID, APPLYSET_KINDS, APPLYSET_NAMESPACES, APPLYSET_TOOLING, applySetId, recordName } from "./marks.ts";
import type { ReleaseIdentity, ReleaseRecord, StoredBlob } from "./release-record.ts";
import { recordedEntries } from "./release-record.ts";

/** One Secret holds a mebibyte; base64 is decoded before it is counted. */
const pieceBytes = 700_000;
const RECORD_TYPE = "opmodel.dev/release";
const KIND_LABEL = "opmodel.dev/record";
const LOCK = "opmodel.dev/lock";
/** Records of all kinds are Secrets. */
export const SECRETS: ApiResource = {
  group: "",
  version: "v1",
  kind: "Secret",
  plural: "secrets",
  namespaced: true,
  verbs: [],
  subresources: [],
};

export interface StoredRecord {
  readonly record: ReleaseRecord;
  readonly resourceVersion: string;
  readonly uid: string;
  readonly lock: LockMark | undefined;
}

export interface LockMark {
  readonly holder: string;
  readonly acquired: string;
  readonly ttl: number;
}

/** A record that is there and cannot be trusted. */
export class DamagedRecord extends Error {}
/** Written by a later version of opm. */
export class NewerRecord extends Error {}

export class RecordStore {
  readonly #api: KubeApi;
  readonly #tooling: string;

  constructor(api: KubeApi, version: string) {
    this.#api = api;
    this.#tooling = `opm/v${version}`;
  }

  async read(namespace: string, name: string): Promise<StoredRecord | undefined> {
    const secret = await this.#api.get(SECRETS, namespace, recordName(name));
    return secret === undefined ? undefined : this.#decode(secret);
  }

  /** Every release of a namespace, or of all; what cannot be read is told by its name. */
  async list(namespace: string | undefined): Promise<(StoredRecord | { damaged: string; namespace: string })[]> {
    const { items } = await this.#api.list(SECRETS, namespace, { labelSelector: `${KIND_LABEL}=release` });
    const out: (StoredRecord | { damaged: string; namespace: string })[] = [];
    for (const secret of items) {
      try {
        out.push(await this.#decode(secret));
      } catch (error) {
        if (!(error instanceof DamagedRecord || error instanceof NewerRecord)) throw error;
        out.push({
          damaged: secret.metadata.name.slice(recordName("").length),
          namespace: secret.metadata.namespace ?? "",
        });
      }
    }
    return out;
  }

  async #decode(secret: KubeObject): Promise<StoredRecord> {
    const { metadata } = secret;
    const text = await this.#payload(secret);
    let record: ReleaseRecord;
    try {
      record = JSON.parse(text) as ReleaseRecord;
    } catch {
      throw new DamagedRecord("it is no JSON");
    }
    if (typeof record.schema === "number" && record.schema > 1) throw new NewerRecord();
    if (record.schema !== 1 || !Array.isArray(record.current) || typeof record.key !== "string")
      throw new DamagedRecord("it is no record");
    if (
      recordName(record.release.name) !== metadata.name ||
      record.release.namespace !== (metadata.namespace ?? "") ||
      metadata.labels?.[APPLYSET_ID] !== (await applySetId(record.release))
    )
      throw new DamagedRecord("it is the record of another release");
    return { record, resourceVersion: metadata.resourceVersion!, uid: metadata.uid!, lock: readLock(secret) };
  }

  async #payload(secret: KubeObject): Promise<string> {
    const digest = secret.metadata.annotations?.["opmodel.dev/digest"] ?? "";
    try {
      const names = textAt(secret, "metadata", "annotations", "opmodel.dev/shards");
      const bytes =
        names === ""
          ? fromBase64(textAt(secret, "data", "record"))
          : await this.#pieces(secret.metadata.namespace ?? "", names.split(","));
      if ((await sha256Hex(bytes)) !== digest) throw new DamagedRecord("its digest is another");
      return await gunzip(bytes);
    } catch (error) {
      if (error instanceof DamagedRecord || error instanceof ApiError) throw error;
      throw new DamagedRecord("it cannot be unpacked");
    }
  }

  async #pieces(namespace: string, names: readonly string[]): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    for (const name of names) {
      const piece = await this.#api.get(SECRETS, namespace, name);
      if (piece === undefined) throw new DamagedRecord(`its part ${name} is gone`);
      parts.push(fromBase64(textAt(piece, "data", "part")));
    }
    const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      out.set(part, at);
      at += part.length;
    }
    return out;
  }

  /**
   * Writes the record, with a lock or without. The version is the one it was read with; without one it is new, and a
   * record that is there already is a 409.
   */
  async write(
    record: ReleaseRecord,
    before: StoredRecord | undefined,
    lock: LockMark | undefined,
  ): Promise<StoredRecord> {
    const { name, namespace } = record.release;
    const bytes = await gzip(JSON.stringify(record));
    const shards = bytes.length > pieceBytes ? await this.#writePieces(record.release, bytes, "shard") : [];
    const secret: KubeObject = {
      apiVersion: "v1",
      kind: "Secret",
      type: RECORD_TYPE,
      metadata: {
        name: recordName(name),
        namespace,
        ...(before && { resourceVersion: before.resourceVersion, uid: before.uid }),
        labels: {
          "app.kubernetes.io/managed-by": "open-platform-model",
          [KIND_LABEL]: "release",
          "opmodel.dev/release": name,
          [APPLYSET_ID]: await applySetId(record.release),
        },
        annotations: {
          ...(await applySetAnnotations(record, this.#tooling)),
          "opmodel.dev/digest": await sha256Hex(bytes),
          ...(shards.length > 0 && { "opmodel.dev/shards": shards.join(",") }),
          ...(lock && { [LOCK]: JSON.stringify(lock) }),
        },
      },
      data: shards.length > 0 ? {} : { record: toBase64(bytes) },
    };
    const written = await (before === undefined
      ? this.#api.create(SECRETS, secret)
      : this.#api.replace(SECRETS, secret));
    return { record, resourceVersion: written.metadata.resourceVersion!, uid: written.metadata.uid!, lock };
  }

  /** Keeps a lock alive: its version moves. */
  async touch(stored: StoredRecord, lock: LockMark | undefined, beat: number): Promise<StoredRecord> {
    const { name, namespace } = stored.record.release;
    const written = await this.#api.patch(SECRETS, namespace, recordName(name), {
      type: "merge",
      body: {
        metadata: {
          resourceVersion: stored.resourceVersion,
          uid: stored.uid,
          annotations: { [LOCK]: lock === undefined ? null : JSON.stringify({ ...lock, beat }) },
        },
      },
    });
    return { ...stored, resourceVersion: written.metadata.resourceVersion!, lock };
  }

  /** Deleted last, and only as it was read. */
  async remove(stored: StoredRecord): Promise<void> {
    const { name, namespace } = stored.record.release;
    const { items } = await this.#api.list(SECRETS, namespace, {
      labelSelector: `opmodel.dev/release=${name},${KIND_LABEL}!=release`,
      metadataOnly: true,
    });
    for (const piece of items)
      await this.#api.delete(SECRETS, namespace, piece.metadata.name, {
        propagation: "Background",
        ...(piece.metadata.uid !== undefined && { uid: piece.metadata.uid }),
      });
    await this.#api.delete(SECRETS, namespace, recordName(name), {
      propagation: "Background",
      uid: stored.uid,
      resourceVersion: stored.resourceVersion,
    });
  }

  /** A text that belongs to a revision. Its pieces are named by their content: writing them again is no change. */
  async keep(release: ReleaseIdentity, text: string): Promise<StoredBlob> {
    const bytes = await gzip(text);
    return { names: await this.#writePieces(release, bytes, "revision"), digest: await sha256Hex(bytes) };
  }

  async fetch(namespace: string, blob: StoredBlob): Promise<string> {
    const bytes = await this.#pieces(namespace, blob.names);
    if ((await sha256Hex(bytes)) !== blob.digest) throw new DamagedRecord("a revision has another digest");
    return gunzip(bytes);
  }

  async #writePieces(release: ReleaseIdentity, bytes: Uint8Array, kind: string): Promise<string[]> {
    const names: string[] = [];
    for (let from = 0; from < bytes.length || from === 0; from += pieceBytes) {
      const part = bytes.subarray(from, from + pieceBytes);
      const name = `${recordName(release.name)}.${(await sha256Hex(part)).slice(0, 16)}`;
      const secret: KubeObject = {
        apiVersion: "v1",
        kind: "Secret",
        type: RECORD_TYPE,
        immutable: true,
        metadata: {
          name,
          namespace: release.namespace,
          labels: {
            "app.kubernetes.io/managed-by": "open-platform-model",
            [KIND_LABEL]: kind,
            "opmodel.dev/release": release.name,
          },
        },
        data: { part: toBase64(part) },
      };
      try {
        await this.#api.create(SECRETS, secret);
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 409 && error.reason === "AlreadyExists")) throw error;
      }
      names.push(name);
    }
    return names;
  }

  /** Pieces that no revision names any more. */
  async sweep(stored: StoredRecord): Promise<void> {
    const { name, namespace } = stored.record.release;
    const named = new Set(
      stored.record.history.flatMap(({ stored: objects, logs }) => [...(objects?.names ?? []), ...(logs?.names ?? [])]),
    );
    const { items } = await this.#api.list(SECRETS, namespace, {
      labelSelector: `opmodel.dev/release=${name},${KIND_LABEL}=revision`,
      metadataOnly: true,
    });
    for (const { metadata } of items)
      if (!named.has(metadata.name))
        await this.#api.delete(SECRETS, namespace, metadata.name, {
          propagation: "Background",
          ...(metadata.uid !== undefined && { uid: metadata.uid }),
        });
  }
}

function readLock(secret: KubeObject): LockMark | undefined {
  const text = secret.metadata.annotations?.[LOCK];
  if (text === undefined) return undefined;
  try {
    const { holder, acquired, ttl } = JSON.parse(text) as Partial<LockMark>;
    return { holder: String(holder), acquired: String(acquired), ttl: Math.min(Math.max(Number(ttl) || 15, 1), 300) };
  } catch {
    return { holder: "somebody", acquired: "", ttl: 15 };
  }
}

async function applySetAnnotations(record: ReleaseRecord, tooling: string): Promise<Record<string, string>> {
  const entries = recordedEntries(record);
  const kinds = new Set(entries.map(({ group, kind }) => (group === "" ? kind : `${kind}.${group}`)));
  const namespaces = new Set(entries.map(({ namespace }) => namespace).filter((name) => name !== ""));
  namespaces.delete(record.release.namespace);
  return {
    [APPLYSET_TOOLING]: tooling,
    [APPLYSET_KINDS]: [...kinds].sort().join(","),
    ...(namespaces.size > 0 && { [APPLYSET_NAMESPACES]: [...namespaces].sort().join(",") }),
  };
}
