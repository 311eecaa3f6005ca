import type { ProtocolName } from "../../schemas/session.ts";
import { AGENTCALL_DOOR } from "./agentcall/door.ts";
import { ConsoleError } from "./errors.ts";
import type { ProtocolDoor } from "./session/protocol-door.ts";

const DOORS: Partial<Record<ProtocolName, ProtocolDoor>> = { agentcall: AGENTCALL_DOOR };

export function doorOf(protocol: ProtocolName): ProtocolDoor {
	const door = DOORS[protocol];
	if (!door)
		throw new ConsoleError("TARGET_INVALID", `This version cannot speak ${protocol} yet; it speaks ${Object.keys(DOORS).join(", ")}.`);
	return door;
}
