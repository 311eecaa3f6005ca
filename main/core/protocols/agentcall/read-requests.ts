/** Requests to a person as the recording tells them: who was asked what, and what became of it. The machine heeds the same rules while it acts. */
import type { Interaction } from "../../../../schemas/session.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import type { RequestsRead } from "../../conversation/reading.ts";
import { type CarrierNames, heedControl, heedEvent } from "./carriers.ts";
import {
	closeRequest,
	copyOf,
	createInteractions,
	endAll,
	expireOne,
	findRequest,
	heedRequestError,
	linkEndsRequests,
	markAnswered,
	placeTouches,
	takeAnswerBack,
} from "./interactions.ts";
import { turnOf } from "./outbox.ts";

type Body = Record<string, unknown>;
const NONE: Interaction[] = [];

const HEEDED_OWN: ReadonlySet<string> = new Set(["session.start", "user.observation"]);
const HEEDED_LOCAL: ReadonlySet<string> = new Set([
	...["session.opened", "interaction.expired", "turn.unknown", "operator.discard", "link.closed", "link.failed", "epoch.started"],
]);

export interface ReadRequests extends RequestsRead {
	/** Modalities the last `session.start` offered. */
	offered(): readonly string[];
}

export function createReadRequests(names: CarrierNames): ReadRequests {
	const interactions = createInteractions([], []);
	let offered: string[] = [];
	/** The recording is a console's own: it notes itself when a time is over. Of another one only the times of its messages tell. */
	let isOwn = false;
	/** Own turns that may have arrived. */
	const inDoubt = new Set<number>();
	let beforeEnd: Interaction[] | null = null;

	function begin(atMs: number): void {
		if (beforeEnd !== null) interactions.list = beforeEnd;
		beforeEnd = null;
		if (!isOwn) while (expireOne(interactions, atMs));
	}

	/** Answers the requests that are new with this entry. */
	function place(ordinal: number): Interaction[] {
		const { touched } = interactions;
		if (touched === null || touched.length === 0) return NONE;
		const asked = touched.flatMap(({ interaction, as }) =>
			as === "asked" && interaction.ordinals.asked.length === 0 ? [interaction] : [],
		);
		placeTouches(touched.splice(0), ordinal);
		return asked;
	}

	function own(type: string, body: Body, ordinal: number, atMs: number): void {
		begin(atMs);
		if (type === "session.start") offered = offeredIn(body);
		if (type === "user.observation" && typeof body.interactionId === "string")
			markAnswered(interactions, body.interactionId, turnOf(body), atMs);
		place(ordinal);
	}

	/** What the console noted. */
	function local(type: string, body: Body, ordinal: number, atMs: number): void {
		if (type === "session.opened") isOwn = true;
		begin(atMs);
		switch (type) {
			case "interaction.expired":
				if (findRequest(interactions.list, body.interactionId)?.state === "waiting")
					closeRequest(interactions, body.interactionId, "expired", atMs);
				break;
			case "turn.unknown":
				if (typeof body.turn === "number") inDoubt.add(body.turn);
				break;
			case "operator.discard":
				if (typeof body.turn === "number" && !inDoubt.has(body.turn)) takeAnswerBack(interactions, body.turn, null, offered, atMs);
				break;
			case "link.closed":
			case "link.failed":
				if (linkEndsRequests(body.outcome)) endAll(interactions, atMs);
				break;
			case "epoch.started":
				endAll(interactions, atMs);
				break;
			default:
		}
		place(ordinal);
	}

	return {
		frame(decoded, ordinal, atMs) {
			begin(atMs);
			let findings: Finding[] = [];
			if (decoded.kind === "event") {
				const base = decoded.framing === "enveloped" ? "/event" : "";
				findings = heedEvent(interactions, decoded.type, decoded.event, { names, offered, nowMs: atMs, base });
			} else if (decoded.kind === "control") {
				const { type, body } = decoded;
				findings = heedControl(interactions, type, body, { offered, nowMs: atMs });
				if (type === "session.ended") endAll(interactions, atMs);
				if (type === "error") {
					heedRequestError(interactions, body.interactionId, body.code, atMs);
					if (typeof body.turn === "number") takeAnswerBack(interactions, body.turn, String(body.code), offered, atMs);
				}
			}
			return { findings, asked: place(ordinal) };
		},
		heeds: ({ dir, type }) => (dir === "local" ? HEEDED_LOCAL.has(type) : dir === "out" && HEEDED_OWN.has(type)),
		other: ({ dir, type, ordinal, atMs }, body) => (dir === "out" ? own : local)(type, body, ordinal, atMs),
		end(atMs) {
			if (beforeEnd !== null) return;
			beforeEnd = interactions.list;
			interactions.list = beforeEnd.map((each) =>
				each.state === "waiting" ? { ...copyOf(each), state: "ended", changedAtMs: atMs } : each,
			);
		},
		list: () => interactions.list,
		offered: () => offered,
	};
}

function offeredIn({ clientCapabilities }: Body): string[] {
	const { physicalObservations } = (clientCapabilities ?? {}) as { physicalObservations?: { modalities?: unknown } };
	const modalities: unknown = physicalObservations?.modalities;
	return Array.isArray(modalities) ? modalities.filter((each): each is string => typeof each === "string") : [];
}
