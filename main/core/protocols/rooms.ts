import { AGENTCALL_DOOR } from "./agentcall/door.ts";
import { AIFIGHT_DOOR } from "./aifight/door.ts";
import type { ProtocolDoor } from "./door.ts";

/** Every protocol this program speaks, a line each. The first is the one a fresh profile begins with. */
export const ROOMS: readonly ProtocolDoor[] = [AGENTCALL_DOOR, AIFIGHT_DOOR];
