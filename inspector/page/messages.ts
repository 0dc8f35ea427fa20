// What docs/message says of each code; the build puts it into the page.
import { signal } from "@preact/signals";

export const messages = signal<Readonly<Record<string, string>>>({});
