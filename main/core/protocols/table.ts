import type { ProtocolName } from "../../../schemas/session.ts";
import { AGENTCALL_DOOR } from "./agentcall/door.ts";
import { AIFIGHT_DOOR } from "./aifight/door.ts";
import type { ProtocolDoor } from "./door.ts";

/** The table of protocols; a third one is a folder and a line here. */
const DOORS: Record<ProtocolName, ProtocolDoor> = { agentcall: AGENTCALL_DOOR, aifight: AIFIGHT_DOOR };

export const doorOf = (protocol: ProtocolName): ProtocolDoor => DOORS[protocol];
