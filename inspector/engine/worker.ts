// The program of the page's Workers: the engine, or the language server. One text for both, because they share almost all.
import { serveEngine } from "./engine-worker.ts";
import { serveLanguage } from "./language-worker.ts";

if ((globalThis as { readonly name?: string }).name === "language") serveLanguage();
else serveEngine();
