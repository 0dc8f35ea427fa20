/**
 * Whether a variable's name says that its value is for nobody's eyes: `token`, `OTEL_TOKEN`,
 * `dbPassword`, `api_key`. Words count, not letters: `keyboard` and `monkey` are no keys.
 */
export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some((word, i) => alone.has(word) || (word === "key" && i > 0 && keyOwners.has(words[i - 1] as string)));
}

const alone = new Set([
  "token",
  "tokens",
  "secret",
  "secrets",
  "password",
  "passwords",
  "passwd",
  "passphrase",
  "pwd",
  "credential",
  "credentials",
  "apikey",
  "auth",
  "authorization",
  "bearer",
  "cookie",
  "privatekey",
]);

const keyOwners = new Set([
  "api",
  "access",
  "private",
  "secret",
  "signing",
  "encryption",
  "master",
  "auth",
  "account",
  "ssh",
]);

/** What is shown in place of a secret. */
export const redacted = "***";
