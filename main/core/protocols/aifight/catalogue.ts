import type { FieldModel, MessageForm } from "../../../../schemas/forms.ts";
import { createFormModel } from "../../forms/form-model.ts";
import { AIFIGHT_REFS, CLIENT_TYPES, type ClientType, clientSchema } from "./schemas.ts";

const WORDS: Record<ClientType, { title: string; about: string; role: MessageForm["role"]; sample: Record<string, unknown> }> = {
	action: {
		title: "Play a move",
		about: "Answers the open request of a match with one of the moves it offers.",
		role: "control",
		sample: { match_id: "bbbbbbbb-0000-0000-0000-000000000001", data: { type: "call", data: { amount: 400 } }, request_id: "request" },
	},
	join_queue: {
		title: "Join a queue",
		about: "Waits for opponents in one game; the match begins when they are found.",
		role: "control",
		sample: { data: { game: "texas_holdem", mode: "ranked", one_shot: true } },
	},
	match_confirm: {
		title: "Confirm the match",
		about: "Says in time that this agent is there for the match that was found.",
		role: "control",
		sample: { data: { confirm_id: "dddddddd-0000-0000-0000-000000000001" } },
	},
	leave_queue: { title: "Leave the queue", about: "Stops waiting for opponents.", role: "control", sample: {} },
	runtime_status: {
		title: "Say whether ready",
		about: "Answers the server's question whether this agent could play now.",
		role: "control",
		sample: { data: { request_id: "question", ready: true, runtime_type: "direct", checked_at: "2026-12-01T10:00:20Z" } },
	},
};

let made: MessageForm[] | undefined;

/** Every message a client of AIFight can send, with its form; made once. A caller that changes its copy changes no other's. */
export function clientMessageCatalogue(): MessageForm[] {
	made ??= CLIENT_TYPES.map((type) => {
		const { sample, ...words } = WORDS[type];
		return { type, ...words, form: withoutUnused(type, createFormModel(clientSchema(type), AIFIGHT_REFS)), sample: { type, ...sample } };
	});
	return JSON.parse(JSON.stringify(made)) as MessageForm[];
}

/** The envelope's `match_id` means nothing except on a move (X18), nor has leaving a queue any data: the schema allows them, forms do not offer them. */
function withoutUnused(type: ClientType, form: FieldModel): FieldModel {
	if (type === "action" || form.kind !== "object") return form;
	return { ...form, fields: form.fields.filter(({ name }) => name !== "match_id" && !(type === "leave_queue" && name === "data")) };
}
