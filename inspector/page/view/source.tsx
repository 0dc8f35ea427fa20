// The files of the project; what is typed is rendered at once.
import { languageFor } from "../language-client.ts";
import { Editor } from "../part/editor.tsx";
import { Empty } from "../part/empty.tsx";
import { shortName } from "../part/place.tsx";
import { editFile, files, original, picture, project, release, selectedFile, selectedLine } from "../state.ts";

export function Source() {
  const own = Object.keys(project.value?.files ?? {}).sort(byFolder);
  const chosen = selectedFile.value;
  // A file of the catalog or of another module can be looked at, not changed.
  const foreign =
    chosen !== undefined && !own.includes(chosen) && files.value[chosen] !== undefined ? chosen : undefined;
  const first = own.find((name) => !name.includes("/cue.mod/")) ?? own[0];
  const name = foreign ?? (chosen !== undefined && own.includes(chosen) ? chosen : first);
  if (name === undefined)
    return (
      <Empty title="No file is shown">
        As long as it is not known which values are secret, no text is in the page.
      </Empty>
    );
  const text = project.value?.files[name] ?? files.value[name] ?? "";
  const diagnostics = [...(picture.value?.diagnostics ?? []), ...(release.value?.diagnostics ?? [])];
  const all = [...own, ...(foreign === undefined ? [] : [foreign])];
  return (
    <div class="columns source">
      <section class="pane files" aria-label="Files">
        <div class="scroll" role="tablist" aria-label="Files" aria-orientation="vertical">
          {all.map((file) => {
            const isWrong = diagnostics.some(
              ({ severity, places }) => severity === "error" && places.some((place) => place.file === file),
            );
            return (
              <button
                type="button"
                role="tab"
                aria-selected={file === name}
                title={file}
                onClick={() => {
                  selectedFile.value = file;
                  selectedLine.value = undefined;
                }}
              >
                <span class="cut">{tabName(file)}</span>
                {file === foreign && <span class="chip">read only</span>}
                {isWrong && (
                  <span class="sign bad" title="has errors">
                    ✕<span class="sr">has errors</span>
                  </span>
                )}
                {project.value?.files[file] !== original.value?.files[file] && (
                  <span class="mark changed" title="changed">
                    ~<span class="sr">changed</span>
                  </span>
                )}
              </button>
            );
          })}
        </div>
      </section>
      <section class="pane" aria-label="Source">
        <Editor
          key={name}
          name={name}
          text={text}
          readOnly={foreign !== undefined}
          line={selectedLine.value}
          diagnostics={diagnostics}
          language={foreign === undefined && project.value !== undefined ? languageFor(project.value) : undefined}
          onChange={(next) => editFile(name, next)}
        />
      </section>
    </div>
  );
}

/** Files of the module by their names in it. */
function tabName(file: string): string {
  const folder = `${project.value?.path ?? ""}/`;
  return file.startsWith(folder) ? file.slice(folder.length) : shortName(file);
}

/** Files of a folder before those of the folders in it. */
function byFolder(a: string, b: string): number {
  const [x, y] = [a.split("/"), b.split("/")];
  for (let i = 0; ; i++) {
    const [last, other] = [i === x.length - 1, i === y.length - 1];
    if (last !== other) return last ? -1 : 1;
    if (x[i] !== y[i] || last) return x[i]! < y[i]! ? -1 : 1;
  }
}
