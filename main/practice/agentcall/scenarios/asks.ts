import { type Ask, interruptOf } from "../engine/asking.ts";
import type { Play } from "../engine/play.ts";
import type { Scenario } from "../scenario.ts";

const CARD: Ask = { modality: "nfc", prompt: "Hold the new badge flat on the reader.", timeoutMs: 60_000 };
const PHOTO: Ask = { modality: "photo", prompt: "Take a photo of the visitor for the badge.", timeoutMs: 60_000 };

/** Asks within a run; the run ends at once, as a run never waits for its client. Answers the interaction's id. */
async function askFor({ run, say, state, ask, offers, now }: Play, request: Ask): Promise<string | null> {
	let interactionId: string | null = null;
	await run(async () => {
		state.snapshot({ visitor: { name: "M. Okafor", step: `await_${request.modality}` }, booking: { number: "8841" } });
		if (!offers(request.modality)) {
			await say.text(`I would ask for ${request.modality} now, but this console did not offer it.`, { deltas: 4 });
			return undefined;
		}
		await say.text("Take your time.", { deltas: 3 });
		interactionId = ask(request);
		if (request.carrier !== "interrupt") return undefined;
		return { type: "interrupt", interrupts: [interruptOf(interactionId, request, now())] };
	});
	return interactionId;
}

const asks = (name: string, title: string, about: string, request: Ask, opening?: Scenario["opening"]): Scenario => ({
	name,
	title,
	about,
	target: { modalities: [request.modality === "photo" ? "photo" : "nfc"] },
	opening:
		opening ??
		(async (play) => {
			await askFor(play, request);
		}),
});

const unusable = (name: string, title: string, about: string, interactionId: string): Scenario => ({
	name,
	title,
	about,
	target: { modalities: ["nfc"] },
	opening: ({ run, say, ask }) =>
		run(async () => {
			await say.text("Hold the badge on the reader, if you can tell me so.", { deltas: 3 });
			ask({ ...CARD, interactionId });
			return undefined;
		}),
});

/** Physical actions, by every carrier and with every end. */
export const ASKS: readonly Scenario[] = [
	asks("asks-for-card", "Asks for a card", "Asks for an NFC card for 60 s and thanks for it.", CARD),
	asks("asks-for-photo", "Asks for a photo", "Asks for a photo for 60 s and thanks for it.", PHOTO),
	asks("asks-by-interrupt", "Asks with an interrupt", "The run ends with an interrupt that asks for an NFC card.", {
		...CARD,
		carrier: "interrupt",
	}),
	asks("asks-by-tool", "Asks with a tool call", "A tool call without a result asks for an NFC card.", { ...CARD, carrier: "tool" }),
	asks("asks-by-frame", "Asks with a control frame", "A control frame outside AG-UI asks for an NFC card.", { ...CARD, carrier: "frame" }),
	asks("asks-briefly", "Asks and gives up", "Asks for an NFC card and lets the request expire after 5 s.", { ...CARD, timeoutMs: 5000 }),
	asks("asks-then-withdraws", "Asks and withdraws", "Asks for an NFC card and takes the request back after 3 s.", CARD, async (play) => {
		const interactionId = await askFor(play, CARD);
		await play.sleep(3000);
		if (interactionId) play.withdraw(interactionId);
	}),
	{
		name: "asks-by-every-carrier",
		title: "Asks four times for one thing",
		about: "One request for an NFC card comes as a custom event, a control frame, a tool call and an interrupt, all under one id.",
		target: { modalities: ["nfc"] },
		opening: ({ run, say, ask, offers, now }) =>
			run(async () => {
				await say.text("This is one request, said four times.", { deltas: 3 });
				if (!offers("nfc")) return undefined;
				for (const carrier of ["custom", "frame", "tool"] as const) ask({ ...CARD, carrier, interactionId: "i-one" });
				return { type: "interrupt", interrupts: [interruptOf("i-one", CARD, now())] };
			}),
	},
	{
		name: "asks-duplicate-id",
		title: "Asks twice under one id",
		about: "Two requests share an id; the first one stays and the second can only add to it.",
		target: { modalities: ["nfc", "photo"] },
		opening: ({ run, say, ask, custom, offers, sleep }) =>
			run(async () => {
				await say.text("A card, please. Or was it a photo?", { deltas: 3 });
				if (!offers("nfc")) return undefined;
				ask({ ...CARD, interactionId: "i-twice" });
				await sleep(200);
				// Not asked in earnest: the agent itself still means the card.
				custom("agentcall-standin.interaction.requested", {
					interactionId: "i-twice",
					modality: "photo",
					prompt: "Take a photo instead.",
					timeoutMs: 5_000,
				});
				return undefined;
			}),
	},
	unusable("asks-empty-id", "Asks without an id", "The request's id is empty, so no answer can name it.", ""),
	unusable(
		"asks-long-id",
		"Asks under a long id",
		"The request's id has 129 characters, one more than an answer can carry.",
		"i".repeat(129),
	),
	{
		name: "asks-photo-not-offered",
		title: "Asks for a photo that was not offered",
		about: "The console offers cards only, and the agent asks for a photo all the same.",
		target: { modalities: ["nfc"] },
		opening: ({ run, say, ask }) =>
			run(async () => {
				await say.text("Look into the camera, please.", { deltas: 3 });
				ask({ ...PHOTO, timeoutMs: 60_000 });
				return undefined;
			}),
	},
	{
		name: "asks-to-confirm",
		title: "Asks with words only",
		about: "The run ends with an interrupt that asks a question; only a turn can answer it.",
		opening: ({ run, say }) =>
			run(async () => {
				await say.text("Badge 42 was replaced yesterday. The old one still opens Gate 3.", { deltas: 5 });
				const interrupt = { id: "q-1", reason: "confirmation", message: "Block the old badge now?", responseSchema: { type: "boolean" } };
				return { type: "interrupt", interrupts: [interrupt] };
			}),
	},
	{
		name: "tool-for-client",
		title: "A tool call for the client",
		about: "The run finishes with a tool call nobody answered; this protocol has no message for a tool's result.",
		opening: ({ run, say, emit }) =>
			run(async () => {
				await say.text("Please open the map on your side.", { deltas: 3 });
				emit({ type: "TOOL_CALL_START", toolCallId: "tc-map", toolCallName: "show_map" });
				emit({ type: "TOOL_CALL_ARGS", toolCallId: "tc-map", delta: '{"room":"B 2.14"}' });
				emit({ type: "TOOL_CALL_END", toolCallId: "tc-map" });
				return undefined;
			}),
	},
	{
		name: "asks-not-offered",
		title: "Asks for what was not offered",
		about: "Asks for a fingerprint, which no console can offer.",
		opening: ({ run, say, ask }) =>
			run(async () => {
				await say.text("Put a finger on the glass, please.", { deltas: 3 });
				ask({ modality: "fingerprint", prompt: "Put a finger on the glass.", timeoutMs: 60_000 });
				return undefined;
			}),
	},
];
