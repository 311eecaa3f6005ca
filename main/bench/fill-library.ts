import { openTranscripts } from "../adapters/sqlite-transcripts/open.ts";
import type { SessionOrigin } from "../core/ports.ts";
import { newFacts } from "../core/session/new-facts.ts";
import { SPOKEN } from "./spoken.ts";

const WORDS =
	"the badge gate visitor opens closed please check again yesterday agent answer result state delta reading value door hall depot ward intake".split(
		" ",
	);
/** Entries on their way to the disk before more are made. */
const PENDING_BYTES = 16 << 20;
const START_MS = 1_780_000_000_000;
/** One entry in this many says something rare. */
const RARE_EVERY = 50_000;

/** The rare words that were put in, the newest last. */
export interface FilledLibrary {
	rare: string[];
	sessionIds: string[];
	/** Rate at which the store took them, for judging the machine. */
	entriesPerSecond: number;
}

/** A profile with that many entries in that many sessions: streamed text, turns, state, a rare word now and then, a finding in every session. */
export async function fillLibrary(profileDir: string, entries: number, sessions: number): Promise<FilledLibrary> {
	const store = await openTranscripts({ profileDir, now: Date.now });
	const random = createRandom(42);
	const rare: string[] = [];
	const sessionIds: string[] = [];
	const perSession = Math.floor(entries / sessions);
	const startedMs = performance.now();
	let made = 0;
	try {
		for (let number = 0; number < sessions; number++) {
			const sessionId = `bench-${number}`;
			sessionIds.push(sessionId);
			const createdAtMs = START_MS + number * 3_600_000;
			const { writer } = await store.open(originOf(sessionId, createdAtMs), {
				...newFacts(sessionId, `Session ${number}`),
				findings: 1,
				sequencing: "sequenced",
			});
			for (let sequence = 1; sequence <= perSession; sequence++) {
				const isRare = ++made % RARE_EVERY === 0 || (number === 0 && sequence === 1);
				const word = isRare ? `zebra${rare.length}quagga` : "";
				if (isRare) rare.push(word);
				const own = sequence % 40 === 0;
				const type = own ? "user.turn" : sequence % 25 === 0 ? "STATE_DELTA" : "TEXT_MESSAGE_CONTENT";
				const said = Array.from({ length: 36 }, () => WORDS[random(WORDS.length)]).join(" ");
				writer.append({
					atMs: createdAtMs + sequence * 100,
					monoMs: sequence,
					dir: own ? "out" : "in",
					kind: "frame",
					opcode: "text",
					type,
					body: `{"type":"${type}","messageId":"m-${number}-${sequence >> 5}","sequence":${sequence},"delta":"${said} ${word}"}`,
					epoch: 1,
					sequence,
					...(sequence === 7 && { findings: [{ code: "sequence.gap", severity: "error", path: "", message: "A hole." }] }),
				});
				if (writer.pendingBytes() > PENDING_BYTES) await store.sessions();
				// Lets the batches leave; a run of calls is one batch.
				if (made % 1000 === 0) await new Promise((resolve) => setImmediate(resolve));
			}
		}
		await store.sessions();
		return { rare, sessionIds, entriesPerSecond: Math.round((made * 1000) / (performance.now() - startedMs)) };
	} finally {
		await store.close();
	}
}

function createRandom(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
		return state % below;
	};
}

const originOf = (sessionId: string, createdAtMs: number): SessionOrigin => ({
	sessionId,
	protocol: SPOKEN,
	profile: "standin-0.1",
	createdAtMs,
	endpoint: "ws://127.0.0.1:1/",
	target: { protocol: SPOKEN, by: { kind: "url", url: "ws://127.0.0.1:1/" } },
	card: null,
});
