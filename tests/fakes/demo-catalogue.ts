import type { FieldModel, MessageCatalogue } from "../../schemas/forms.ts";

const turn: FieldModel = { name: "turn", label: "turn", required: true, kind: "integer", minimum: 1, auto: "nextTurn" };

/** Enough of a catalogue to draw a composer: one message with a form, three without fields to fill. */
export const demoCatalogue: MessageCatalogue = {
	protocol: "agentcall",
	messages: [
		{
			type: "user.turn",
			title: "user.turn",
			about: "Says something to the agent and takes the next turn.",
			role: "turn",
			form: {
				name: "",
				label: "user.turn",
				required: true,
				kind: "object",
				open: true,
				fields: [
					{ name: "type", label: "type", required: true, kind: "const", value: "user.turn" },
					turn,
					{ name: "text", label: "text", required: true, kind: "text", minLength: 1, maxLength: 65_536, multiline: true },
				],
			},
			sample: { type: "user.turn", turn: 1, text: "Hello" },
		},
		...(["response.cancel", "session.end"] as const).map((type) => ({
			type,
			title: type,
			about: "Changes the session.",
			role: "control" as const,
			form: {
				name: "",
				label: type,
				required: true,
				kind: "object" as const,
				open: true,
				fields: [{ name: "type", label: "type", required: true, kind: "const" as const, value: type }],
			},
			sample: { type },
		})),
	],
};
