// The net under the marks: names of fields, and modules that read their own literals, carry no marks.
import { leakDiagnostic, leakFinder, reveal } from "../../secrets/index.ts";
import type { Secret } from "../../secrets/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { Manifest } from "./manifest.ts";

/** A text this long is no coincidence; a shorter one may well be a user's name that is also the application's. */
const CERTAIN = 12;

export function textLeaks(manifests: readonly Manifest[], secrets: readonly Secret[]): Diagnostic[] {
  if (secrets.length === 0) return [];
  const find = leakFinder(secrets);
  return manifests.flatMap(({ object }) =>
    find(object).map((leak): Diagnostic => ({
      ...leakDiagnostic(leak, object as { kind?: unknown; metadata?: { name?: unknown } }),
      severity: reveal(leak.secret).length >= CERTAIN ? "error" : "warning",
    })),
  );
}
