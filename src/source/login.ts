/** `user:password@`; what stands before `@sha256:` is the tag of an image. */
const LOGIN = /(?:^|[\s/=,"'])[^\s:@/=,"']+:([^\s@/"']+)@(?!sha\d+:)/g;

/** The passwords of logins in addresses. */
export function loginsIn(texts: readonly (string | undefined)[]): string[] {
  return texts.flatMap((text) => (text?.includes("@") === true ? [...text.matchAll(LOGIN)].map((m) => m[1]!) : []));
}
