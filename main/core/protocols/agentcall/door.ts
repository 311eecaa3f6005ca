import type { CardReading } from "../../../../schemas/ipc.ts";
import { INBOUND_BYTES } from "../../../../schemas/message-size.ts";
import type { ConnectTarget, PhysicalModality } from "../../../../schemas/session.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import type { Ports } from "../../ports.ts";
import { lacksSecrets, parseAddress, requireSecure } from "../../session/address.ts";
import type { PreparedSession, ProtocolDoor } from "../door.ts";
import { clientMessageCatalogue } from "./catalogue.ts";
import { checkClientMessage } from "./client-messages.ts";
import { decodeServerFrame, unreadFrame } from "./codec.ts";
import { createSchemaDesk } from "./foreign-schema/schema-desk.ts";
import { createFoldWords, FRAME_KINDS } from "./frame-kinds.ts";
import { IMPORTS } from "./imports.ts";
import { AGENTCALL_INFO } from "./info.ts";
import { createAgentCallMachine, type RestoredMessage } from "./machine.ts";
import { OBSERVATIONS } from "./observations.ts";
import { turnOf } from "./outbox.ts";
import { type Profile, STAND_IN_PROFILE } from "./profile.ts";
import { readFrame } from "./read-frame.ts";
import { createAgentCallReading } from "./reading.ts";
import { agentCallWords } from "./row-words.ts";
import { REPLAY } from "./say-again.ts";
import type { AgentCallConfig } from "./state.ts";
import { storedInteractions } from "./stored-interactions.ts";
import { TURNS } from "./turns.ts";

/** Time limit of each connect phase, ms. */
const PHASE_LIMITS_MS = { dns: 5_000, tcp: 10_000, proxy: 10_000, tls: 10_000, upgrade: 10_000 } as const;

export const AGENTCALL_DOOR: ProtocolDoor = {
	info: AGENTCALL_INFO,
	prepare,
	storedInteractions,
	readCard: STAND_IN_PROFILE.readCard,
	readFrame,
	unreadFrame,
	createReading: createAgentCallReading,
	checkText: checkClientMessage,
	catalogue: clientMessageCatalogue,
	words: agentCallWords,
	frames: FRAME_KINDS,
	foldWords: createFoldWords,
	turns: TURNS,
	replay: REPLAY,
	imports: IMPORTS,
	observations: OBSERVATIONS,
	observationSchemas: { desk: createSchemaDesk },
};

async function prepare(
	ports: Pick<Ports, "cards" | "practice">,
	target: ConnectTarget,
	sessionId: string,
	storedCard?: CardReading | null,
): Promise<PreparedSession> {
	const located = await locate(ports, target, sessionId, storedCard ?? null);
	const { card } = located;
	// One object for the life of the session: made ready for handshakes once.
	const trust = target.trust ?? {};
	const address = parseAddress(located.url);
	requireSecure(address, target.allowInsecure ?? false, target.trust);
	const findings: Finding[] = [...(card?.findings ?? [])];
	const modalities: PhysicalModality[] = target.modalities ?? ["nfc", "photo"];
	const audio = audioTurns(target, card, findings);
	const resume = decide(target.resume, card?.resume ?? false);
	const config: AgentCallConfig = {
		profile: profileFor(target),
		endpoint: address.shown,
		resume,
		acks: decide(target.ack, resume),
		modalities,
		audioTurnControl: audio.offered,
		audioUnavailable: audio.unavailable,
		audioCounter: target.audioTurnCounter ?? "shared",
		afterBreak: target.afterBreak ?? "newSession",
		maxFrameBytes: card?.maxFrameBytes ?? STAND_IN_PROFILE.limits.outboundBytes,
		card,
	};
	return {
		name: card?.name || address.host,
		endpoint: address.shown,
		card,
		findings,
		maxFrameBytes: config.maxFrameBytes,
		modalities,
		audioTurnControl: audio.offered,
		reading: { protocol: AGENTCALL_INFO.name, ...(target.sequenceIn === undefined ? {} : { sequenceIn: target.sequenceIn }) },
		async resolveDial() {
			const { url } = target.by.kind === "practice" ? await ports.practice.start(target.by.scenario, sessionId) : located;
			const cardProtocol = card?.subprotocol ? [card.subprotocol] : [];
			return {
				url,
				headers: target.headers ?? {},
				subprotocols: target.subprotocols ?? cardProtocol,
				maxPayloadBytes: target.maxMessageBytes ?? INBOUND_BYTES,
				phaseLimitsMs: PHASE_LIMITS_MS,
				trust,
			};
		},
		createMachine(facts, restored) {
			const outbox: RestoredMessage[] = restored.map((message) => ({ ...message, turn: turnOf(checkClientMessage(message.text).body) }));
			return createAgentCallMachine(config, facts, outbox);
		},
	};
}

async function locate(
	ports: Pick<Ports, "cards" | "practice">,
	target: ConnectTarget,
	sessionId: string,
	storedCard: CardReading | null,
): Promise<{ url: string; card: CardReading | null }> {
	const { by } = target;
	switch (by.kind) {
		case "url":
			return { url: by.url, card: null };
		case "card": {
			// A stored card without its key is read again.
			const usable = storedCard && !lacksSecrets(storedCard.url) ? storedCard : null;
			const card = usable ?? STAND_IN_PROFILE.readCard(by.text ?? (await ports.cards.read(by.source, target.trust ?? {})));
			return { url: by.url ?? card.url, card };
		}
		case "practice": {
			const started = await ports.practice.start(by.scenario, sessionId);
			const card = started.card === null ? null : STAND_IN_PROFILE.readCard(await ports.cards.read(started.card, {}));
			return { url: started.url, card };
		}
	}
}

/** The stand-in, reading numbers also where the operator says they may be. */
function profileFor({ sequenceIn }: ConnectTarget): Profile {
	if (sequenceIn !== "metadata") return STAND_IN_PROFILE;
	return {
		...STAND_IN_PROFILE,
		decode: (opcode, text, byteLength) => decodeServerFrame(opcode, text, byteLength, "metadata"),
	};
}

const decide = (policy: ConnectTarget["resume"], auto: boolean) => (policy === "always" ? true : policy === "never" ? false : auto);

/** Explicit audio turns need both: the card declares them and the operator offers them. */
function audioTurns(
	target: ConnectTarget,
	card: CardReading | null,
	findings: Finding[],
): { offered: boolean; unavailable: string | null } {
	if (!card?.explicitTurns) {
		if (target.audioTurnControl) {
			const message =
				"Explicit audio turns were asked for, but the card does not declare agui.webrtc.supportsExplicitTurns; they are not offered.";
			findings.push({ code: "audio.notDeclared", severity: "warning", path: "", message });
		}
		return { offered: false, unavailable: "The agent's card does not declare explicit audio turns." };
	}
	if (!target.audioTurnControl)
		return { offered: false, unavailable: "Explicit audio turns were not offered when this session was opened." };
	return { offered: true, unavailable: null };
}
