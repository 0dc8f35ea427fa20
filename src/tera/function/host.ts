/** What functions may know of the world. Whoever renders decides; a template cannot ask further. */
export interface TemplateHost {
  /** An environment variable, or undefined if it is not set. */
  env(name: string): string | undefined;
  /** Milliseconds since 1970. */
  now(): number;
  /** The text of a clock that stands still, as it was given. */
  readonly frozen?: string;
  /** Minutes east of UTC of the local clock, for `now(utc=false)`. */
  localOffset?(): number;
  /** At least 0 and below 1. */
  random(): number;
}

/** No environment, a clock that stands still, and no chance: for tests and untrusted templates. */
export const emptyHost: TemplateHost = { env: () => undefined, now: () => 0, random: () => 0 };
