// The net under the marks (SEC-7): a secret's text, in any encoding, found in a manifest where it does not belong.
import { tell, advise } from "../source/index.ts";
import type { Diagnostic } from "../source/index.ts";
import { isSecretManifest } from "./manifest.ts";
import { Redactor } from "./redactor.ts";
import type { Secret } from "./secret.ts";
import { SECRET_CODE } from "./secret-code.ts";

export interface Leak {
  /** Where in the manifest. */
  readonly path: readonly (string | number)[];
  /** Where the secret came from. */
  readonly origin: string;
  readonly secret: Secret;
}

/** Looks through every key and string outside the data of Secrets. */
export function findLeaks(manifest: unknown, secrets: readonly Secret[]): Leak[] {
  return leakFinder(secrets)(manifest);
}

/** The same for many manifests: what to look for is made once. */
export function leakFinder(secrets: readonly Secret[]): (manifest: unknown) => Leak[] {
  const searchers = secrets.map((secret) => {
    const redactor = new Redactor();
    redactor.add(secret);
    return { origin: secret.origin, secret, redactor };
  });
  const all = new Redactor();
  for (const secret of secrets) all.add(secret);
  return (manifest) => {
    const leaks: Leak[] = [];
    const look = (text: string, path: (string | number)[]): void => {
      if (!all.finds(text)) return;
      for (const { origin, secret, redactor } of searchers)
        if (redactor.finds(text)) leaks.push({ path, origin, secret });
    };
    const stack: { value: unknown; path: (string | number)[] }[] = [{ value: manifest, path: [] }];
    while (stack.length > 0) {
      const { value, path } = stack.pop()!;
      if (typeof value === "string") look(value, path);
      if (typeof value !== "object" || value === null) continue;
      const secret = isSecretManifest(value);
      const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
      for (const [name, inner] of entries.reverse()) {
        if (typeof name === "string") look(name, [...path, name]);
        if (secret && (name === "data" || name === "stringData")) continue;
        stack.push({ value: inner, path: [...path, name] });
      }
    }
    return leaks;
  };
}

export function leakDiagnostic(leak: Leak, manifest: { kind?: unknown; metadata?: { name?: unknown } }): Diagnostic {
  const object = `${String(manifest.kind)}/${String(manifest.metadata?.name)}`;
  return {
    ...tell(SECRET_CODE.leak, "the secret from {origin} would be readable in {object}", {
      origin: leak.origin,
      object,
    }),
    severity: "error",
    path: leak.path.join("."),
    hint: advise(
      SECRET_CODE.leak,
      "wire it with `from:` (environment variable or mount), so that only a Secret holds it",
    ),
  };
}
