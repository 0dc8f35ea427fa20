import { pipelineCode, releasesCode } from "../source/index.ts";

/** Codes of this room's messages, from docs/message. */
export const PIPELINE_CODE = { ...pipelineCode, ...releasesCode } as const;
