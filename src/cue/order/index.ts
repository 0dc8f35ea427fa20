export { orderedArcs } from "./order.ts";
