import { createHash } from "node:crypto";

export interface Identity {
	agent_id: string;
	agent_name: string;
}

const BOT_NAMES = ["Marble", "Thistle", "Copper", "Juniper", "Slate", "Fennel"];

/** The same name has the same id, always. */
export function identityOf(name: string): Identity {
	const hex = createHash("sha256").update(name).digest("hex");
	const agent_id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
	return { agent_id, agent_name: name };
}

/** Who sat where, told when the match is over. */
export function identities(players: readonly string[], mySeat: number, me: Identity) {
	return players.map((player_id, position) => ({
		player_id,
		position,
		...(position === mySeat ? me : identityOf(BOT_NAMES[position] as string)),
	}));
}
