// The CUE language as a library: `import { createContext } from "opmodel/cue"`. Runs in Node and in browsers.
export * from "./api/index.ts";
