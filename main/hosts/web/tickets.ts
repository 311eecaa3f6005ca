import { type Key, type Keys, randomKey } from "./keys.ts";

/** A computer that has just started takes its time to open a browser. */
const VALID_MS = 120_000;
/** Used tickets that are remembered, so that a second use is known as one. A kiosk opens a browser each time one crashed. */
const MOST_REMEMBERED = 256;

/** What a browser is given to come in with; it is written to a private file, never to a command line. */
export interface Entry {
	/** Where the ticket is posted as the form field `ticket`. */
	readonly action: string;
	readonly ticket: string;
	/** Used, or of no use any more. */
	readonly settled: Promise<"used" | "void" | "expired">;
}

export type Redemption =
	| { kind: "in"; key: Key }
	/** None of this run, void, or too late. */
	| { kind: "unknown" }
	/** A second use. The key of the first one is revoked, because nobody can say which of the two was the browser that was opened. */
	| { kind: "again"; key: Key }
	/** Of another user of this computer, so not the browser that was opened. The ticket is void. */
	| { kind: "stranger"; uid: number };

interface Ticket {
	key: Key | null;
	settle(how: Awaited<Entry["settled"]>): void;
	isOpen: boolean;
}

export interface Tickets {
	issue(): Omit<Entry, "action">;
	/** `uid`: whose program asks, null where that is not known. */
	redeem(text: string, uid: number | null): Redemption;
	close(): void;
}

/** Tickets that work once, within two minutes, for a program of this user. */
export function createTickets(keys: Keys, ownUid: number | null): Tickets {
	const tickets = new Map<string, Ticket>();
	const timers = new Set<NodeJS.Timeout>();
	return {
		issue() {
			const ticket = randomKey();
			const settled = new Promise<Awaited<Entry["settled"]>>((resolve) => {
				const timer = setTimeout(() => settle("expired"), VALID_MS).unref();
				const settle: Ticket["settle"] = (how) => {
					clearTimeout(timer);
					timers.delete(timer);
					known.isOpen = false;
					if (how !== "used") tickets.delete(ticket);
					resolve(how);
				};
				const known: Ticket = { key: null, isOpen: true, settle };
				timers.add(timer);
				tickets.set(ticket, known);
			});
			const [oldest] = tickets.keys();
			if (tickets.size > MOST_REMEMBERED && oldest !== undefined) tickets.delete(oldest);
			return { ticket, settled };
		},
		redeem(text, uid) {
			const ticket = tickets.get(text);
			if (!ticket) return { kind: "unknown" };
			if (ticket.key) {
				keys.revoke(ticket.key);
				return { kind: "again", key: ticket.key };
			}
			if (uid !== null && ownUid !== null && uid !== ownUid) {
				ticket.settle("void");
				return { kind: "stranger", uid };
			}
			ticket.key = keys.issue();
			ticket.settle("used");
			return { kind: "in", key: ticket.key };
		},
		close() {
			for (const timer of timers) clearTimeout(timer);
		},
	};
}
