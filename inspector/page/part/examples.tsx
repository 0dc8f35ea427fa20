import { examples, openProject } from "../state.ts";

/** Another example of the repository; what was typed is gone then, as with any other page. */
export function Examples() {
  const names = Object.keys(examples.value);
  return (
    <select
      aria-label="Example"
      value=""
      onChange={(event) => {
        const chosen = examples.value[event.currentTarget.value];
        if (chosen !== undefined) openProject(chosen);
      }}
    >
      <option value="">Examples…</option>
      {names.map((name) => (
        <option value={name}>{name}</option>
      ))}
    </select>
  );
}
