// Addresses with a login in them (`https://user:password@host`): the password is a secret wherever such an address is
// given, and hidden in all that is printed from then on.
import { loginsIn } from "../source/index.ts";
import { Redactor } from "./redactor.ts";
import { Secret } from "./secret.ts";

/** Hides the passwords of addresses in these texts; undefined if there are none. */
export function loginGuard(texts: readonly (string | undefined)[]): Redactor | undefined {
  const passwords = loginsIn(texts);
  if (passwords.length === 0) return undefined;
  const redactor = new Redactor();
  for (const password of passwords) {
    redactor.add(new Secret(password, "a login in an address"));
    const plain = decoded(password);
    if (plain !== password) redactor.add(new Secret(plain, "a login in an address"));
  }
  return redactor;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
