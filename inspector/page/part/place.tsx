import type { PlacePicture } from "../../../src/picture/index.ts";
import { files, openPlace } from "../state.ts";

/** A place as a link, with the line that it is about. */
export function Place({ place }: { place: PlacePicture }) {
  const text = files.value[place.file];
  const line = text?.split("\n")[place.line - 1];
  const name = shortName(place.file);
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
      {line !== undefined && line.trim() !== "" && <code class="frame">{line.trim()}</code>}
    </span>
  );
}

/** What a person calls a file: without the folders that all of them share. */
export function shortName(file: string): string {
  if (file.startsWith("opmodel.dev/")) return file.replace(/@v[\d.]+[^/]*/, "");
  const parts = file.split("/");
  return parts.length <= 3 ? file : parts.slice(-2).join("/");
}
