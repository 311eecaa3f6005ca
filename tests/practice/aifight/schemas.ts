import { readdirSync, readFileSync } from "node:fs";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import type { Frame } from "../client.ts";

const BASE = "https://aifight.ai/protocol/v1/";
const STATE_OF: [key: string, game: string][] = [
	["hand_num", "texas_holdem"],
	["round", "liars_dice"],
	["current_turn", "coup"],
];

interface Told {
	state?: object;
	legal_actions?: { type: string }[] | null;
	new_events?: { type: string; data?: object }[] | null;
	event_history?: { type: string; data?: object }[];
}

/** Answers what is wrong with a server's frame, null when nothing is: message, state, the moves on offer and the events, by their type. */
export type Check = (frame: Frame) => string | null;

/** The schemas in this folder, registered by their ids. Throws when the folder is not there. */
export function schemasAt(folder: URL): { ajv: Ajv; check: Check } {
	const ajv = new Ajv({ strict: true, allErrors: true });
	addFormats.default(ajv);
	for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }))
		if (/^(common|games|messages)\/.*\.schema\.json$/.test(file))
			ajv.addSchema(JSON.parse(readFileSync(new URL(file, folder), "utf8")) as object);

	function fault(id: string, value: unknown): string | null {
		const validate = ajv.getSchema(`${BASE}${id}.schema.json`);
		if (!validate) return `There is no schema ${id}.`;
		return validate(value) ? null : `${id}: ${ajv.errorsText(validate.errors)}`;
	}

	/** The branch of a game's event schema that its first word names; as published the branches shut each other out. */
	function eventFault(game: string, event: { type: string; data?: object }): string | null {
		const schema = ajv.getSchema(`${BASE}games/${game}/event.schema.json`)?.schema as { oneOf: { description?: string }[] };
		const branch = schema.oneOf.find(({ description }) => description?.split(" ", 1)[0] === event.type);
		if (!branch) return null;
		return ajv.validate(branch, event.data) ? null : `${game} ${event.type}: ${ajv.errorsText()}`;
	}

	function check(frame: Frame): string | null {
		const message = fault(`messages/server_${frame.type}`, frame.json);
		if (message) return message;
		const { state, legal_actions: legal, new_events: fresh, event_history: history } = (frame.json?.data ?? {}) as Told;
		if (!state) return null;
		const game = STATE_OF.find(([key]) => Object.hasOwn(state, key))?.[1];
		const shape = fault(`games/${game}/state`, state);
		if (shape) return shape;
		// A bid on offer is hints and no bid.
		const moves = (legal ?? []).filter(({ type }) => type !== "bid");
		const ofMoves = moves.map((move) => fault(`games/${game}/action`, move));
		const ofEvents = [...(fresh ?? []), ...(history ?? [])].map((event) => eventFault(game as string, event));
		return [...ofMoves, ...ofEvents].find((one) => one !== null) ?? null;
	}

	return { ajv, check };
}
