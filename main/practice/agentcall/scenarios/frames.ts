import { MAX_FRAME_BYTES } from "../card.ts";
import type { Play } from "../engine/play.ts";
import type { Scenario } from "../scenario.ts";

/** The good run that shows the connection goes on. */
const stillHere = ({ run, say }: Play, words: string) =>
	run(async () => {
		await say.text(words, { deltas: 6 });
		return undefined;
	});

/** Text frames that are wrong in themselves. The connection goes on after each. Numbers of the last kind are not whole numbers from 1 to 2^53-1. */
export const MALFORMED_TEXTS: readonly string[] = [
	'[{"type":"CUSTOM","name":"practice.array","value":1,"sequence":1}]',
	'{"type":"TEXT_MESSAGE_CONTENT","messageId":"m-1","delta":"cut off in the mid',
	"",
	"null",
	'{"name":"no type at all"}',
	'{"type":"CUSTOM","name":"practice.surrogate","value":"\\ud83d alone"}',
	...["0", "-1", "1.5", '"7"', "9007199254740993", "null"].map(
		(sequence) => `{"type":"CUSTOM","name":"practice.badSequence","value":null,"sequence":${sequence}}`,
	),
];

/** Frames the client cannot or need not understand. */
export const FRAMES: readonly Scenario[] = [
	{
		name: "unknown-frames",
		title: "Unknown frame types",
		about: "Frames of types nobody knows, numbered and not; the numbered ones still count.",
		async opening(play) {
			play.control({ type: "practice.notice", text: "An unknown frame without a number." });
			play.emit({ type: "practice.weather", rain: true, note: "An unknown frame with a number." }, "flat");
			play.emit({ type: "TURNSTILE_OPENED", gate: "Gate 3" }, "flat");
			await stillHere(play, "Two numbered frames before this run have unknown types, and both count.");
			play.emit({ type: "practice.weather", rain: false }, "flat");
		},
	},
	{
		name: "malformed",
		title: "Malformed frames",
		about: "Binary, array, truncated, empty and wrongly numbered frames; then a good run on the same connection.",
		async opening(play) {
			play.raw(new Uint8Array([0, 1, 2, 0xfe, 0xff]), "binary");
			for (const text of MALFORMED_TEXTS) {
				play.raw(text);
				await play.sleep(20);
			}
			await stillHere(play, "After all those frames the connection still stands, and this run is good.");
		},
	},
	{
		name: "invalid-utf8",
		title: "A text frame that is not UTF-8",
		about: "One text frame holds bytes that are not UTF-8; a good run follows for whoever is still there.",
		async opening(play) {
			await stillHere(play, "The next frame is not UTF-8.");
			play.raw(
				Buffer.concat([
					Buffer.from('{"type":"CUSTOM","name":"practice.bytes","value":"'),
					Buffer.from([0xff, 0xfe, 0xc0]),
					Buffer.from('"}'),
				]),
			);
			await stillHere(play, "Whoever reads this kept the connection.");
		},
	},
	{
		name: "oversized",
		title: "A frame over 8 MiB",
		about: "One STATE_SNAPSHOT is larger than 8 MiB, more than the console takes.",
		async opening(play) {
			await stillHere(play, "The next frame is larger than 8 MiB.");
			await play.run(async () => {
				play.emit({ type: "STATE_SNAPSHOT", snapshot: { plan: "x".repeat(MAX_FRAME_BYTES) } });
				return undefined;
			});
		},
	},
];
