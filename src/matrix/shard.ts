/** The part of a list of jobs that one of several processes does. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

/** `2/5`; undefined if it is anything else. */
export function parseShard(text: string): Shard | undefined {
  const m = /^([1-9][0-9]{0,5})\/([1-9][0-9]{0,5})$/.exec(text);
  if (m === null) return undefined;
  const [index, count] = [Number(m[1]), Number(m[2])];
  return index <= count ? { index, count } : undefined;
}

/** Every n-th job, so that the environments of a large module spread over all shards. */
export function shardOf<T>(jobs: readonly T[], shard: Shard | undefined): T[] {
  return shard === undefined ? [...jobs] : jobs.filter((_, i) => i % shard.count === shard.index - 1);
}
