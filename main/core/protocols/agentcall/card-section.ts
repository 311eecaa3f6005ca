import { pointerToken } from "../../../../schemas/rules/json-pointer.ts";
import { isObject } from "../../schema/json-schema.ts";

/** The `agui` object of a card, and the JSON Pointer under which it was found. */
export interface CardSection {
	section: Record<string, unknown>;
	pointer: string;
	/** Pointer of a literal dotted member, by its place in the section; empty when the section is a real object. */
	dotted: ReadonlyMap<string, string>;
}

const EXTENSION = /\/ext\/agentcall-agui\/0\.1$/;
/** Members that make an object without further sign a section of ours. */
const MEMBERS = ["binding", "websocket", "session", "webrtc", "physicalObservations", "capabilities"];
const DOTTED = [
	"agui.binding",
	"agui.websocket.url",
	"agui.websocket.subprotocol",
	"agui.websocket.maxFrameBytes",
	"agui.session.resume",
	"agui.session.retentionMs",
	"agui.webrtc.supportsExplicitTurns",
	"agui.physicalObservations.modalities",
	"agui.capabilities",
];

/**
 * Looks for the section where a card may hold it; the first place wins: `agui` of the card; `agui` of the parameters of the first extension for
 * this binding; those parameters themselves; literal dotted members of the card; of the parameters. Null when there is none.
 */
export function findCardSection(card: Record<string, unknown>): CardSection | null {
	const whole = (value: unknown, pointer: string): CardSection | null =>
		isObject(value) ? { section: value, pointer, dotted: new Map() } : null;
	const atCard = whole(own(card, "agui"), "/agui");
	if (atCard !== null) return atCard;
	const extension = findExtension(card);
	const params = extension?.params ?? {};
	const pointer = extension?.pointer ?? "";
	const inParams = whole(own(params, "agui"), `${pointer}/agui`);
	if (inParams !== null) return inParams;
	if (MEMBERS.some((name) => Object.hasOwn(params, name))) return whole(params, pointer);
	return fromDotted(card, "") ?? fromDotted(params, pointer);
}

function findExtension(card: Record<string, unknown>): { params: Record<string, unknown>; pointer: string } | null {
	const capabilities = own(card, "capabilities");
	const extensions = isObject(capabilities) ? own(capabilities, "extensions") : undefined;
	if (!Array.isArray(extensions)) return null;
	const index = extensions.findIndex((item) => {
		const uri = isObject(item) ? own(item, "uri") : undefined;
		return typeof uri === "string" && EXTENSION.test(uri);
	});
	const params = isObject(extensions[index]) ? own(extensions[index], "params") : undefined;
	return isObject(params) ? { params, pointer: `/capabilities/extensions/${index}/params` } : null;
}

function fromDotted(holder: Record<string, unknown>, pointer: string): CardSection | null {
	const section: Record<string, unknown> = {};
	const dotted = new Map<string, string>();
	for (const name of DOTTED) {
		if (!Object.hasOwn(holder, name)) continue;
		const [first = "", second] = name.split(".").slice(1);
		if (second === undefined) section[first] = holder[name];
		else section[first] = { ...(isObject(section[first]) ? section[first] : {}), [second]: holder[name] };
		dotted.set(second === undefined ? `/${first}` : `/${first}/${second}`, `${pointer}/${pointerToken(name)}`);
	}
	return dotted.size === 0 ? null : { section, pointer, dotted };
}

/** An own member, so that names of the prototype are no members. */
export function own(holder: Record<string, unknown>, name: string): unknown {
	return Object.hasOwn(holder, name) ? holder[name] : undefined;
}
