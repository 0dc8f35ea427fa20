// One writer at a time. The lock is a mark in the record; who holds it must keep changing the record's version, so the
// dead cannot keep it, and no clock is ever compared with another's.
import { ApiError } from "../client/api-error.ts";
import type { Clock } from "../client/transport.ts";
import type { RecordStore, LockMark, StoredRecord } from "./record-store.ts";
import { canonicalJson } from "./blob.ts";
import type { ReleaseRecord } from "./release-record.ts";

const LEASE_SECONDS = 15;

/** Somebody else changed the record while we held it: nothing may be written any more. */
export class LockLost extends Error {}

/** Somebody holds it, and is alive. */
export class Locked extends Error {
  readonly lock: LockMark;
  constructor(lock: LockMark) {
    super(`held by ${lock.holder}`);
    this.lock = lock;
  }
}

export interface LeaseOptions {
  readonly holder: string;
  readonly seconds?: number;
  /** The version of a record whose lock is known to be nobody's any more. */
  readonly dead?: string;
}

/**
 * Watches a lock until its holder is known to be dead: the record did not change for as long as the lock lasts, on our
 * own clock. Returns what is there then; throws `Locked` as soon as it is seen to be alive.
 */
export async function expired(
  store: RecordStore,
  stored: StoredRecord,
  clock: Clock,
  waiting?: (lock: LockMark) => void,
): Promise<StoredRecord | undefined> {
  const { lock } = stored;
  if (lock === undefined) return stored;
  waiting?.(lock);
  const { name, namespace } = stored.record.release;
  const began = clock.now();
  for (;;) {
    await clock.sleep(Math.min(3000, lock.ttl * 100));
    const now = await store.read(namespace, name);
    if (now === undefined || now.lock === undefined) return now;
    if (now.resourceVersion !== stored.resourceVersion) throw new Locked(now.lock);
    if (clock.now() - began >= lock.ttl * 1000) return now;
  }
}

/** A lock that we hold, renewed in the background. */
export class Lease {
  readonly #store: RecordStore;
  readonly #clock: Clock;
  readonly #mark: LockMark;
  #stored: StoredRecord;
  #renewed: number;
  #beat = 0;
  #lost = false;
  #ended = false;
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(store: RecordStore, clock: Clock, mark: LockMark, stored: StoredRecord) {
    this.#store = store;
    this.#clock = clock;
    this.#mark = mark;
    this.#stored = stored;
    this.#renewed = clock.now();
    void this.#renew();
  }

  /** Writes `record` with our lock in it. A 409 means that somebody was faster. */
  static async take(
    store: RecordStore,
    clock: Clock,
    options: LeaseOptions,
    before: StoredRecord | undefined,
    record: ReleaseRecord,
  ): Promise<Lease> {
    if (before?.lock !== undefined && before.resourceVersion !== options.dead) throw new Locked(before.lock);
    const mark = {
      holder: options.holder,
      acquired: clock.date().toISOString(),
      ttl: options.seconds ?? LEASE_SECONDS,
    };
    try {
      return new Lease(store, clock, mark, await store.write(record, before, mark));
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 409)) throw error;
      const now = await store.read(record.release.namespace, record.release.name);
      // The answer to a first try may have been lost on its way.
      if (now?.lock?.holder === mark.holder && canonicalJson(now.record) === canonicalJson(record))
        return new Lease(store, clock, mark, now);
      throw new Locked(now?.lock ?? { holder: "another run", acquired: "", ttl: mark.ttl });
    }
  }

  get record(): ReleaseRecord {
    return this.#stored.record;
  }

  get stored(): StoredRecord {
    return this.#stored;
  }

  /** Before every change of the cluster: whether it is still ours to make. */
  async check(): Promise<void> {
    if (this.#lost) throw new LockLost();
    // Who was stopped for long may have been taken for dead: only the server knows.
    if (this.#clock.now() - this.#renewed > this.#mark.ttl * 1000 * 0.8) await this.confirm();
  }

  /** Asks the server: whether the record is as we left it, before something that cannot be undone. */
  confirm(): Promise<void> {
    return this.#serial(async () => {
      if (this.#lost) throw new LockLost();
      this.#stored = await this.#touched();
      this.#renewed = this.#clock.now();
    });
  }

  #touched(): Promise<StoredRecord> {
    return this.#guarded(
      () => this.#store.touch(this.#stored, this.#mark, ++this.#beat),
      (now) => now.lock?.holder === this.#mark.holder && same(now.record, this.#stored.record),
    );
  }

  /** Writes the record and keeps the lock. */
  update(change: (record: ReleaseRecord) => ReleaseRecord): Promise<void> {
    return this.#serial(async () => {
      if (this.#lost) throw new LockLost();
      this.#stored = await this.#written(change(this.#stored.record), this.#mark);
      this.#renewed = this.#clock.now();
    });
  }

  /** Writes the record without the lock. */
  finish(change: (record: ReleaseRecord) => ReleaseRecord): Promise<StoredRecord> {
    this.#ended = true;
    return this.#serial(async () => {
      if (this.#lost) throw new LockLost();
      this.#stored = await this.#written(change(this.#stored.record), undefined);
      return this.#stored;
    });
  }

  /** The whole record goes. */
  remove(): Promise<void> {
    this.#ended = true;
    return this.#serial(async () => {
      if (this.#lost) throw new LockLost();
      await this.#guarded(async () => {
        await this.#store.remove(this.#stored);
        return this.#stored;
      });
    });
  }

  /** Gives the lock back after a failure; what was written stays. */
  async release(): Promise<void> {
    this.#ended = true;
    await this.#serial(async () => {
      if (this.#lost) return;
      try {
        this.#stored = await this.#store.touch(this.#stored, undefined, this.#beat);
      } catch {
        // It ends by itself.
      }
    });
  }

  async #renew(): Promise<void> {
    while (!this.#ended) {
      await this.#clock.sleep((this.#mark.ttl * 1000) / 3);
      if (this.#ended || this.#lost) return;
      await this.#serial(async () => {
        if (this.#ended) return;
        try {
          this.#stored = await this.#touched();
          this.#renewed = this.#clock.now();
        } catch {
          // Lost, which `check` says; or no answer, and then time runs out.
        }
      });
    }
  }

  #written(record: ReleaseRecord, lock: LockMark | undefined): Promise<StoredRecord> {
    return this.#guarded(
      () => this.#store.write(record, this.#stored, lock),
      (now) => now.lock?.holder === lock?.holder && same(now.record, record),
    );
  }

  /** A 409 is somebody else's change, unless the record is what we wrote: then only the answer was lost. */
  async #guarded(work: () => Promise<StoredRecord>, isOurs?: (now: StoredRecord) => boolean): Promise<StoredRecord> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError && (error.code === 409 || error.code === 404))) throw error;
      const { name, namespace } = this.#stored.record.release;
      const now = isOurs && (await this.#store.read(namespace, name).catch(() => undefined));
      if (now !== undefined && now.uid === this.#stored.uid && isOurs!(now)) return now;
      this.#lost = true;
      throw new LockLost();
    }
  }

  #serial<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#queue.then(work);
    this.#queue = next.catch(() => undefined);
    return next;
  }
}

const same = (a: ReleaseRecord, b: ReleaseRecord): boolean => canonicalJson(a) === canonicalJson(b);
