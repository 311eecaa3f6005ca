import serverFrame from "../../../../schemas/agentcall/server-frame.schema.json" with { type: "json" };
import { createOwnDocument } from "../../schema/own-checks.ts";

/** The stand-in's schema of what a server sends; each part is checked by itself. */
export const SERVER_FRAME_SCHEMA = createOwnDocument("agentcall-server", serverFrame);
