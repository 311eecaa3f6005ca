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
