import { type FrameMould, mould } from "../engine/framing.ts";
import type { Play } from "../engine/play.ts";
import type { Scenario } from "../scenario.ts";

/** Bytes of one burst frame, about. */
const BURST_FRAME_BYTES = 400;

/** Sixteen turnstile readings, serialised once; only the number in front of them changes. */
function readings(): FrameMould[] {
	return Array.from({ length: 16 }, (_, index) => {
		const value = { gate: `Gate ${(index % 4) + 1}`, badge: `42-${String.fromCharCode(65 + index)}`, opened: index % 5 !== 0, note: "" };
		const event = { type: "CUSTOM", name: "practice.turnstile", value };
		value.note = "turnstile log ".repeat(40).slice(0, BURST_FRAME_BYTES - JSON.stringify(event).length - 20);
		return mould(event, "flat");
	});
}

const burst = (name: string, count: number): Scenario => ({
	name,
	title: `A burst of ${count} frames`,
	about: `The log of the turnstiles, ${count} frames of about ${BURST_FRAME_BYTES} bytes, as fast as they are read.`,
	opening: ({ run, say, burst: send }: Play) =>
		run(async () => {
			await say.text("Here is the log of the turnstiles.", { deltas: 3 });
			await send(count, readings());
			await say.text(`That were ${count} readings.`, { deltas: 3 });
			return undefined;
		}),
});

/** Pieces of one long message, serialised once; only the number in front of them changes. */
function pieces(bytes: number): FrameMould[] {
	return Array.from({ length: 16 }, (_, index) => {
		const delta = `Gate ${(index % 4) + 1} opened for badge 42-${String.fromCharCode(65 + index)}. `
			.padEnd(bytes, "and ")
			.slice(0, bytes - 1);
		return mould({ type: "TEXT_MESSAGE_CONTENT", messageId: "long", delta: `${delta} ` }, "flat");
	});
}

const longMessage = (name: string, count: number, bytes: number, about: string): Scenario => ({
	name,
	title: `${count} deltas of one message`,
	about,
	opening: ({ run, emit, burst: send }: Play) =>
		run(async () => {
			emit({ type: "TEXT_MESSAGE_START", messageId: "long", role: "assistant" });
			await send(count, pieces(bytes));
			emit({ type: "TEXT_MESSAGE_END", messageId: "long" });
			return undefined;
		}),
});

/** How fast, how slow, or not at all. */
export const PACE: readonly Scenario[] = [
	{
		name: "slow",
		title: "A slow agent",
		about: "One delta every 700 ms.",
		opening: ({ run, say }) =>
			run(async () => {
				await say.text("I take my time with every word, because the printer for badges is the slowest device at this gate.", {
					deltas: 40,
					everyMs: 700,
				});
				return undefined;
			}),
	},
	{
		name: "silent",
		title: "Goes silent",
		about: "Pings every 30 s, then says nothing and answers nothing while the connection stays open.",
		ways: { pingEveryMs: 30_000 },
		async opening(play) {
			const tell = (words: string) =>
				play.run(async () => {
					await play.say.text(words, { deltas: 5 });
					return undefined;
				});
			await tell("After two more pings this line goes silent without closing.");
			await play.pinged(2);
			play.mute();
			await play.gone();
			await play.back();
			await tell("You noticed the silence and came back.");
		},
	},
	burst("burst", 10_000),
	burst("burst-100000", 100_000),
	longMessage("deltas", 10_000, 40, "One answer in 10000 text deltas, as fast as they are read."),
	longMessage("deltas-100000", 100_000, 20, "One answer of 2 MB in 100000 text deltas, as fast as they are read."),
];
