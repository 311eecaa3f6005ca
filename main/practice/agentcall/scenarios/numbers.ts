import type { Play } from "../engine/play.ts";
import type { Scenario } from "../scenario.ts";

/** A run in which something happens to the numbers between two sentences. */
async function inTheMiddle({ run, say, sleep }: Play, before: string, fault: () => void, after: string): Promise<void> {
	await run(async () => {
		const text = say.begin();
		await text.words(before, { deltas: 6 });
		fault();
		await text.words(after, { deltas: 8 });
		text.end();
		await sleep(100);
		return undefined;
	});
}

/** Faults in the sequence itself. */
export const NUMBERS: readonly Scenario[] = [
	{
		name: "gap",
		title: "A gap that heals",
		about: "Three frames never leave the first time; a resume from the last good number brings them.",
		opening: (play) =>
			inTheMiddle(
				play,
				"Three frames after this sentence are missing. ",
				() => play.skip(3),
				"They carry the first words of this one, so it reads whole only after a resume.",
			),
	},
	{
		name: "gap-forever",
		title: "A gap that never heals",
		about: "Three numbers were never used, and no resume brings them: acks must stay below the gap.",
		opening: (play) =>
			inTheMiddle(
				play,
				"Three numbers are skipped here. ",
				() => play.lose(3),
				"No words are missing, but nothing above can be acknowledged.",
			),
	},
	{
		name: "duplicate",
		title: "Frames sent twice",
		about: "Four frames come a second time, byte for byte, and must change nothing.",
		opening: (play) =>
			inTheMiddle(play, "The last four frames come again. ", () => play.repeat(4), "This text must still read as it was said, once."),
	},
	{
		name: "conflict",
		title: "One number, two contents",
		about: "A number that was used comes again with other bytes: the first frame stays, the second is a finding.",
		opening: (play) =>
			inTheMiddle(
				play,
				"The next frame repeats a number with other words. ",
				() => play.conflict({ type: "TEXT_MESSAGE_CONTENT", messageId: "m-1", delta: "THESE WORDS WERE NEVER SAID. " }),
				"Only words in small letters belong here.",
			),
	},
];
