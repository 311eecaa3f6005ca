import type { ConnectTarget } from "../../../schemas/session.ts";
import type { Finding } from "../../../schemas/timeline.ts";
import { ConsoleError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import { parseAddress, requireSecure } from "../session/address.ts";
import type { PreparedSession, ProtocolDoor } from "../session/protocol-door.ts";
import { clientMessageCatalogue } from "./catalogue.ts";
import { checkClientMessage } from "./client-messages.ts";
import { OUTBOUND_LIMIT_BYTES } from "./desk-send.ts";
import { createAiFightMachine } from "./machine.ts";
import { AIFIGHT_PROFILE, declaredCapabilities, INBOUND_LIMIT_BYTES, upgradeHeaders } from "./profile.ts";

/** Time limit of each connect phase, ms; together at most 20 s and a little. */
const PHASE_LIMITS_MS = { dns: 5_000, tcp: 5_000, tls: 5_000, upgrade: 10_000 } as const;
/** The practice table lets everybody in. */
const PRACTICE_KEY = "practice";

export const AIFIGHT_DOOR: ProtocolDoor = {
	name: "aifight",
	profile: AIFIGHT_PROFILE,
	prepare,
	readCard() {
		throw new ConsoleError("CARD_UNREADABLE", "AIFight has no agent cards. Connect by address.");
	},
	checkText: checkClientMessage,
	catalogue: clientMessageCatalogue,
};

async function prepare(
	ports: Pick<Ports, "cards" | "practice" | "ids">,
	target: ConnectTarget,
	sessionId: string,
): Promise<PreparedSession> {
	const url = await locate(ports, target, sessionId);
	const address = parseAddress(url);
	requireSecure(address, target.allowInsecure ?? false);
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
	if (!keyOf(own)) {
		const message = "No agent key (header X-API-Key) is given; a real server refuses the connection with HTTP 401.";
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
		async resolveDial() {
			return {
				url: await locate(ports, target, sessionId),
				headers,
				subprotocols: target.subprotocols ?? [],
				maxPayloadBytes: INBOUND_LIMIT_BYTES,
				phaseLimitsMs: PHASE_LIMITS_MS,
			};
		},
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
	return target.by.kind === "practice" && !keyOf(own) ? { "X-API-Key": PRACTICE_KEY, ...own } : own;
}

const keyOf = (headers: Record<string, string>) =>
	Object.entries(headers).some(([name, value]) => /^x-api-key$/i.test(name) && value !== "");
