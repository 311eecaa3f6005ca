import type { KioskSettings } from "../../../schemas/kiosk.ts";
import type { Interaction } from "../../../schemas/session.ts";
import type { NfcConsole } from "../nfc/nfc-console.ts";
import type { Ports } from "../ports.ts";
import { type KioskFacts, lastAnswerAtMs, waitingRequests } from "./facts.ts";
import type { PlanFacts } from "./plan.ts";
import { NOTHING_SAID, readSaid } from "./said.ts";
import type { SessionKeeper } from "./session-keeper.ts";
import type { KioskTaps } from "./taps.ts";

/** What the kiosk sees of session, conversation, reader and store, and since when; its prompt and its plan are made from that. */
export interface KioskSight {
	/** The request a person can serve now. */
	request(): Interaction | null;
	/** Takes note of what is so now. */
	note(): void;
	facts(afterVisit: KioskSettings["afterVisit"]): KioskFacts;
	planFacts(): Pick<PlanFacts, "session" | "closedAtMs" | "stops" | "fruitless">;
	reader(): KioskFacts["reader"];
	/** A session takes the place of the one that is there, or is dialled again. */
	goesOn(): void;
	/** What was counted belongs to the time before. */
	forget(): void;
	/** Reads the end of the conversation; answers whether it changed and whether there is more to come. Rejects when it cannot be read. */
	read(): Promise<{ changed: boolean; behind: boolean }>;
}

export function createKioskSight(
	{ clock, transcripts }: Pick<Ports, "clock" | "transcripts">,
	keeper: SessionKeeper,
	taps: KioskTaps,
	nfc: Pick<NfcConsole, "status">,
): KioskSight {
	let said = NOTHING_SAID;
	let saidOf: string | null = null;
	let linkDownSinceMs: number | null = null;
	let closedAtMs: number | null = null;
	let stops = 0;
	let fruitless = 0;
	let reader: KioskFacts["reader"] = { state: nfc.status().state.kind, sinceMs: clock.nowMs() };
	let storeFailingSinceMs: number | null = null;

	const request = () => waitingRequests(keeper.summary()?.interactions ?? [])[0] ?? null;

	return {
		request,
		note() {
			const nowMs = clock.nowMs();
			const session = keeper.summary();
			const kind = session?.status.kind;
			const isUp = kind === "open" || kind === "closing";
			linkDownSinceMs = isUp ? null : (linkDownSinceMs ?? nowMs);
			closedAtMs = kind === "closed" ? (closedAtMs ?? nowMs) : null;
			// A session in which somebody was asked for something works.
			if (isUp && (session?.interactions.length ?? 0) > 0) stops = 0;
			const state = nfc.status().state.kind;
			if (state !== reader.state) reader = { state, sinceMs: nowMs };
			storeFailingSinceMs = transcripts.health().state === "ok" ? null : (storeFailingSinceMs ?? nowMs);
		},
		facts(afterVisit) {
			const asked = request();
			const sessionId = keeper.sessionId() ?? "";
			return {
				nowMs: clock.nowMs(),
				afterVisit,
				session: keeper.summary(),
				openFailure: keeper.failure(),
				againAtMs: null,
				linkDownSinceMs,
				said: saidOf === keeper.sessionId() ? said : NOTHING_SAID,
				reader,
				tap: asked && taps.waiting(sessionId, asked),
				tapProblem: asked && taps.problem(asked),
				isTapOnItsWay: asked !== null && taps.isOnItsWay(sessionId, asked),
				isStoreFailing: storeFailingSinceMs === null ? null : { sinceMs: storeFailingSinceMs },
			};
		},
		planFacts: () => ({ session: keeper.summary(), closedAtMs, stops, fruitless }),
		reader: () => reader,
		goesOn() {
			const session = keeper.summary();
			closedAtMs = null;
			if (session?.status.kind !== "closed") return;
			if (session.status.outcome.next !== "ended") stops += 1;
			else fruitless = lastAnswerAtMs(session.interactions) === null ? fruitless + 1 : 0;
		},
		forget() {
			linkDownSinceMs = null;
			stops = 0;
			fruitless = 0;
		},
		async read() {
			const sessionId = keeper.sessionId();
			if (sessionId === null) return { changed: false, behind: false };
			const answer = await readSaid(transcripts, sessionId);
			if (sessionId !== keeper.sessionId()) return { changed: false, behind: false };
			said = answer.said;
			saidOf = sessionId;
			return { changed: true, behind: answer.behind > 0 };
		},
	};
}
