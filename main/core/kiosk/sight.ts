import type { KioskSettings } from "../../../schemas/kiosk.ts";
import type { Interaction } from "../../../schemas/session.ts";
import type { NfcConsole } from "../nfc/nfc-console.ts";
import type { Ports } from "../ports.ts";
import { type KioskFacts, waitingRequests } from "./facts.ts";
import { forgotten, goneOn, noted, nothingNoted } from "./noted.ts";
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
	let now = nothingNoted(nfc.status().state.kind, clock.nowMs());

	const request = () => waitingRequests(keeper.summary()?.interactions ?? [])[0] ?? null;

	return {
		request,
		note() {
			now = noted(now, {
				nowMs: clock.nowMs(),
				session: keeper.summary(),
				reader: nfc.status().state.kind,
				isStoreOk: transcripts.health().state === "ok",
			});
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
				linkDownSinceMs: now.linkDownSinceMs,
				said: saidOf === keeper.sessionId() ? said : NOTHING_SAID,
				reader: now.reader,
				tap: asked && taps.waiting(sessionId, asked),
				tapProblem: asked && taps.problem(asked),
				isTapOnItsWay: asked !== null && taps.isOnItsWay(sessionId, asked),
				isStoreFailing: now.storeFailingSinceMs === null ? null : { sinceMs: now.storeFailingSinceMs },
			};
		},
		planFacts: () => ({ session: keeper.summary(), closedAtMs: now.closedAtMs, stops: now.stops, fruitless: now.fruitless }),
		reader: () => now.reader,
		goesOn() {
			now = goneOn(now, keeper.summary());
		},
		forget() {
			now = forgotten(now);
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
