import type { Pacer } from "../../pacer.ts";
import type { ClientMessage, SessionStart } from "../judge/client-message.ts";
import { createJudge } from "../judge/judge.ts";
import { type Scenario, USUAL_WAYS, type Ways } from "../scenario.ts";
import type { Link } from "./outgoing.ts";
import { createPlay } from "./play.ts";
import { createScriptRunner } from "./script-runner.ts";
import { createWire } from "./wire.ts";

/** How long a client may take to close after `session.end`, ms. */
const END_GRACE_MS = 2000;

/** A scenario with every script in place. */
export type FullScenario = Scenario & Required<Pick<Scenario, "opening" | "afterLoss" | "turn" | "observation" | "audio">>;

export interface SessionOptions {
	id: string;
	scenario: FullScenario;
	pacer: Pacer;
	/** The client's previous session was cut and could not be resumed. */
	afterCut: boolean;
	complain(complaint: string): void;
	/** The script cut a link that cannot be resumed. */
	onCut(): void;
}

/** One conversation, over as many sockets as it takes. */
export interface Session {
	attach(link: Link, start: SessionStart): void;
	/** A text frame after `session.start`. */
	received(link: Link, frame: string): void;
	detach(link: Link): void;
	/** Something was wrong with a frame before it could be read. */
	refuse(complaint: string, code: string): void;
	/** Nobody is connected. */
	isAway(): boolean;
	dispose(): void;
}

type Welcome =
	| { kind: "new"; reason?: string }
	| { kind: "resumed" }
	| { kind: "lost"; reason?: string }
	| { kind: "restarted" }
	| { kind: "ahead" };

export function createSession(options: SessionOptions): Session {
	const { id, scenario, complain } = options;
	const ways: Ways = { ...USUAL_WAYS, ...scenario.ways };
	const judge = createJudge({ resume: ways.resume !== "off", explicitTurns: ways.explicitTurns, turns: ways.turns });
	const wire = createWire(ways, judge);
	const scripts = createScriptRunner((thrown) => {
		wire.control({ type: "error", code: "internal", message: thrown instanceof Error ? thrown.message : String(thrown) });
	});
	const play = createPlay({ ...options, ways, judge, wire, scripts, end });
	let attempts = 0;
	let opened = false;
	let over = false;
	let endTimer: NodeJS.Timeout | undefined;

	function end(): void {
		over = true;
		scripts.stop();
		play.forgetRequests();
	}

	function welcome(from: number): Welcome {
		if (!opened) return from > 0 ? { kind: "new", reason: "unknown_session" } : { kind: "new" };
		if (ways.resume === "off") return from > 0 ? { kind: "lost", reason: "unsupported" } : { kind: "lost" };
		if (ways.resume === "lost") return { kind: "lost", reason: "unknown_session" };
		if (ways.resume === "restarts") return { kind: "restarted" };
		if (from > wire.lastSequence()) return { kind: "ahead" };
		return wire.canReplay(from) ? { kind: "resumed" } : { kind: "lost", reason: "retention" };
	}

	/** Says the first words on a new link, brings it to where the client stands, and chooses the script that goes on. */
	function greet(link: Link, start: SessionStart): void {
		const from = start.resumeFromSequence ?? 0;
		const how = welcome(from);
		const lastTurn = how.kind === "new" ? 0 : how.kind === "resumed" ? play.lastTurn() : null;
		const speaks = ways.sessionStarted && how.kind !== "restarted";
		const known = opened ? wire.lastSequence() : null;
		for (const complaint of judge.socketOpened(start, known, speaks ? lastTurn : null)) complain(complaint);
		if (how.kind === "ahead") {
			fatal(link, "sequence_ahead", `The last number of this session is ${wire.lastSequence()}.`, 4409);
			return;
		}
		const resumed = how.kind === "resumed";
		if (how.kind === "lost" || how.kind === "restarted") {
			scripts.stop();
			play.forgetRequests();
			wire.newEpoch();
		}
		if (speaks) {
			const reason = how.kind === "new" || how.kind === "lost" ? how.reason : undefined;
			const started = { type: "session.started", sessionId: id, resumed, lastSequence: wire.lastSequence() };
			link.ws.send(JSON.stringify({ ...started, ...(lastTurn === null ? {} : { lastTurn }), ...(reason ? { reason } : {}) }));
		}
		wire.attach(link, resumed ? from : 0);
		play.linkChanged();
		// Without resume the agent remembers nothing, so every socket is a first visit.
		if (how.kind === "new" || (how.kind === "lost" && ways.resume === "off")) scripts.play(() => scenario.opening(play));
		else if (!resumed) scripts.play(() => scenario.afterLoss(play));
		opened = true;
	}

	function fatal(link: Link, code: string, message: string, close: number): void {
		link.ws.send(JSON.stringify({ type: "error", code, message, fatal: true }));
		link.ws.close(close, code);
	}

	function goodbye(): void {
		end();
		wire.control({ type: "session.ended", reason: "client_end" });
		endTimer = setTimeout(() => wire.link()?.ws.close(1000, "session ended"), END_GRACE_MS);
		endTimer.unref();
	}

	function act(message: ClientMessage): void {
		if (message.type === "ack") wire.tidy();
		else if (message.type === "response.cancel") play.cancel();
		else if (message.type === "session.end") goodbye();
		else if (message.type === "user.turn") {
			play.took(message.turn, message.text);
			scripts.play(() => scenario.turn(play, message));
		} else if (message.type === "user.observation") {
			play.took(message.turn, null);
			if (message.interactionId !== undefined) play.answered(message.interactionId);
			scripts.play(() => scenario.observation(play, message));
		} else if (message.type === "audio.turn.commit") {
			play.took(message.turn, null);
			scripts.play(() => scenario.audio(play, message));
		}
		// audio.turn.start and audio.turn.cancel ask for nothing to be said.
	}

	return {
		attach(link, start) {
			attempts++;
			const old = wire.link();
			if (old) {
				wire.detach();
				old.ws.close(4409, "replaced_by_new_connection");
			}
			if (over) {
				for (const complaint of judge.socketOpened(start, null, null)) complain(complaint);
				link.ws.send(JSON.stringify({ type: "session.ended", reason: "session_over" }));
				link.ws.close(4410, "session over");
				return;
			}
			const away = scenario.turnsAway?.(attempts) ?? null;
			if (away) link.ws.close(away.code, away.reason);
			else greet(link, start);
		},
		received(link, frame) {
			// What crosses the agent's own goodbye on the wire is nobody's fault; a client that said session.end is judged on.
			if (link !== wire.link()) return;
			const verdict = judge.received(frame, play.runOpen());
			if (verdict.complaint) complain(verdict.complaint);
			if (verdict.error) wire.control({ type: "error", ...verdict.error });
			if (verdict.message) act(verdict.message);
		},
		detach(link) {
			if (link === wire.link()) wire.detach();
			play.linkChanged();
			if (ways.resume === "off" && wire.link() === null) scripts.stop();
		},
		refuse(complaint, code) {
			complain(complaint);
			wire.control({ type: "error", code, message: complaint });
		},
		isAway: () => wire.link() === null,
		dispose() {
			clearTimeout(endTimer);
			play.forgetRequests();
			scripts.stop();
			wire.detach();
		},
	};
}
