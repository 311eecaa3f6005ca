import { randomBytes } from "node:crypto";

const TICKET_PATH = "/open/";
const VALID_MS = 30_000;

/**
 * Addresses that work once and soon. The browser that the program opens gets one on its command line, which every user of the computer can
 * read; the key itself never stands there. Who takes a ticket first has it, so a stolen one shows at once: the window stays empty.
 */
export function createTickets() {
	const open = new Map<string, number>();
	return {
		/** A path to open within 30 s. */
		issue(): string {
			const ticket = randomBytes(32).toString("base64url");
			open.set(ticket, performance.now() + VALID_MS);
			return TICKET_PATH + ticket;
		},
		/** Whether the path is a ticket nobody used yet; it is used up now. */
		redeem(path: string): boolean {
			const ticket = path.slice(TICKET_PATH.length);
			const untilMs = path.startsWith(TICKET_PATH) ? open.get(ticket) : undefined;
			open.delete(ticket);
			return untilMs !== undefined && performance.now() < untilMs;
		},
	};
}
