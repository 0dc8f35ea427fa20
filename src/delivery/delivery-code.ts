/** Codes of this room's messages, from docs/message. */
export { deliveryCode as DELIVERY_CODE } from "../source/index.ts";
