// What one looks at is in the link, so that it can be sent, and back and forward work. A playground's project is there too,
// by itself.
import { batch, effect } from "@preact/signals";
import { isShared } from "./share.ts";
import { chosen, selectedFile, selectedLine, selectedObject, selectedPath, selectedValue, view } from "./state.ts";
import type { ViewName } from "./state.ts";

/** A link that holds plain CUE or a template leads to its view. */
const VIEW_OF: Readonly<Record<string, ViewName>> = { c1: "cue", t1: "tera" };

type Path = readonly (string | number)[];

export function followLink(): void {
  read();
  addEventListener("popstate", read);
  effect(() => {
    const next = `#${words()}`;
    if (location.hash !== next && !isShared(location.hash)) history.pushState(null, "", next);
  });
}

function words(): URLSearchParams {
  const out = new URLSearchParams({ view: view.value });
  const put = (name: string, text: string | undefined): void => {
    if (text !== undefined) out.set(name, text);
  };
  put("release", chosen.value);
  if (view.value === "objects") {
    put("object", selectedObject.value);
    put("field", selectedPath.value && JSON.stringify(selectedPath.value));
  }
  if (view.value === "values") put("value", selectedValue.value);
  if (view.value === "source") {
    put("file", selectedFile.value);
    put("line", selectedLine.value?.toString());
  }
  return out;
}

function read(): void {
  const found = new URLSearchParams(isShared(location.hash) ? "" : location.hash.slice(1));
  const text = (name: string): string | undefined => found.get(name) ?? undefined;
  batch(() => {
    view.value = (text("view") as ViewName | undefined) ?? VIEW_OF[location.hash.slice(1, 3)] ?? "objects";
    chosen.value = text("release") ?? chosen.value;
    if (view.value === "objects") {
      selectedObject.value = text("object") ?? selectedObject.value;
      selectedPath.value = pathOf(text("field"));
    }
    if (view.value === "values") selectedValue.value = text("value") ?? selectedValue.value;
    if (view.value === "source") {
      selectedFile.value = text("file") ?? selectedFile.value;
      selectedLine.value = Number(text("line")) || undefined;
    }
  });
}

/** A link may be anybody's. */
function pathOf(text: string | undefined): Path | undefined {
  try {
    const path: unknown = JSON.parse(text ?? "null");
    const isStep = (step: unknown): boolean => typeof step === "string" || typeof step === "number";
    return Array.isArray(path) && path.every(isStep) ? (path as Path) : undefined;
  } catch {
    return undefined;
  }
}
