/** Seeded values at and around every limit of the client messages. The same seed gives the same values on every machine. */

export interface Dice {
	next(): number;
	below(limit: number): number;
	pick<T>(from: readonly T[]): T;
	chance(probability: number): boolean;
}

export function createDice(seed: number): Dice {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
	const below = (limit: number) => Math.floor(next() * limit);
	return { next, below, pick: (from) => from[below(from.length)] as never, chance: (probability) => next() < probability };
}

type Make = (dice: Dice) => unknown;

const LETTERS = ["a", "é", "漢", "😀", "\ud83d", "\udc00", "\u0000", "e\u0301"];

/** Text with exactly that many code points, of one letter, sometimes with another kind at its end. */
function textOf(points: number, dice: Dice): string {
	if (points <= 0) return "";
	const letter = dice.pick(LETTERS.slice(0, 5));
	const last = dice.pick(LETTERS.slice(0, 7));
	const body = letter.repeat(points - 1);
	// A high surrogate before a low one would join to one code point; keep them apart.
	return body + (letter === "\ud83d" && last === "\udc00" ? "a" : last);
}

const text =
	(min: number, max: number): Make =>
	(dice) =>
		textOf(dice.pick([min, min + 1, max - 1, max, max, max + 1, max + 1, Math.max(0, min - 1), 5]), dice);

const integer =
	(min: number): Make =>
	(dice) =>
		dice.pick([min, min, min + 1, min - 1, -1, 0, 1.0, 1.5, 2 ** 53 - 1, 2 ** 53, 1e21, -0, 0.1, 7]);

const maybe =
	(of: Record<string, Make>): Make =>
	(dice) =>
		Object.fromEntries(
			Object.entries(of)
				.filter(() => dice.chance(0.7))
				.map(([name, make]) => [name, make(dice)]),
		);

const context: Make = (dice) => {
	const count = dice.pick([0, 1, 2, 15, 16, 16, 17, 17]);
	return Array.from({ length: count }, () =>
		dice.chance(0.9)
			? { description: dice.chance(0.9) ? "Site" : text(1, 1024)(dice), value: dice.chance(0.9) ? "" : text(0, 8192)(dice) }
			: maybe({ description: text(1, 1024), value: text(0, 8192) })(dice),
	);
};

const modalities: Make = (dice) => Array.from({ length: dice.below(4) }, () => dice.pick(["nfc", "photo", "nfc", "photo", "audio", null]));

const speech: Make = maybe({
	recognitionEngine: text(0, 64),
	model: text(0, 128),
	localeIdentifier: text(0, 32),
	thermalState: text(0, 32),
	actionableRevisionMs: integer(0),
	stableFinalMs: integer(0),
});

const capabilities: Make = maybe({
	physicalObservations: (dice) => (dice.chance(0.9) ? { modalities: modalities(dice) } : {}),
	audioTurnControl: (dice) => dice.pick([{ mode: "explicit" }, { mode: "explicit", extra: 1 }, { mode: "implicit" }, {}, null]),
});

const observation: Make = (dice) =>
	dice.pick<unknown>([
		{ modality: "nfc", observedAt: "2026-12-01T10:00:20.100Z", uid: "04a2b31c5d6e80" },
		{ modality: "nfc", observedAt: "2026-12-01T10:00:20Z" },
		{ modality: "nfc", observedAt: "yesterday", uid: "04" },
		{ modality: "photo", observedAt: "2026-12-01T10:00:20Z" },
		{},
		null,
	]);

/** Required members get their maker always, optional ones half of the time. */
const MESSAGES: Record<string, { required: Record<string, Make>; optional: Record<string, Make> }> = {
	"session.start": {
		required: { sessionId: text(1, 128) },
		optional: { resumeFromSequence: integer(0), clientCapabilities: capabilities },
	},
	"user.turn": { required: { turn: integer(1), text: text(1, 65536) }, optional: { speechMetadata: speech, context } },
	"user.observation": { required: { turn: integer(1), observation }, optional: { interactionId: text(1, 128), context } },
	"audio.turn.start": { required: { turn: integer(1) }, optional: {} },
	"audio.turn.commit": { required: { turn: integer(1) }, optional: {} },
	"audio.turn.cancel": { required: { turn: integer(1) }, optional: {} },
	"response.cancel": { required: {}, optional: {} },
	"session.end": { required: {}, optional: {} },
	ack: { required: { sequence: integer(1) }, optional: {} },
};

const ODD_VALUES: readonly unknown[] = [null, true, 0, 1, -1, "", "x", [], {}, [[]], { mode: "explicit" }, "1"];
const ODD_NAMES = ["extra", "constructor", "toString", "TYPE", "turns", "sequence", "turn"];

/** One value, near a valid message more often than not. */
export function generateMessage(dice: Dice): unknown {
	const type = dice.pick(Object.keys(MESSAGES));
	const shape = MESSAGES[type];
	if (shape === undefined) throw new Error(`no shape for ${type}`);
	const message: Record<string, unknown> = { type };
	for (const [name, make] of Object.entries(shape.required)) message[name] = make(dice);
	for (const [name, make] of Object.entries(shape.optional)) if (dice.chance(0.5)) message[name] = make(dice);
	if (dice.chance(0.5)) return message;
	const names = Object.keys(message);
	switch (dice.below(6)) {
		case 0:
			delete message[dice.pick(names)];
			break;
		case 1:
			message[dice.pick(names)] = dice.pick(ODD_VALUES);
			break;
		case 2:
			message[dice.pick(ODD_NAMES)] = dice.pick(ODD_VALUES);
			break;
		case 3:
			message.type = dice.pick([...Object.keys(MESSAGES), "Ack", "user.turn ", "t".repeat(64), "t".repeat(65), "ping"]);
			break;
		case 4: {
			const member = message[dice.pick(names)];
			if (typeof member === "object" && member !== null) (member as Record<string, unknown>)[dice.pick(ODD_NAMES)] = dice.pick(ODD_VALUES);
			break;
		}
		default:
			return dice.chance(0.2) ? dice.pick(ODD_VALUES) : message;
	}
	return message;
}
