import type { PlacePicture } from "../../../src/picture/index.ts";
import { files, openPlace } from "../state.ts";

/** A place as a link, with the line that it is about. */
export function Place({ place, bare = false }: { place: PlacePicture; bare?: boolean }) {
  const text = files.value[place.file];
  const line = bare ? undefined : text?.split("\n")[place.line - 1]?.trim();
  const name = shortName(place.file);
  if (name === "") return null;
  return (
    <span class="place">
      <button
        type="button"
        class="link mono"
        disabled={text === undefined || place.line === 0}
        onClick={() => openPlace(place.file, place.line)}
      >
        {place.line === 0 ? name : `${name}:${place.line}:${place.column}`}
      </button>
      {line !== undefined && line !== "" && <code class="frame">{line}</code>}
    </span>
  );
}

/** What a person calls a file: without the folders that all of them share. */
export function shortName(file: string): string {
  if (file.startsWith("opmodel.dev/")) return file.replace(/@v[\d.]+[^/]*/, "");
  const parts = file.split("/").filter((part) => part !== "");
  return parts.length <= 2 ? parts.join("/") : parts.slice(-2).join("/");
}
