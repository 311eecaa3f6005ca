import { createDocument } from "./json-patch.ts";
import type { MessageRecord, Metadata, ToolCallRecord } from "./messages.ts";
import { createText } from "./text-buffer.ts";
import { isRecord } from "./values.ts";

/** What became of one message of a snapshot: read, passed over for its role, or not readable at `path`. */
export type ReadMessage = { kind: "message"; message: MessageRecord } | { kind: "unknownRole" } | { kind: "unreadable"; path: string };

const ROLES = new Set(["developer", "system", "assistant", "user", "tool", "activity", "reasoning"]);
const NAMED = new Set(["developer", "system", "assistant", "user"]);
const MEDIA = new Set(["image", "audio", "video", "document"]);

/**
 * One message of MESSAGES_SNAPSHOT or RUN_STARTED.input, with what AG-UI 1.0 knows of it and nothing else: unknown members, content parts and
 * sources are left out as the reference client leaves them out, and the retired `binary` part becomes a media part. Optional members of a
 * wrong type are left out, where the client would give up.
 */
export function readMessage(raw: unknown): ReadMessage {
	if (!isRecord(raw)) return { kind: "unreadable", path: "" };
	const role = raw.role;
	if (typeof role !== "string" || !ROLES.has(role)) return { kind: "unknownRole" };
	if (typeof raw.id !== "string") return { kind: "unreadable", path: "/id" };
	const rest: Record<string, unknown> = {};
	const keep = (name: string) => {
		if (typeof raw[name] === "string") rest[name] = raw[name];
	};
	keep("subagentRunId");
	const message: MessageRecord = { id: raw.id, role, text: null, calls: null, metadata: metadataOf(raw.metadata), document: null, rest };
	if (NAMED.has(role)) keep("name");
	if (role === "activity") {
		if (typeof raw.activityType !== "string") return { kind: "unreadable", path: "/activityType" };
		if (!isRecord(raw.content)) return { kind: "unreadable", path: "/content" };
		keep("activityType");
		message.document = createDocument(raw.content);
		return { kind: "message", message };
	}
	if (typeof raw.encryptedValue === "string") message.encryptedValue = raw.encryptedValue;
	if (role === "tool") {
		if (typeof raw.toolCallId !== "string") return { kind: "unreadable", path: "/toolCallId" };
		keep("toolCallId");
		keep("error");
	}
	if (role === "assistant" && Array.isArray(raw.toolCalls)) {
		message.calls = [];
		for (const [at, item] of raw.toolCalls.entries()) {
			const call = readCall(item);
			if (call === null) return { kind: "unreadable", path: `/toolCalls/${at}` };
			message.calls.push(call);
		}
	}
	if (typeof raw.content === "string") message.text = createText(raw.content);
	else if (Array.isArray(raw.content) && (role === "user" || role === "tool")) message.content = readParts(raw.content, true);
	else if (role !== "assistant") return { kind: "unreadable", path: "/content" };
	return { kind: "message", message };
}

const metadataOf = (value: unknown): Metadata | null => (isRecord(value) ? { ...value } : null);

function readCall(raw: unknown): ToolCallRecord | null {
	if (!isRecord(raw) || typeof raw.id !== "string" || !isRecord(raw.function)) return null;
	const { name, arguments: args } = raw.function;
	if (typeof name !== "string" || typeof args !== "string") return null;
	const call: ToolCallRecord = { id: raw.id, name, args: createText(args), metadata: metadataOf(raw.metadata) };
	if (typeof raw.encryptedValue === "string") call.encryptedValue = raw.encryptedValue;
	return call;
}

/** Content parts with what AG-UI knows of them. `legacy`: the retired `binary` part is understood (in messages, not in results). */
export function readParts(raw: readonly unknown[], legacy: boolean): unknown[] {
	const parts: unknown[] = [];
	const hasBinary = legacy && raw.some((each) => isRecord(each) && each.type === "binary");
	const modern = hasBinary ? modernKeys(raw) : null;
	for (const each of raw) {
		const part = modern !== null && isRecord(each) && each.type === "binary" ? fromBinary(each, modern) : each;
		const kept = isRecord(part) ? readPart(part) : null;
		if (kept !== null) parts.push(kept);
	}
	return parts;
}

/** What the parts in today's form hold, to recognise a `binary` part that only repeats one of them. */
function modernKeys(raw: readonly unknown[]): Set<string> {
	const keys = new Set<string>();
	for (const part of raw) {
		if (!isRecord(part) || !isRecord(part.source)) continue;
		const { type, value, mimeType } = part.source;
		const named = isRecord(part.metadata) ? part.metadata.filename : undefined;
		keys.add(mediaKey(part.type, type, mimeType, value));
		if (typeof named === "string") keys.add(mediaKey(part.type, type, mimeType, value, named));
	}
	return keys;
}

const mediaKey = (...parts: unknown[]) => JSON.stringify(parts);

function readPart(part: Record<string, unknown>): Record<string, unknown> | null {
	const out: Record<string, unknown> = { type: part.type };
	if (typeof part.id === "string") out.id = part.id;
	if (part.metadata !== undefined && part.metadata !== null) out.metadata = part.metadata;
	if (part.type === "text") {
		if (typeof part.text !== "string") return null;
		out.text = part.text;
		return out;
	}
	if (typeof part.type !== "string" || !MEDIA.has(part.type) || !isRecord(part.source)) return null;
	const { type, value, mimeType, provider } = part.source;
	if ((type !== "data" && type !== "url" && type !== "file") || typeof value !== "string") return null;
	const source: Record<string, unknown> = { type, value };
	if (typeof mimeType === "string") source.mimeType = mimeType;
	if (type === "file" && typeof provider === "string") source.provider = provider;
	out.source = source;
	return out;
}

/** A retired `binary` part in today's form; null when it has neither data nor address, or when the same part is there in today's form too. */
function fromBinary(part: Record<string, unknown>, modern: ReadonlySet<string>): Record<string, unknown> | null {
	const { mimeType, data, url, filename } = part;
	if (typeof mimeType !== "string") return null;
	const source =
		typeof data === "string" && data !== ""
			? { type: "data", value: data, mimeType }
			: typeof url === "string" && url !== ""
				? { type: "url", value: url, mimeType }
				: null;
	if (source === null) return null;
	const top = mimeType.slice(0, mimeType.indexOf("/"));
	const type = top === "image" || top === "audio" || top === "video" ? top : "document";
	const named = typeof filename === "string" && filename !== "";
	const key = named ? mediaKey(type, source.type, mimeType, source.value, filename) : mediaKey(type, source.type, mimeType, source.value);
	if (modern.has(key)) return null;
	return { type, source, ...(named ? { metadata: { filename } } : {}) };
}
