// The files of the project in tabs; what is typed is rendered at once.
import { Editor } from "../part/editor.tsx";
import { shortName } from "../part/place.tsx";
import { editFile, files, original, picture, project, release, selectedFile, selectedLine } from "../state.ts";

export function Source() {
  const own = Object.keys(project.value?.files ?? {}).filter((name) => !name.includes("/cue.mod/"));
  const chosen = selectedFile.value;
  // A file of the catalog can be looked at, not changed.
  const foreign =
    chosen !== undefined && !own.includes(chosen) && files.value[chosen] !== undefined ? chosen : undefined;
  const name = foreign ?? (chosen !== undefined && own.includes(chosen) ? chosen : own[0]);
  if (name === undefined) return <p class="empty">There are no files.</p>;
  const text = project.value?.files[name] ?? files.value[name] ?? "";
  const diagnostics = [...(picture.value?.diagnostics ?? []), ...(release.value?.diagnostics ?? [])];
  return (
    <section class="pane source" aria-label="Source">
      <div class="tabs" role="tablist" aria-label="Files">
        {[...own, ...(foreign === undefined ? [] : [foreign])].map((file) => (
          <button
            type="button"
            role="tab"
            class="mono"
            aria-selected={file === name}
            onClick={() => {
              selectedFile.value = file;
              selectedLine.value = undefined;
            }}
          >
            {tabName(file)}
            {project.value?.files[file] !== original.value?.files[file] && <span title="changed"> •</span>}
            {diagnostics.some(
              ({ severity, places }) => severity === "error" && places.some((p) => p.file === file),
            ) && (
              <span class="bad" title="has errors">
                {" "}
                ✕
              </span>
            )}
          </button>
        ))}
      </div>
      <Editor
        key={name}
        name={name}
        text={text}
        readOnly={foreign !== undefined}
        line={selectedLine.value}
        diagnostics={diagnostics}
        onChange={(next) => editFile(name, next)}
      />
    </section>
  );
}

/** Files of the module by their names in it. */
function tabName(file: string): string {
  const folder = `${project.value?.path ?? ""}/`;
  return file.startsWith(folder) ? file.slice(folder.length) : shortName(file);
}
