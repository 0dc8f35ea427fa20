// Objects of a kind as they change: a list, then a watch from there, and a new list whenever that cannot go on.
import type { KubeObject } from "../kube-object.ts";
import { ApiError } from "./api-error.ts";
import type { ApiResource } from "./api-map.ts";
import type { KubeApi, ListOptions, Watching } from "./kube-api.ts";
import { TransportFault } from "./transport.ts";
import type { Clock } from "./transport.ts";

const again = 30_000;
const pollEvery = 2000;

export class Follower {
  readonly objects = new Map<string, KubeObject>();
  /** The first list has come. */
  ready = false;
  /** Why nothing can be known: no right to list. */
  refused: ApiError | undefined;
  #stopped = false;
  #watching: Watching | undefined;
  readonly #changed: () => void;

  constructor(
    api: KubeApi,
    resource: ApiResource,
    namespace: string | undefined,
    options: ListOptions,
    clock: Clock,
    changed: () => void,
  ) {
    this.#changed = changed;
    void this.#run(api, resource, namespace, options, clock);
  }

  stop(): void {
    this.#stopped = true;
    this.#watching?.close();
  }

  async #run(
    api: KubeApi,
    resource: ApiResource,
    namespace: string | undefined,
    options: ListOptions,
    clock: Clock,
  ): Promise<void> {
    let mayWatch = true;
    while (!this.#stopped) {
      let version: string;
      try {
        const listed = await api.list(resource, namespace, options);
        version = listed.resourceVersion;
        this.objects.clear();
        for (const item of listed.items) this.objects.set(keyIn(item), item);
        this.ready = true;
        this.#changed();
      } catch (error) {
        if (error instanceof ApiError && (error.code === 403 || error.code === 404)) {
          this.refused = error;
          this.#changed();
          return;
        }
        if (!(error instanceof ApiError || error instanceof TransportFault)) throw error;
        await clock.sleep(pollEvery); // the server may be on its way back
        continue;
      }
      if (!mayWatch) {
        await clock.sleep(pollEvery);
        continue;
      }
      mayWatch = await this.#watch(api, resource, namespace, options, version, clock);
    }
  }

  /** Until it is time for a new list; whether watching is allowed at all. */
  async #watch(
    api: KubeApi,
    resource: ApiResource,
    namespace: string | undefined,
    options: ListOptions,
    version: string,
    clock: Clock,
  ): Promise<boolean> {
    try {
      const watching = await api.watch(resource, namespace, version, options);
      this.#watching = watching;
      if (this.#stopped) {
        watching.close();
        return true;
      }
      void clock.sleep(again).then(() => watching.close());
      for await (const { type, object } of watching.events()) {
        if (this.#stopped) break;
        if (type === "BOOKMARK") continue;
        if (type === "DELETED") this.objects.delete(keyIn(object));
        else this.objects.set(keyIn(object), object);
        this.#changed();
      }
      return true;
    } catch (error) {
      if (error instanceof ApiError) return error.code !== 403; // too old is told so, and the list begins again
      if (!(error instanceof TransportFault)) throw error;
      await clock.sleep(500);
      return true;
    }
  }
}

const keyIn = ({ metadata }: KubeObject): string => `${metadata.namespace ?? ""}/${metadata.name}`;
