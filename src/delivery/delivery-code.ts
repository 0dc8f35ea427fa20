/** Codes of this room's diagnostics; docs/message/delivery.md explains them. */
export const DELIVERY_CODE = {
  /** Git is missing, or does not know what it is asked for. */
  git: "OPM8001",
  /** The two sides of a comparison are not clear. */
  sides: "OPM8002",
} as const;
