import type { ProtocolDoor } from "../../main/core/protocols/door.ts";
import { ROOMS as OWN } from "../../main/core/protocols/rooms.ts";
import { PARROT_DOOR } from "./door.ts";

/** The program's own table and one line. */
export const ROOMS: readonly ProtocolDoor[] = [...OWN, PARROT_DOOR];
