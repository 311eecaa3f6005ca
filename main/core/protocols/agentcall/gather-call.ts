/** Arguments of the stand-in's tool, put together until they are whole. Other tools are not looked at. */

/** Arguments longer than this are not gathered: no request needs them. */
const MAX_ARGUMENT_UNITS = 64 * 1024;
/** Calls put together at the same time; the oldest makes room. */
const MAX_CALLS = 32;

interface Gathered {
	text: string;
	/** How far the JSON of a call in chunks is open; null for START, ARGS, END, whose end is said. */
	open: { depth: number; inString: boolean; isEscaped: boolean } | null;
}

export interface GatheredCalls {
	/** The arguments, and whose they are, once this event made them whole; undefined otherwise, and for what is no JSON. */
	take(type: string, event: Record<string, unknown>, toolName: string): { toolCallId: string; fields: unknown } | undefined;
	clear(): void;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * A call of START, ARGS and END is whole at its END. A call of chunks has no event for its end: it is whole when its JSON is, so a request is
 * asked while its run goes on, and not with the event after it.
 */
export function createGatheredCalls(): GatheredCalls {
	const calls = new Map<string, Gathered>();
	/** Chunks may leave out the id of the call they continue. */
	let lastChunk = "";

	function begin(id: string, open: Gathered["open"]): Gathered {
		const call = { text: "", open };
		calls.delete(id);
		calls.set(id, call);
		if (calls.size > MAX_CALLS) calls.delete(calls.keys().next().value ?? "");
		return call;
	}

	function whole(id: string, call: Gathered): { toolCallId: string; fields: unknown } | undefined {
		calls.delete(id);
		try {
			return { toolCallId: id, fields: JSON.parse(call.text) as unknown };
		} catch {
			return undefined;
		}
	}

	function chunk(event: Record<string, unknown>, toolName: string) {
		const id = event.toolCallId === undefined || event.toolCallId === null ? lastChunk : text(event.toolCallId);
		lastChunk = id;
		const call =
			event.toolCallName === toolName && !calls.has(id) ? begin(id, { depth: 0, inString: false, isEscaped: false }) : calls.get(id);
		if (!call?.open) return undefined;
		const delta = text(event.delta);
		if (call.text.length + delta.length > MAX_ARGUMENT_UNITS) {
			calls.delete(id);
			return undefined;
		}
		call.text += delta;
		return closes(call.open, delta) ? whole(id, call) : undefined;
	}

	return {
		take(type, event, toolName) {
			if (type === "TOOL_CALL_CHUNK") return chunk(event, toolName);
			const id = text(event.toolCallId);
			if (type === "TOOL_CALL_START" && event.toolCallName === toolName) begin(id, null);
			const call = calls.get(id);
			if (!call || call.open) return undefined;
			if (type === "TOOL_CALL_ARGS") {
				const delta = text(event.delta);
				if (call.text.length + delta.length > MAX_ARGUMENT_UNITS) calls.delete(id);
				else call.text += delta;
			}
			return type === "TOOL_CALL_END" ? whole(id, call) : undefined;
		},
		clear() {
			calls.clear();
			lastChunk = "";
		},
	};
}

/** Whether the outermost object or list closes in this piece. Each unit is looked at once. */
function closes(open: NonNullable<Gathered["open"]>, piece: string): boolean {
	let closed = false;
	for (const unit of piece) {
		if (open.inString) {
			if (open.isEscaped) open.isEscaped = false;
			else if (unit === "\\") open.isEscaped = true;
			else if (unit === '"') open.inString = false;
		} else if (unit === '"') open.inString = true;
		else if (unit === "{" || unit === "[") open.depth++;
		else if ((unit === "}" || unit === "]") && --open.depth === 0) closed = true;
	}
	return closed;
}
