import type { Play } from "../engine/play.ts";
import type { AudioTurn, UserObservation, UserTurn } from "../judge/client-message.ts";

const DOORS = ["Gate 3", "B 2, main entrance", "B 2.14"];

/** The first words of a text, for repeating it back. */
function opening(text: string): string {
	const points = [...text.replaceAll(/\s+/g, " ").trim()];
	return points.length > 60 ? `${points.slice(0, 60).join("")}…` : points.join("");
}

async function lookUpBadge({ tool, say, state }: Play, badge: string): Promise<void> {
	const replaced = badge === "42";
	const found = replaced
		? { badge, status: "replaced", replacedBy: "42-B", on: "2026-11-29" }
		: { badge, status: "valid", until: "2027-03-31" };
	await tool("lookup_badge", { badgeId: badge }, found);
	state.delta({ op: "add", path: "/visitor/badge", value: found });
	await say.text(
		replaced
			? "Badge 42 was replaced on 29 November by badge 42-B. The old one no longer opens a door, so a tap with it is of no use."
			: `Badge ${badge} is valid until 31 March 2027.`,
	);
}

async function openBooking({ tool, say, state }: Play, number: string): Promise<void> {
	const booking = { number, status: "open", host: "L. Brandt", room: "B 2.14", until: "16:00" };
	await tool("open_booking", { booking: number }, booking, { deltas: 2 });
	state.delta({ op: "add", path: "/booking", value: booking });
	await say.text(`Booking ${number} is open. The visitor is expected by L. Brandt in room B 2.14 until 16:00.`);
}

async function tellDoors({ tool, say, state }: Play): Promise<void> {
	await tool("list_doors", { for: "M. Okafor" }, { doors: DOORS });
	state.delta({ op: "add", path: "/doors", value: DOORS });
	await say.text(`She can use ${DOORS.length} doors: ${DOORS.join("; ")}.`);
}

/** Answers a turn with one run. It understands badges, bookings, doors and gates, cards and photos; anything else it repeats. */
export async function answerTurn(play: Play, { turn, text, context = [] }: UserTurn): Promise<void> {
	const { run, say, think, step, state, offers, ask } = play;
	const badge = /badge\s+#?([\w-]+)/i.exec(text)?.[1];
	const booking = /booking\s+#?(\w+)/i.exec(text)?.[1];
	await run(
		async () => {
			if (typeof state.read() === "object" && !Object.hasOwn(state.read() as object, "visitor"))
				state.snapshot({ visitor: { step: "ask" }, audit: { attempts: 0 } });
			await step("read the message", () => think(`The visitor desk is asked: ${opening(text)}`, { deltas: 4 }));
			const site = context[0];
			if (site) await say.text(`I see the note “${opening(`${site.description}: ${site.value}`)}”.`, { deltas: 3 });
			if (badge) await lookUpBadge(play, badge);
			else if (booking) await openBooking(play, booking);
			else if (/\b(door|gate)s?\b/i.test(text)) await tellDoors(play);
			else if (/\b(card|tap|nfc)\b/i.test(text) && offers("nfc")) {
				await say.text("Hold the badge flat on the reader, please.", { deltas: 4 });
				ask({ modality: "nfc", prompt: "Hold the badge flat on the reader.", timeoutMs: 60_000, turn });
			} else if (/\b(photo|picture)\b/i.test(text) && offers("photo")) {
				await say.text("A photo of the visitor for the badge, please.", { deltas: 4 });
				ask({ modality: "photo", prompt: "Take a photo of the visitor.", timeoutMs: 60_000, turn });
			} else await say.text(`You wrote: “${opening(text)}”. I can look up badges, bookings and doors, or ask for a card or a photo.`);
			return undefined;
		},
		{ turn },
	);
}

/** Thanks for a tap or a photo and says what was understood of it. */
export async function answerObservation({ run, say, state, tool }: Play, message: UserObservation): Promise<void> {
	const { turn, interactionId, observation } = message;
	await run(
		async () => {
			const simulated = observation.simulated === true ? " It was simulated." : "";
			if (observation.modality === "photo") {
				await say.text(
					`Thank you, the photo arrived whole: ${observation.byteLength} bytes of ${observation.source?.mimeType}.${simulated}`,
				);
				return undefined;
			}
			// The whole id is personal data; its end is enough to recognise the tag.
			const tail = observation.uid?.slice(-4);
			await tool("lookup_badge", { uidEndsWith: tail ?? null }, { badge: "42-B", status: "valid" });
			state.snapshot({ visitor: { name: "M. Okafor", step: "admitted", badge: { id: "42-B", status: "valid" } } });
			await say.text(`Thank you. The tag ${tail ? `ending in ${tail}` : "without an id"} is badge 42-B, valid today.${simulated}`);
			return undefined;
		},
		{ turn, ...(interactionId === undefined ? {} : { interactionId }) },
	);
}

/** Answers a committed audio turn; there is no audio here, only its signals. */
export async function answerAudio({ run, say }: Play, { turn }: AudioTurn): Promise<void> {
	await run(
		async () => {
			await say.text(`I take spoken turn ${turn} as committed. There is no sound on this line, so I cannot tell what was said.`);
			return undefined;
		},
		{ turn },
	);
}
