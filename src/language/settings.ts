/** What users can set, under `opm` in their editor. */
export class Settings {
  /** Milliseconds without typing before diagnostics are made. */
  pause = 120;
  /** Milliseconds that one package may take to be evaluated. */
  budget = 5000;
  /** The environment that values are shown for; "" for none. */
  environment = "";
  /** Whether releases are checked, and not only packages. */
  releases = true;
  inlayHints = true;
  codeLens = true;
  /** The platform's folder, relative to a workspace folder or absolute; "" for the configured one. */
  platform = "";

  update(given: unknown): void {
    if (typeof given !== "object" || given === null) return;
    const all = given as Record<string, unknown>;
    for (const key of ["pause", "budget"] as const) {
      const value = all[key];
      if (typeof value === "number" && value >= 0 && value < 600_000) this[key] = value;
    }
    for (const key of ["environment", "platform"] as const) {
      const value = all[key];
      if (typeof value === "string") this[key] = value;
    }
    for (const key of ["releases", "inlayHints", "codeLens"] as const) {
      const value = all[key];
      if (typeof value === "boolean") this[key] = value;
    }
  }
}
