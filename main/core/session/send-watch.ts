import type { Delivery, MessageFate } from "../../../schemas/timeline.ts";
import type { Clock } from "../ports.ts";

/** A disk this slow is told of: whoever waits for a message is answered then, whatever is true, ms. */
export const SEND_ANSWER_LIMIT_MS = 400;

/** It has not left this side, and is not given up. */
const isUnderWay = (delivery: Delivery): boolean => delivery === "queued" || delivery === "sending";

/** Own messages on their way out: into the store, then to the socket, and that into the store. Nothing is called sent before. */
export interface SendWatch {
	/** A message was given to the store; `delivery` is `queued` when no link takes it now. */
	begin(ordinal: number, delivery: Delivery): MessageFate;
	/** Every entry up to here is on disk. */
	committed(upToOrdinal: number): void;
	/** The delivery, as it stands on disk by now. */
	delivered(ordinal: number, delivery: Delivery): void;
	/** For a message begun just now: answers once nothing more happens to it by itself on this side, or with what is true after `limitMs`. */
	settled(ordinal: number, limitMs: number): Promise<MessageFate>;
	/** Whoever waits is answered with what is true now. */
	dispose(): void;
}

interface Watched {
	fate: MessageFate;
	tell: ((fate: MessageFate) => void)[];
}

/**
 * `changed` is called for each piece of news after `begin`, the last time when the message is stored, and has left this side or was given up.
 * Of the newest message it is told longer: what was sent may turn out unknown when the link breaks.
 */
export function createSendWatch(clock: Pick<Clock, "after">, changed: (fate: MessageFate) => void): SendWatch {
	const watched = new Map<number, Watched>();
	let newest = 0;

	function become(at: Watched, news: Partial<Pick<MessageFate, "stored" | "delivery">>): void {
		const before = at.fate;
		const { ordinal, stored, delivery } = { ...before, ...news };
		if (stored === before.stored && delivery === before.delivery) return;
		at.fate = fateOf(ordinal, stored, delivery);
		if (isOver(at.fate) && ordinal !== newest) watched.delete(ordinal);
		if (isSettled(at.fate)) for (const tell of at.tell.splice(0)) tell(at.fate);
		changed(at.fate);
	}

	return {
		begin(ordinal, delivery) {
			const fate = fateOf(ordinal, false, delivery);
			const before = watched.get(newest);
			if (before && isOver(before.fate)) watched.delete(newest);
			newest = ordinal;
			watched.set(ordinal, { fate, tell: [] });
			return fate;
		},
		committed(upToOrdinal) {
			// Oldest first, so the first one beyond ends the search.
			for (const [ordinal, each] of watched) {
				if (ordinal > upToOrdinal) break;
				become(each, { stored: true });
			}
		},
		delivered(ordinal, delivery) {
			const at = watched.get(ordinal);
			if (at) become(at, { delivery });
		},
		settled(ordinal, limitMs) {
			const at = watched.get(ordinal);
			if (!at) throw new Error(`Message ${ordinal} is not watched.`);
			if (isSettled(at.fate)) return Promise.resolve(at.fate);
			return new Promise((resolve) => {
				const cancel = clock.after(limitMs, () => resolve(at.fate));
				at.tell.push((fate) => {
					cancel();
					resolve(fate);
				});
			});
		},
		dispose() {
			for (const { fate, tell } of watched.values()) for (const each of tell) each(fate);
			watched.clear();
		},
	};
}

/** A message a link did not take rests once it is stored; one on its way rests when the socket has it, or never will. */
const isSettled = ({ stored, delivery }: MessageFate): boolean => stored && delivery !== "sending";

/** Stored, and not under way any more. */
const isOver = ({ stored, delivery }: MessageFate): boolean => stored && !isUnderWay(delivery);

/** `queued` until the disk and the socket have it. */
const fateOf = (ordinal: number, stored: boolean, delivery: Delivery): MessageFate => ({
	ordinal,
	stored,
	delivery,
	queued: !stored || isUnderWay(delivery),
});
