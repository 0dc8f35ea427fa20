import { changes, live, picture } from "../state.ts";

/** How a release is, in a glance: errors, what the edits change, what its cluster says. */
export function ReleaseState({ id }: { id: string }) {
  const one = picture.value?.releases.find((release) => release.id === id);
  if (one === undefined) return null;
  const errors = one.diagnostics.filter(({ severity }) => severity === "error").length;
  if (errors > 0) return <span class="state bad">✕ {errors === 1 ? "1 error" : `${errors} errors`}</span>;
  const changed = changes.value.find(({ release }) => release === id)?.objects.length ?? 0;
  const there = live.value.get(id);
  const drift = typeof there === "object" ? there.objects.reduce((sum, object) => sum + object.drift.length, 0) : 0;
  return (
    <span class="states">
      <span class="dim">
        {one.objects.length} {one.objects.length === 1 ? "object" : "objects"}
      </span>
      {changed > 0 && <span class="state warn">~ {changed} changed</span>}
      {drift > 0 && <span class="state warn">≠ {drift} drifted</span>}
    </span>
  );
}
