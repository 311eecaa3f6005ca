import type { CardReading, ScenarioInfo } from "../../schemas/ipc.ts";
import { LEAST_INBOUND_BYTES, MOST_INBOUND_BYTES } from "../../schemas/message-size.ts";
import type { ProtocolName } from "../../schemas/protocols.ts";
import { codePointLength } from "../../schemas/rules/code-points.ts";
import { isAlwaysSecret, isSameHeader, isToken } from "../../schemas/rules/header-names.ts";
import { isThisComputer } from "../../schemas/rules/this-computer.ts";
import type { ConnectTarget, PhysicalModality, TriState } from "../../schemas/session.ts";
import type { TapRule } from "../../schemas/tap-rule.ts";
import { offersOf, protocols, protocolThatOffers } from "./protocols.ts";
import type { SteadySession } from "./steady-session.ts";
import { PLAIN_TRUST, readTrust, type TrustForm, trustForm } from "./trust-form.ts";

export type Way = "practice" | "card" | "url";

export interface HeaderRow {
	id: number;
	name: string;
	/** Masked while it is a secret. */
	value: string;
	/** Kept in no database; sent all the same. */
	isSecret: boolean;
	/** The saved connection has a kept value: an empty one here leaves it. */
	isKept?: boolean;
}

/** What the operator filled in; one form for every way, so that changing the way loses nothing. */
export interface ConnectForm {
	/** http(s) address of the card; its file's name when `cardText` is set. */
	cardSource: string;
	/** A card dropped or pasted. */
	cardText: string | null;
	url: string;
	/** Empty: the one that comes first. */
	protocol: ProtocolName;
	name: string;
	sessionId: string;
	headers: HeaderRow[];
	/** Separated by commas or spaces. */
	subprotocols: string;
	/** Null: what the card asks for, or both. */
	modalities: PhysicalModality[] | null;
	resume: TriState;
	ack: TriState;
	audioTurnControl: boolean;
	audioTurnCounter: "shared" | "separate";
	afterBreak: NonNullable<ConnectTarget["afterBreak"]>;
	tapRule: TapRule;
	sequenceIn: NonNullable<ConnectTarget["sequenceIn"]>;
	/** Largest message taken, MiB; empty: the default. */
	maxMessageMib: string;
	allowInsecure: boolean;
	trust: TrustForm;
	/** Seats: the agent's key, a header of the handshake. A secret: never kept. */
	apiKey: string;
	/** Seats: the agent whose kept key is used; empty: the key is typed. */
	keyOf: string;
	/** Seats: the operator chose to type a key although one is kept. */
	typesKey: boolean;
	/** Seats: keep the key once the server let it in. */
	rememberKey: boolean;
	/** Seats: ask who holds the seat before taking it. */
	askSeat: boolean;
	autoConfirm: boolean;
	readiness: NonNullable<ConnectTarget["readiness"]>;
}

export const EMPTY_FORM: ConnectForm = {
	cardSource: "",
	cardText: null,
	url: "",
	protocol: "",
	name: "",
	sessionId: "",
	headers: [],
	subprotocols: "",
	modalities: null,
	resume: "auto",
	ack: "auto",
	audioTurnControl: false,
	audioTurnCounter: "shared",
	afterBreak: "newSession",
	tapRule: "confirm",
	sequenceIn: "frame",
	maxMessageMib: "",
	allowInsecure: false,
	trust: PLAIN_TRUST,
	apiKey: "",
	keyOf: "",
	typesKey: false,
	rememberKey: false,
	askSeat: true,
	autoConfirm: false,
	readiness: "ready",
};

/** What the form speaks when it names an address itself. */
export const protocolIn = ({ protocol }: Pick<ConnectForm, "protocol">): ProtocolName => protocol || (protocols()[0]?.name ?? "");

const isHeader = (name: string, header: string | null) => header !== null && isSameHeader(name, header);

export type ConnectField =
	| "name"
	| "card"
	| "apiKey"
	| "url"
	| "headers"
	| "subprotocols"
	| "sessionId"
	| "maxMessage"
	| "practice"
	| "trust"
	| "pin"
	| "proxy";

