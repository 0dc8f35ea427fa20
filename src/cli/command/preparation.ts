// No command: what makes a snapshot of the program (tool/snapshot.cjs). It stands here to be part of its bundle.
export { beginPreparing, endPreparing } from "../../host/node-prepared.ts";
