/**
 * Where renders are kept: entries by key, content by its SHA-256. A laptop, CI and shards may share one. What cannot be
 * read is not there; what cannot be written is lost. Neither is a failure: everything can be rendered again.
 */
export interface CacheStore {
  entry(key: string): Promise<Uint8Array | undefined>;
  putEntry(key: string, bytes: Uint8Array): Promise<void>;
  content(digest: string): Promise<Uint8Array | undefined>;
  putContent(digest: string, bytes: Uint8Array): Promise<void>;
}
