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

/** With fewer folders for each shard than this, the jobs of folders are shared out, and not the folders. */
const ENOUGH = 4;
/** How much more than its share a shard may get, so that keys keep their shards. */
const SLACK = 1.1;

/**
 * The folders of one shard; undefined where there are too few to be shared out. Each folder has an order of preference
 * among the shards that depends on its name alone (rendezvous hashing), and gets the first that is not full. So a
 * folder more moves few others, and what a shard has in its cache stays useful. The heaviest are placed first.
 */
export function shardFolders(
  folders: readonly string[],
  { index, count }: Shard,
  weight: (folder: string) => number = () => 1,
): string[] | undefined {
  if (folders.length < count * ENOUGH) return undefined;
  const loads = new Array<number>(count).fill(0);
  const total = folders.reduce((sum, folder) => sum + weight(folder), 0);
  const most = (total / count) * SLACK;
  const mine = new Set<string>();
  const order = [...folders].sort((a, b) => weight(b) - weight(a) || (a < b ? -1 : 1));
  for (const folder of order) {
    const ranked = loads.map((_, i) => ({ i, score: hash(`${i} ${folder}`) })).sort((a, b) => b.score - a.score);
    const free = ranked.find(({ i }) => loads[i]! + weight(folder) <= most);
    // What fits nowhere goes where there is least.
    const chosen = free?.i ?? loads.indexOf(Math.min(...loads));
    loads[chosen]! += weight(folder);
    if (chosen === index - 1) mine.add(folder);
  }
  return folders.filter((folder) => mine.has(folder));
}

/** FNV-1a with a final mix: the same everywhere, and even for names that differ in one digit. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
