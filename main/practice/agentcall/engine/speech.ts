import { createStateModel, type PatchOperation } from "./state-model.ts";

interface Pace {
	/** Pieces the text is sent in. Default: one for about 12 characters. */
	deltas?: number;
	/** Pause after each piece, ms. Default: 20 to 60, uneven as a model's tokens are. */
	everyMs?: number;
}

/** A message that is being said. */
interface OpenText {
	words(text: string, pace?: Pace): Promise<void>;
	end(): void;
}

/** The AG-UI side of a script. */
export interface Speech {
	say: {
		/** TEXT_MESSAGE_START, the text in deltas, TEXT_MESSAGE_END. */
		text(text: string, pace?: Pace): Promise<void>;
		/** The same by hand, for a script that does something in the middle. */
		begin(): OpenText;
	};
	/** A reasoning span with one message. */
	think(text: string, pace?: Pace): Promise<void>;
	/** A tool call: name, arguments streamed as JSON text, a pause, the result. */
	tool(name: string, args: unknown, result: unknown, timing?: { takesMs?: number; deltas?: number }): Promise<void>;
	step(name: string, body: () => Promise<void>): Promise<void>;
	state: { snapshot(value: unknown): void; delta(...operations: PatchOperation[]): void; read(): unknown };
	custom(name: string, value: unknown): void;
	/** MESSAGES_SNAPSHOT and STATE_SNAPSHOT of everything so far, for a client that lost its history. */
	history(): void;
}

interface SpeechOptions {
	emit(event: object): void;
	leftOpen(close: () => void): () => void;
	sleep(delayMs: number): Promise<void>;
}

/** Cuts between words where there are enough of them, else between code points, so that no half of a surrogate pair ever leaves. */
function pieces(text: string, wanted: number): string[] {
	const count = Math.max(1, Math.round(wanted));
	const words = text.match(/\S+\s*|^\s+/g) ?? [];
	const parts = words.length >= count ? words : [...text];
	const edge = (index: number) => Math.floor((index * parts.length) / count);
	return Array.from({ length: count }, (_, index) => parts.slice(edge(index), edge(index + 1)).join("")).filter((piece) => piece !== "");
}

/** 20 to 60 ms, uneven and the same each time. */
const tokenPauseMs = (index: number): number => 20 + ((index * 37 + 11) % 41);

export function createSpeech({ emit, leftOpen, sleep }: SpeechOptions): Speech & { heard(turn: number, text: string): void } {
	const state = createStateModel();
	const messages: { id: string; role: string; content: string }[] = [];
	const counts = { message: 0, tool: 0, reasoning: 0 };

	async function stream(text: string, pace: Pace, each: (piece: string) => void): Promise<void> {
		const parts = pieces(text, pace.deltas ?? text.length / 12);
		for (const [index, piece] of parts.entries()) {
			each(piece);
			await sleep(pace.everyMs ?? tokenPauseMs(index));
		}
	}

	/** Opens with one event, closes with another: now by `end`, or when the run is cancelled. */
	function span(opening: object, closing: object): () => void {
		emit(opening);
		const closed = leftOpen(() => emit(closing));
		return () => {
			closed();
			emit(closing);
		};
	}

	function begin(): OpenText {
		const messageId = `m-${++counts.message}`;
		const message = { id: messageId, role: "assistant", content: "" };
		messages.push(message);
		const end = span({ type: "TEXT_MESSAGE_START", messageId, role: "assistant" }, { type: "TEXT_MESSAGE_END", messageId });
		return {
			words: (text, pace = {}) =>
				stream(text, pace, (delta) => {
					message.content += delta;
					emit({ type: "TEXT_MESSAGE_CONTENT", messageId, delta });
				}),
			end,
		};
	}

	return {
		say: {
			async text(text, pace) {
				const open = begin();
				await open.words(text, pace);
				open.end();
			},
			begin,
		},
		async think(text, pace = {}) {
			const messageId = `t-${++counts.reasoning}`;
			const endSpan = span({ type: "REASONING_START", messageId }, { type: "REASONING_END", messageId });
			const endMessage = span(
				{ type: "REASONING_MESSAGE_START", messageId, role: "reasoning" },
				{ type: "REASONING_MESSAGE_END", messageId },
			);
			await stream(text, pace, (delta) => emit({ type: "REASONING_MESSAGE_CONTENT", messageId, delta }));
			endMessage();
			endSpan();
		},
		async tool(name, args, result, { takesMs = 180, deltas = 3 } = {}) {
			const toolCallId = `tc-${++counts.tool}`;
			const end = span({ type: "TOOL_CALL_START", toolCallId, toolCallName: name }, { type: "TOOL_CALL_END", toolCallId });
			await stream(JSON.stringify(args), { deltas, everyMs: 25 }, (delta) => emit({ type: "TOOL_CALL_ARGS", toolCallId, delta }));
			end();
			await sleep(takesMs);
			emit({ type: "TOOL_CALL_RESULT", messageId: `${toolCallId}-result`, toolCallId, content: JSON.stringify(result), role: "tool" });
		},
		async step(stepName, body) {
			const end = span({ type: "STEP_STARTED", stepName }, { type: "STEP_FINISHED", stepName });
			await body();
			end();
		},
		state: {
			snapshot(value) {
				state.reset(value);
				emit({ type: "STATE_SNAPSHOT", snapshot: value });
			},
			delta(...operations) {
				state.apply(operations);
				emit({ type: "STATE_DELTA", delta: operations });
			},
			read: state.read,
		},
		custom: (name, value) => emit({ type: "CUSTOM", name, value }),
		history() {
			emit({ type: "MESSAGES_SNAPSHOT", messages: structuredClone(messages) });
			emit({ type: "STATE_SNAPSHOT", snapshot: state.read() });
		},
		heard: (turn, text) => void messages.push({ id: `u-${turn}`, role: "user", content: text }),
	};
}
