// Environments in the order in which a rollout reaches them, and instances of a bundle in the order of releasing.
import type { BundlePicture } from "../../../src/picture/index.ts";
import { Empty } from "../part/empty.tsx";
import { ReleaseState } from "../part/release-state.tsx";
import { Lock } from "../part/tier.tsx";
import { WaveGraph } from "../part/wave-graph.tsx";
import { chosen, picture, view } from "../state.ts";

export function Rollout() {
  const waves = picture.value?.waves ?? [];
  const environments = new Map((picture.value?.environments ?? []).map((one) => [one.name, one]));
  if (waves.length === 0)
    return (
      <Empty title="There are no environments to roll out to" command="opm env init staging">
        Their groups, their order and who must approve are shown here.
      </Empty>
    );
  return (
    <div class="page">
      <p class="dim lead">One wave after the other; a wave with a gate waits until somebody approves.</p>
      <WaveGraph
        label="Waves of the rollout"
        waves={waves.map((wave, i) => ({
          title: (
            <>
              {wave.group}
              {wave.approval && (
                <span class="chip gate">
                  <Lock title="waits for approval" /> approval
                </span>
              )}
            </>
          ),
          nodes: wave.environments.map((name) => {
            const one = environments.get(name);
            return {
              id: name,
              after: waves[i - 1]?.environments ?? [],
              show: (
                <button type="button" onClick={() => look(name)}>
                  <b>{name}</b>
                  <span class="dim cut">
                    {one?.context ?? "current context"} / {one?.namespace ?? "the module’s namespace"}
                  </span>
                  <ReleaseState id={name} />
                </button>
              ),
            };
          }),
        }))}
      />
    </div>
  );
}

export function Bundles() {
  const bundles = picture.value?.bundles ?? [];
  if (bundles.length === 0) return <Empty title="There is no bundle here" command="opm bundle init shop" />;
  return (
    <div class="page">
      {bundles.map((bundle) => (
        <Bundle bundle={bundle} />
      ))}
    </div>
  );
}

function Bundle({ bundle }: { bundle: BundlePicture }) {
  const count = bundle.waves.reduce((sum, wave) => sum + wave.length, 0);
  return (
    <section aria-label={`Bundle ${bundle.name}`}>
      <header class="bar">
        <h2>{bundle.name}</h2>
        <span class="dim">
          {count} instances in {bundle.waves.length} {bundle.waves.length === 1 ? "wave" : "waves"}
          {bundle.environment !== undefined && `, to ${bundle.environment}`}
        </span>
      </header>
      <WaveGraph
        label={`Waves of ${bundle.name}`}
        waves={bundle.waves.map((wave) => ({
          title: wave.length === 1 ? "one instance" : `${wave.length} at once`,
          nodes: wave.map(({ name, release, module, after }) => ({
            id: name,
            after,
            show: (
              <button type="button" onClick={() => look(release)}>
                <b>{name}</b>
                <span class="dim cut">
                  {module}
                  {after.length > 0 && `, after ${after.join(", ")}`}
                </span>
                <ReleaseState id={release} />
              </button>
            ),
          })),
        }))}
      />
    </section>
  );
}

function look(release: string): void {
  chosen.value = release;
  view.value = "objects";
}
