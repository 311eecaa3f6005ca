import { INBOUND_BYTES } from "../../../../schemas/message-size.ts";
import { serverOf } from "../../../../schemas/seat.ts";
import type { ConnectTarget } from "../../../../schemas/session.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import { ConsoleError } from "../../errors.ts";
import type { Ports, Secrets, SessionFacts } from "../../ports.ts";
import { parseAddress, requireSecure } from "../../session/address.ts";
import { NO_FRAME_KINDS } from "../../timeline/frame-kinds.ts";
import { visibleStart } from "../../timeline/visible-text.ts";
import type { PreparedSession, ProtocolDoor } from "../door.ts";
import { forgetKey, keepKey, keptKeys, keyIn, withKeptKey } from "./agent-keys.ts";
import { clientMessageCatalogue } from "./catalogue.ts";
import { checkClientMessage } from "./client-messages.ts";
import { decodeServerMessage, unreadFrame } from "./codec.ts";
import { restoreDesk } from "./desk.ts";
import { OUTBOUND_LIMIT_BYTES } from "./desk-send.ts";
import { GOLDEN_LINES } from "./golden-format.ts";
import { createGoldenReader } from "./golden-lines.ts";
import { IMPORTS } from "./imports.ts";
import { AIFIGHT_INFO } from "./info.ts";
import { createAiFightMachine } from "./machine.ts";
import { declaredCapabilities, upgradeHeaders } from "./profile.ts";
import { createAiFightReading } from "./reading.ts";
import { aiFightWords } from "./row-words.ts";
import { REPLAY } from "./say-again.ts";
import { askSeat } from "./seat.ts";

/** Time limit of each connect phase, ms; together at most 20 s and a little. */
const PHASE_LIMITS_MS = { dns: 5_000, tcp: 5_000, proxy: 5_000, tls: 5_000, upgrade: 10_000 } as const;
/** The practice table lets everybody in. */
const PRACTICE_KEY = "practice";

export const AIFIGHT_DOOR: ProtocolDoor = {
	info: AIFIGHT_INFO,
	prepare,
	recall: ({ secrets }, target, facts) => withKeptKey(secrets, target, target.keyOf ?? agentIn(facts)),
	seats: { ask: askSeat, keys: keptKeys, forget: forgetKey },
	readFrame: decodeServerMessage,
	unreadFrame,
	createReading: createAiFightReading,
	createLineReader: createGoldenReader,
	checkText: checkClientMessage,
	catalogue: clientMessageCatalogue,
	words: aiFightWords,
	frames: NO_FRAME_KINDS,
	replay: REPLAY,
	imports: IMPORTS,
	lines: GOLDEN_LINES,
};

async function prepare(
	ports: Pick<Ports, "cards" | "practice" | "ids" | "secrets">,
	given: ConnectTarget,
	sessionId: string,
): Promise<PreparedSession> {
	const target = given.keyOf === undefined ? given : await withKeptKey(ports.secrets, given, given.keyOf);
	const url = await locate(ports, target, sessionId);
	const address = parseAddress(url);
	// One object for the life of the session: made ready for handshakes once.
	const trust = target.trust ?? {};
	requireSecure(address, target.allowInsecure ?? false, target.trust);
	if (/[?&]api_key=/i.test(url)) {
		throw new ConsoleError(
			"TARGET_INVALID",
			"A key in the address ends up in logs. Take api_key out and give the key as header X-API-Key.",
		);
	}
	const own = ownHeaders(target);
	// One instance for each session of this run: two sessions on one key are two connections, and the server tells them apart by this.
	const instance = ports.ids.uuid().replaceAll("-", "").toLowerCase().slice(0, 24);
	const headers = upgradeHeaders(instance, own);
	const findings: Finding[] = [];
	if (keyIn(own) === "") {
		const kept = given.keyOf === undefined ? "" : ` The key of “${visibleStart(given.keyOf, 80)}” is not kept on this computer any more.`;
		const message = `No agent key (header X-API-Key) is given; a real server refuses the connection with HTTP 401.${kept}`;
		findings.push({ code: "connection.noKey", severity: "warning", path: "", message });
	}
	const { by } = target;
	const scenario = by.kind === "practice" ? ports.practice.scenarios().find(({ name }) => name === by.scenario) : undefined;
	return {
		name: scenario?.title ?? address.host,
		endpoint: address.shown,
		card: null,
		findings,
		maxFrameBytes: OUTBOUND_LIMIT_BYTES,
		modalities: [],
		audioTurnControl: false,
		reading: { protocol: AIFIGHT_INFO.name },
		async resolveDial() {
			return {
				url: await locate(ports, target, sessionId),
				headers,
				subprotocols: target.subprotocols ?? [],
				maxPayloadBytes: target.maxMessageBytes ?? INBOUND_BYTES,
				phaseLimitsMs: PHASE_LIMITS_MS,
				trust,
			};
		},
		...(target.rememberKey && by.kind === "url" ? { watch: keepOnceWelcome(ports.secrets, by.url, keyIn(own)) } : {}),
		createMachine(facts, restored) {
			const config = {
				endpoint: address.shown,
				autoConfirm: target.autoConfirm ?? false,
				readiness: target.readiness ?? ("ready" as const),
				capabilities: declaredCapabilities(headers),
			};
			return createAiFightMachine(config, facts, restored);
		},
	};
}

async function locate(ports: Pick<Ports, "practice">, { by }: ConnectTarget, sessionId: string): Promise<string> {
	switch (by.kind) {
		case "url":
			return by.url;
		case "practice":
			return (await ports.practice.start(by.scenario, sessionId)).url;
		case "card":
			if (by.url !== undefined) return by.url;
			throw new ConsoleError("TARGET_INVALID", "AIFight has no agent cards. Give the address, like wss://aifight.ai/api/ws.");
	}
}

function ownHeaders(target: ConnectTarget): Record<string, string> {
	const own = target.headers ?? {};
	return target.by.kind === "practice" && keyIn(own) === "" ? { "X-API-Key": PRACTICE_KEY, ...own } : own;
}

/** The name the server called the agent by in an earlier run. */
function agentIn({ protocolFacts }: SessionFacts): string | null {
	const { agent } = restoreDesk(protocolFacts);
	return agent && agent.name !== "" ? agent.name : null;
}

/** A key is kept once the server let it in: not before, and under the name the server has for it. */
function keepOnceWelcome(secrets: Secrets, url: string, key: string): NonNullable<PreparedSession["watch"]> {
	let isDone = key === "";
	return ({ status, table }, tell) => {
		if (isDone || status.kind !== "open" || !table?.welcomed || !table.agent) return;
		isDone = true;
		const kept = { server: serverOf(url), agent: table.agent.name };
		keepKey(secrets, kept, key).then(
			() => tell({ event: "key.kept", ...kept }),
			(thrown: unknown) => tell({ event: "key.notKept", why: thrown instanceof ConsoleError ? thrown.message : "The key store failed." }),
		);
	};
}
