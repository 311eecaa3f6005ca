import { type ProtocolName, unknownProtocol } from "../../../schemas/protocols.ts";
import { cutText } from "../../../schemas/rules/code-points.ts";
import { utf8Length } from "../../../schemas/rules/utf8-length.ts";
import { ConsoleError } from "../errors.ts";
import { parseJson } from "../json/parse.ts";
import { isObject } from "../schema/json-schema.ts";
import { NO_FRAME_KINDS } from "../timeline/frame-kinds.ts";
import { visibleStart } from "../timeline/visible-text.ts";
import type { ProtocolDoor } from "./door.ts";
import { createPlainReading } from "./plain-reading.ts";

const MAX_TYPE = 64;

/**
 * The door of a protocol this version does not have. What another version stored under that name is listed, shown as it lies, searched, verified and
 * exported; nothing is read into its frames, and it is never opened as another protocol.
 */
export function unknownDoor(name: ProtocolName, known: readonly ProtocolName[]): ProtocolDoor {
	const info = unknownProtocol(name);
	const words = `This version does not know the protocol “${visibleStart(name, 40)}”. It knows ${known.join(" and ")}.`;
	const refuse = (): never => {
		throw new ConsoleError("TARGET_INVALID", words);
	};
	const finding = { code: "protocol.unknown", severity: "error", path: "", message: words } as const;
	return {
		info,
		prepare: async () => refuse(),
		readFrame: () => ({ findings: [] }),
		unreadFrame: () => ({ findings: [] }),
		checkText: (text) => ({ type: typeIn(text), byteLength: utf8Length(text), body: null, findings: [finding] }),
		catalogue: () => [],
		words: () => undefined,
		frames: NO_FRAME_KINDS,
		replay: { saysItself: new Set(), opening: null, goodbye: null, say: () => ({ kind: "skip", why: words }) },
		imports: { recognises: () => false },
		createReading: () => createPlainReading(({ text }) => ({ type: (text === null ? null : typeIn(text)) ?? "", findings: [] })),
	};
}

function typeIn(text: string): string | null {
	const parsed = parseJson(text);
	return parsed.ok && isObject(parsed.value) && typeof parsed.value.type === "string" ? cutText(parsed.value.type, MAX_TYPE) : null;
}
