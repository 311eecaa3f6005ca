import type { DialFailure, DialRequest, FrameSocket, SocketClose, SocketEvents, Sockets } from "../../main/core/ports.ts";
import type { DialPhase } from "../../schemas/session.ts";
import type { LinkSecurity } from "../../schemas/trust.ts";

/** One dial and, once open, its link: the test plays the network and the agent. */
export interface FakeLink {
	readonly request: DialRequest;
	readonly state: "dialling" | "open" | "ended";
	/** Texts handed to `sendText`, in order, also those whose `done` is held or failed. */
	readonly sent: string[];
	readonly pings: Uint8Array[];
	readonly paused: boolean;
	/** What the console's `close` asked for. */
	readonly closeAsked: { code: number; reason: string } | null;
	readonly destroyed: boolean;

	phase(phase: DialPhase): void;
	/** The link opens; phases are not announced by it. */
	open(info?: Partial<{ subprotocol: string; remoteAddress: string; security: LinkSecurity }>): void;
	/** The dial fails; default: ECONNREFUSED in phase tcp. */
	fail(failure?: Partial<DialFailure>): void;
	/** A text frame; a value that is not a string is sent as JSON. */
	text(message: unknown): void;
	binary(bytes: Uint8Array): void;
	/** A text frame as a socket hands over one of more than LARGE_FRAME_BYTES, whatever its length. */
	large(message: unknown): void;
	/** A text frame whose bytes are not UTF-8. */
	brokenText(bytes?: Uint8Array): void;
	ping(payload?: string): void;
	pong(payload?: Uint8Array): void;
	/** The agent closes cleanly. */
	close(code?: number, reason?: string): void;
	/** The network goes away without a close frame. */
	breakOff(errorCode?: string): void;
	/** From now on `done` of each `sendText` waits for `releaseSends`. */
	holdSends(): void;
	/** Answers the held ones, oldest first, with null or these words, and holds no more. */
	releaseSends(error?: string | null): void;
	/** From now on each send fails with these words; null: they succeed again. */
	failSends(error: string | null): void;
}

export interface FakeSockets extends Sockets {
	/** Every dial so far, oldest first. */
	readonly links: FakeLink[];
	/** The newest dial; throws when there is none. */
	last(): FakeLink;
	/** Whether the agent answers the console's close with the same code (default). */
	answerCloses(answer: boolean): void;
}

/** As the real adapter: nothing is called from inside `dial`, `sendText`, `close` or `destroy`, but in a microtask right after. */
export function createFakeSockets(): FakeSockets {
	const links: FakeLink[] = [];
	let answering = true;
	return {
		links,
		last() {
			const link = links.at(-1);
			if (link === undefined) throw new Error("Nothing was dialled yet.");
			return link;
		},
		answerCloses(answer) {
			answering = answer;
		},
		dial(request, events) {
			const { link, socket } = createFakeLink(request, events, () => answering);
			links.push(link);
			return socket;
		},
	};
}

const dialFailure = (failure: Partial<DialFailure>): DialFailure => ({
	phase: "tcp",
	errorCode: "ECONNREFUSED",
	message: "connect ECONNREFUSED",
	timings: {},
	...failure,
});

const broken = (close: Partial<SocketClose>): SocketClose => ({ code: 1006, reason: "", by: "network", clean: false, ...close });

function createFakeLink(request: DialRequest, events: SocketEvents, answering: () => boolean): { link: FakeLink; socket: FrameSocket } {
	const sent: string[] = [];
	const pings: Uint8Array[] = [];
	const held: ((error: string | null) => void)[] = [];
	let state: FakeLink["state"] = "dialling";
	let paused = false;
	let destroyed = false;
	let holding = false;
	let sendError: string | null = null;
	let closeAsked: FakeLink["closeAsked"] = null;

	function fail(failure: Partial<DialFailure>): void {
		if (state !== "dialling") throw new Error(`A link that is ${state} cannot fail as a dial.`);
		state = "ended";
		events.failed(dialFailure(failure));
	}

	function end(close: Partial<SocketClose>): void {
		needOpen();
		state = "ended";
		events.closed(broken(close));
	}

	function needOpen(): void {
		if (state !== "open") throw new Error(`The link is ${state}, so nothing can arrive on it.`);
	}

	const link: FakeLink = {
		request,
		sent,
		pings,
		get state() {
			return state;
		},
		get paused() {
			return paused;
		},
		get closeAsked() {
			return closeAsked;
		},
		get destroyed() {
			return destroyed;
		},
		phase(phase) {
			events.phase(phase);
		},
		open(info = {}) {
			if (state !== "dialling") throw new Error(`A link that is ${state} cannot open.`);
			state = "open";
			events.opened({
				subprotocol: "",
				remoteAddress: "127.0.0.1",
				timings: { tcp: 1, upgrade: 2 },
				security: { tls: null, proxy: null },
				...info,
			});
		},
		fail: (failure = {}) => fail(failure),
		text(message) {
			needOpen();
			const text = typeof message === "string" ? message : JSON.stringify(message);
			events.frame("text", new TextEncoder().encode(text), text);
		},
		binary(bytes) {
			needOpen();
			events.frame("binary", bytes, null);
		},
		large(message) {
			needOpen();
			events.largeFrame("text", new TextEncoder().encode(typeof message === "string" ? message : JSON.stringify(message)));
		},
		brokenText(bytes = Uint8Array.of(0x7b, 0xff, 0x7d)) {
			needOpen();
			events.frame("text", bytes, null);
		},
		ping(payload = "") {
			needOpen();
			events.ping(new TextEncoder().encode(payload));
		},
		pong(payload = pings.at(-1) ?? new Uint8Array()) {
			needOpen();
			events.pong(payload);
		},
		close: (code = 1000, reason = "") => end({ code, reason, by: "agent", clean: true }),
		breakOff: (errorCode = "ECONNRESET") => end({ errorCode, message: `read ${errorCode}` }),
		holdSends() {
			holding = true;
		},
		releaseSends(error = null) {
			holding = false;
			for (const done of held.splice(0)) done(error);
		},
		failSends(error) {
			sendError = error;
		},
	};

	const socket: FrameSocket = {
		sendText(text, done) {
			sent.push(text);
			if (holding) held.push(done);
			else queueMicrotask(() => done(state === "open" ? sendError : "The link is not open."));
		},
		ping(payload) {
			pings.push(payload);
		},
		close(code, reason) {
			if (state === "dialling") return this.destroy();
			closeAsked ??= { code, reason };
			if (!answering()) return;
			queueMicrotask(() => {
				if (state === "open") end({ code, reason, by: "console", clean: true });
			});
		},
		destroy() {
			if (state === "ended") return;
			const was = state;
			destroyed = true;
			state = "ended";
			queueMicrotask(() => {
				if (was === "dialling") events.failed(dialFailure({ errorCode: "CANCELLED", message: "The dial was given up." }));
				else events.closed(broken({ by: "console", errorCode: "CANCELLED", message: "The console dropped the link." }));
			});
		},
		pause() {
			paused = true;
		},
		resume() {
			paused = false;
		},
	};

	return { link, socket };
}
