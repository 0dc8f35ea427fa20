import { effect, signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";
const THEMES: readonly Theme[] = ["system", "light", "dark"];

export const theme = signal<Theme>(kept());

export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length]!;
}

/** Pages from a disk may have no storage. */
function kept(): Theme {
  try {
    const found = localStorage.getItem("opm-theme") as Theme | null;
    return found !== null && THEMES.includes(found) ? found : "system";
  } catch {
    return "system";
  }
}

effect(() => {
  document.documentElement.dataset["theme"] = theme.value;
  try {
    localStorage.setItem("opm-theme", theme.value);
  } catch {
    // It holds until the page is closed.
  }
});
