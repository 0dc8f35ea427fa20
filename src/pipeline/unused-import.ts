import { advise, cueCode } from "../source/index.ts";

/** What to do about an import that nothing uses. */
export const UNUSED_IMPORT = advise(
  cueCode.unused,
  "remove it; or a field of the same name hides it: import it under another name",
);
