import { templatesCode, trustCode } from "../../source/index.ts";

/** Codes of this room's messages, from docs/message. */
export const TEMPLATE_CODE = { ...templatesCode, variable: trustCode.variable } as const;
