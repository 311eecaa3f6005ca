/** A ping goes out this often while a link is open. */
export const KEEP_ALIVE_INTERVAL_MS = 20_000;
/** That many pings without a byte in answer and the link is dead: 60 s after the last byte at the latest. */
const MISSED_PONGS_LIMIT = 2;
/** After the clock jumped (the computer slept) an answer must come this fast, or the link is dead. */
export const PROBE_LIMIT_MS = 4_000;

export interface KeepAlive {
	/** Pings sent since a byte was last heard. */
	unanswered: number;
	probing: boolean;
	pingsSent: number;
}

export const createKeepAlive = (): KeepAlive => ({ unanswered: 0, probing: false, pingsSent: 0 });

/** Any byte proves the link alive, not only a pong: an agent busy streaming may answer pings late. */
export function heard(keepAlive: KeepAlive): void {
	keepAlive.unanswered = 0;
	keepAlive.probing = false;
}

/** What to do when the keep-alive timer fires. */
export function onKeepAliveTimer(keepAlive: KeepAlive): "ping" | "dead" {
	if (keepAlive.probing || keepAlive.unanswered >= MISSED_PONGS_LIMIT) return "dead";
	keepAlive.unanswered += 1;
	keepAlive.pingsSent += 1;
	return "ping";
}