/** Something to mend before dialling: the thing, the place and the way on, in one or two sentences. */
export interface FieldProblem {
	field: ConnectField;
	message: string;
	/** Nobody did anything wrong: a part is not kept and has to be given anew. Said as a note, not as an error. */
	isWish?: true;
	/** What one press can do about it. */
	remedy?: "allowInsecure" | "useAsCard";
}

export type TargetReading = { ok: true; target: ConnectTarget } | { ok: false; problem: FieldProblem };

/** A name in a form opens no file: the person chooses it. */
export const CHOOSE_FILE = "Choose the card's file, drop it here, or type its https:// address.";

export function cardTarget(form: ConnectForm): TargetReading {
	const source = form.cardSource.trim();
	if (form.cardText !== null) return withOptions(form, ofCards(), { kind: "card", source: source || "pasted card", text: form.cardText });
	if (source === "") return refused("card", "Type the card's address, or choose or drop its file.");
	if (/^wss?:/i.test(source)) {
		return refused("card", `${source.split(":")[0]}:// is a socket's address, not a card's. Use “Own address” for it.`);
	}
	if (/^[a-z][a-z0-9+.-]*:\/\//i.test(source) && !/^https?:\/\//i.test(source)) {
		return refused("card", `A card is read from https://, http:// or a file, not from ${source.split("://")[0]}://.`);
	}
	if (!/^https?:\/\//i.test(source)) return refused("card", `“${source}” is no address. ${CHOOSE_FILE}`);
	if (/^https?:\/\//i.test(source) && !URL.canParse(source)) return refused("card", `“${source}” is not a complete address.`);
	return withOptions(form, ofCards(), { kind: "card", source });
}

/** A card says what its agent speaks by being one. */
const ofCards = (): ProtocolName => protocolThatOffers("cards") ?? "";

export function urlTarget(form: ConnectForm): TargetReading {
	const url = form.url.trim();
	const problem = addressProblem(url, form.allowInsecure);
	return problem ? { ok: false, problem } : withOptions(form, protocolIn(form), { kind: "url", url });
}

export function practiceTarget(scenario: ScenarioInfo): ConnectTarget {
	return { ...scenario.target, protocol: scenario.protocol, by: { kind: "practice", scenario: scenario.name } };
}

/** Null when the address can be dialled. Every sentence names the part that is wrong. */
export function addressProblem(url: string, allowInsecure: boolean): FieldProblem | null {
	if (url === "") return { field: "url", message: "Type the agent's address. It begins with wss://." };
	const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase();
	if (scheme === undefined) return { field: "url", message: `“${url}” has no scheme. Write wss:// before it, or ws:// for this computer.` };
	if (scheme === "https" || scheme === "http") {
		return { field: "url", message: `${scheme}:// is a page or a card, not a socket. An agent listens on wss://.`, remedy: "useAsCard" };
	}
	if (scheme !== "wss" && scheme !== "ws") return { field: "url", message: `An agent is reached over wss://, not over ${scheme}://.` };
	if (!URL.canParse(url)) return { field: "url", message: `“${url}” is not a complete address: look at the host and the port.` };
	const { hostname, hash } = new URL(url);
	if (hash !== "") return { field: "url", message: `A socket's address has no part after #. Remove “${hash}”.` };
	if (scheme === "ws" && !allowInsecure && !isThisComputer(hostname)) {
		return {
			field: "url",
			message: `ws:// to ${hostname} sends everything readable to anyone on the way. Write wss://, or allow ws:// for this connection.`,
			remedy: "allowInsecure",
		};
	}
	return null;
}

/** RFC 9110 token. */
/** Written by the handshake itself. */
const OWN_HEADERS = /^(?:host|upgrade|connection|content-length|transfer-encoding|sec-websocket-.*)$/i;

function headerProblem(headers: readonly HeaderRow[]): string | null {
	const seen = new Map<string, string>();
	for (const { name, value } of headers) {
		if (name === "" && value === "") continue;
		if (name === "") return "A header value has no name beside it.";
		if (!isToken(name)) return `“${name}” is not a header name: letters, digits and hyphens, no spaces or colon.`;
		if (OWN_HEADERS.test(name)) return `The handshake writes ${name} itself. Remove the row.`;
		if (/[\r\n\0]/.test(value)) return `The value of ${name} holds a line break. Paste it as one line.`;
		const before = seen.get(name.toLowerCase());
		if (before === name) return `The header ${name} is there twice.`;
		if (before !== undefined) return `The header ${before} is there twice, also as ${name}: HTTP does not tell them apart.`;
		seen.set(name.toLowerCase(), name);
	}
	return null;
}

const MIB = 1024 * 1024;
const LEAST_MIB = LEAST_INBOUND_BYTES / MIB;
const MOST_MIB = MOST_INBOUND_BYTES / MIB;

/** Undefined: the default. Null: no size that can be taken. */
function messageBytes(mib: string): number | undefined | null {
	if (mib.trim() === "") return undefined;
	const bytes = Math.round(Number(mib.trim().replace(",", ".")) * MIB);
	return bytes >= LEAST_INBOUND_BYTES && bytes <= MOST_INBOUND_BYTES ? bytes : null;
}

function withOptions(form: ConnectForm, protocol: ProtocolName, by: ConnectTarget["by"]): TargetReading {
	const badHeader = headerProblem(form.headers);
	if (badHeader !== null) return refused("headers", badHeader);
	const subprotocols = form.subprotocols.split(/[\s,]+/).filter((word) => word !== "");
	const badWord = subprotocols.find((word) => !isToken(word));
	if (badWord !== undefined) return refused("subprotocols", `“${badWord}” is not a subprotocol: no spaces, quotes or slashes.`);
	const sessionId = form.sessionId.trim();
	if (codePointLength(sessionId) > 128) return refused("sessionId", "A session id has at most 128 characters.");
	const maxMessageBytes = messageBytes(form.maxMessageMib);
	if (maxMessageBytes === null) return refused("maxMessage", `The largest message is a number of MiB from ${LEAST_MIB} to ${MOST_MIB}.`);
	const size = maxMessageBytes === undefined ? {} : { maxMessageBytes };
	const reading = readTrust(form.trust);
	if (!reading.ok) return refused(reading.field, reading.message);
	const { trust } = reading;
	const name = form.name.trim();
	const offers = offersOf(protocol);
	const { keyHeader } = offers;
	const apiKey = keyHeader === null ? "" : form.apiKey.trim();
	const headers = form.headers.filter((header) => header.name !== "");
	if (apiKey !== "" && headers.some((header) => isHeader(header.name, keyHeader))) {
		return refused("headers", `${keyHeader} is there twice: the field for the key writes it.`);
	}
	if (/[^\x21-\x7e]/.test(apiKey)) return refused("apiKey", "A key has only letters, digits and signs: no spaces, no line breaks.");
	if (apiKey !== "" && keyHeader !== null) headers.push({ id: -1, name: keyHeader, value: apiKey, isSecret: true });
	const target: ConnectTarget = {
		protocol,
		by,
		...(name !== "" && { name }),
		...(sessionId !== "" && { sessionId }),
		...(headers.length > 0 && { headers: Object.fromEntries(headers.map((header) => [header.name, header.value])) }),
		...(subprotocols.length > 0 && { subprotocols }),
		...(offers.seat && seatOptions(form, apiKey)),
		...(offers.taps && {
			...(form.modalities && { modalities: form.modalities }),
			...(form.tapRule !== "confirm" && { tapRule: form.tapRule }),
		}),
		...(offers.resume && {
			...(form.resume !== "auto" && { resume: form.resume }),
			...(form.ack !== "auto" && { ack: form.ack }),
			...(form.afterBreak !== "newSession" && { afterBreak: form.afterBreak }),
			...(form.sequenceIn !== "frame" && { sequenceIn: form.sequenceIn }),
		}),
		...(offers.audio && form.audioTurnControl && { audioTurnControl: true, audioTurnCounter: form.audioTurnCounter }),
		...size,
		...(form.allowInsecure && { allowInsecure: true }),
		...(trust && { trust }),
	};
	return { ok: true, target };
}

const seatOptions = (form: ConnectForm, apiKey: string): Partial<ConnectTarget> => ({
	...(apiKey !== "" && form.rememberKey && { rememberKey: true }),
	...(apiKey === "" && form.keyOf !== "" && { keyOf: form.keyOf }),
	...(form.autoConfirm && { autoConfirm: true }),
	...(form.readiness !== "ready" && { readiness: form.readiness }),
});

function refused(field: ConnectField, message: string): TargetReading {
	return { ok: false, problem: { field, message } };
}

/** The form filled from what was used before. Secrets were not kept; rows stay, to be filled in again. */
export function formOf(target: ConnectTarget): ConnectForm {
	const { keyHeader } = offersOf(target.protocol);
	return {
		...EMPTY_FORM,
		cardSource: target.by.kind === "card" ? target.by.source : "",
		cardText: target.by.kind === "card" ? (target.by.text ?? null) : null,
		url: target.by.kind === "url" ? target.by.url : "",
		protocol: target.protocol,
		name: target.name ?? "",
		// The key of an agent has a field of its own.
		headers: Object.entries(target.headers ?? {})
			.filter(([name]) => !isHeader(name, keyHeader))
			.map(([name, value], id) => ({ id, name, value, isSecret: value === "" || isAlwaysSecret(name) })),
		subprotocols: (target.subprotocols ?? []).join(", "),
		modalities: target.modalities ?? null,
		resume: target.resume ?? "auto",
		ack: target.ack ?? "auto",
		audioTurnControl: target.audioTurnControl ?? false,
		audioTurnCounter: target.audioTurnCounter ?? "shared",
		afterBreak: target.afterBreak ?? "newSession",
		tapRule: target.tapRule ?? "confirm",
		sequenceIn: target.sequenceIn ?? "frame",
		maxMessageMib: target.maxMessageBytes === undefined ? "" : String(target.maxMessageBytes / MIB),
		allowInsecure: target.allowInsecure ?? false,
		trust: trustForm(target.trust),
		keyOf: target.keyOf ?? "",
		rememberKey: target.rememberKey ?? false,
		autoConfirm: target.autoConfirm ?? false,
		readiness: target.readiness ?? "ready",
	};
}

/** The form to connect a stored session again, with its key to be typed. */
export function againForm(session: Pick<SteadySession, "sessionId" | "protocol" | "endpoint" | "name">): ConnectForm {
	return { ...EMPTY_FORM, protocol: session.protocol, url: session.endpoint, name: session.name, sessionId: session.sessionId };
}

/** Whether something secret is missing that the operator must type again. */
export function needsSecrets(target: ConnectTarget): boolean {
	const { trust } = target;
	const lacks = trust?.clientKey === "" || trust?.passphrase === "" || (trust?.proxy?.kind === "url" && trust.proxy.credentials === "");
	return lacks || Object.values(target.headers ?? {}).some((value) => value === "");
}

/** What would be offered: as chosen, else what the card asks for and the console knows, else both. */
export function offeredModalities(form: ConnectForm, card: CardReading | null): PhysicalModality[] {
	const both: PhysicalModality[] = ["nfc", "photo"];
	return form.modalities ?? (card ? both.filter((each) => card.modalities.includes(each)) : both);
}

/** Every word of the query occurs in name, title or sentence. */
export function findScenarios(scenarios: readonly ScenarioInfo[], query: string): ScenarioInfo[] {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	return scenarios.filter((scenario) => {
		const hay = `${scenario.name} ${scenario.title} ${scenario.about} ${scenario.group ?? ""} ${scenario.protocol}`.toLowerCase();
		return words.every((word) => hay.includes(word));
	});
}

/** The same list under its headings; those of one group stand together already. */
export function groupScenarios(scenarios: readonly ScenarioInfo[]): { group: string; scenarios: ScenarioInfo[] }[] {
	const groups: { group: string; scenarios: ScenarioInfo[] }[] = [];
	for (const scenario of scenarios) {
		const group = scenario.group ?? "";
		const last = groups.at(-1);
		if (last?.group === group) last.scenarios.push(scenario);
		else groups.push({ group, scenarios: [scenario] });
	}
	return groups;
}
