import serverFrame from "../../../../schemas/agentcall/server-frame.schema.json" with { type: "json" };
import { createSchemaDocument } from "../../schema/validator.ts";

/** The stand-in's schema of what a server sends; each part is compiled when it is first used. */
export const SERVER_FRAME_SCHEMA = createSchemaDocument(serverFrame);
