// Where a rollout is remembered: a Secret beside the release of its first environment, changed only as it was read.
import type { KubeApi } from "../client/kube-api.ts";
import { textAt } from "../kube-object.ts";
import type { KubeObject } from "../kube-object.ts";
import { fromBase64, sha256Hex, toBase64 } from "../record/blob.ts";
import { DamagedRecord, SECRETS } from "../record/record-store.ts";
import type { RolloutState } from "./rollout-state.ts";

const rolloutName = (release: string): string => `opm.rollout.v1.${release}`;

export interface StoredRollout {
  readonly state: RolloutState;
  readonly resourceVersion: string;
}

export class RolloutStore {
  readonly #api: KubeApi;
  readonly #namespace: string;
  readonly #release: string;

  constructor(api: KubeApi, namespace: string, release: string) {
    this.#api = api;
    this.#namespace = namespace;
    this.#release = release;
  }

  async read(): Promise<StoredRollout | undefined> {
    const secret = await this.#api.get(SECRETS, this.#namespace, rolloutName(this.#release));
    if (secret === undefined) return undefined;
    const text = new TextDecoder().decode(fromBase64(textAt(secret, "data", "rollout")));
    if ((await sha256Hex(text)) !== secret.metadata.annotations?.["opmodel.dev/digest"])
      throw new DamagedRecord("its digest is another");
    return { state: JSON.parse(text) as RolloutState, resourceVersion: secret.metadata.resourceVersion! };
  }

  /** A 409 is somebody else's step. */
  async write(state: RolloutState, before: StoredRollout | undefined): Promise<StoredRollout> {
    const text = JSON.stringify(state);
    const secret: KubeObject = {
      apiVersion: "v1",
      kind: "Secret",
      type: "opmodel.dev/rollout",
      metadata: {
        name: rolloutName(this.#release),
        namespace: this.#namespace,
        labels: { "app.kubernetes.io/managed-by": "open-platform-model", "opmodel.dev/record": "rollout" },
        annotations: { "opmodel.dev/digest": await sha256Hex(text) },
        ...(before && { resourceVersion: before.resourceVersion }),
      },
      data: { rollout: toBase64(new TextEncoder().encode(text)) },
    };
    const written = await (before === undefined
      ? this.#api.create(SECRETS, secret)
      : this.#api.replace(SECRETS, secret));
    return { state, resourceVersion: written.metadata.resourceVersion! };
  }

  /** Reads, changes and writes until nobody else did so between. */
  async update(change: (state: RolloutState) => RolloutState): Promise<StoredRollout | undefined> {
    for (let attempt = 0; ; attempt++) {
      const stored = await this.read();
      if (stored === undefined) return undefined;
      try {
        return await this.write(change(stored.state), stored);
      } catch (error) {
        if ((error as { code?: unknown }).code !== 409 || attempt >= 10) throw error;
      }
    }
  }
}
