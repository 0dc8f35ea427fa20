/** What to do about an import that nothing uses. */
export const UNUSED_IMPORT = "remove it; or a field of the same name hides it: import it under another name";
