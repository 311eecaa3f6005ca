import type { TimeStamps } from "../../../core/ports.ts";
import type { SealReason } from "../../../core/proof/statements.ts";

/** Reasons for a seal that somebody will look at: the others are followed by one of these. */
const STAMPED: readonly SealReason[] = ["over", "asked"];

/** Somebody who wants a proof now waits this long for the time stamp in it, and not at all once an authority kept silent. */
const WAIT_MS = 3000;

/** The last seal of a session. */
export interface LastSeal {
	number: number;
	statement: string;
	isSigned: boolean;
	isStamped: boolean;
}

export interface Stamping {
	/** Asks for a time stamp of the session's last seal when it has none. Resolves when it is handed to the store, or after a short while. Never rejects. */
	want(sessionId: string, seal: LastSeal | null, why: SealReason): Promise<void>;
	/** Waits for what is under way until that time of the monotonic clock. */
	settle(untilMs: number): Promise<void>;
}

/** Time stamps of seals, beside sealing: no seal waits for one. */
export function createStamping(
	timeStamps: Pick<TimeStamps, "stamp">,
	store: (sessionId: string, number: number, stamp: Uint8Array) => void,
): Stamping {
	/** By session and number. */
	const underWay = new Map<string, Promise<void>>();
	let isSilent = false;

	async function ask(sessionId: string, { number, statement }: LastSeal): Promise<void> {
		const stamp = await timeStamps.stamp(statement);
		isSilent = stamp === null;
		if (stamp !== null) store(sessionId, number, stamp);
	}

	return {
		async want(sessionId, seal, why) {
			if (seal === null || !seal.isSigned || seal.isStamped || !STAMPED.includes(why)) return;
			const name = `${seal.number} ${sessionId}`;
			let asking = underWay.get(name);
			if (asking === undefined) {
				asking = ask(sessionId, seal)
					.catch(() => {})
					.finally(() => underWay.delete(name));
				underWay.set(name, asking);
			}
			await within(isSilent ? 0 : WAIT_MS, asking);
		},
		settle: (untilMs) => within(untilMs - performance.now(), Promise.all(underWay.values())),
	};
}

function within(limitMs: number, work: Promise<unknown>): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, Math.max(0, limitMs));
		void work.finally(() => {
			clearTimeout(timer);
			resolve();
		});
	});
}
