import type { DialPhase } from "../../../schemas/session.ts";
import type { DialFailure } from "../../core/ports.ts";
import { type Address, placeOf } from "./address.ts";

/** What stopped a dial, without what the dial itself knows (phase and timings). */
export type Refusal = Omit<DialFailure, "phase" | "timings">;

/** A refusal on its way through promises and aborts. */
export class DialError extends Error {
	readonly refusal: Refusal;

	constructor(refusal: Refusal) {
		super(refusal.message);
		this.name = "DialError";
		this.refusal = refusal;
	}
}

export function timedOut(phase: DialPhase, limitMs: number, address: Address): DialError {
	const place = placeOf(address);
	const what: Record<DialPhase, string> = {
		dns: `Looking up ${address.host} took longer than ${limitMs} ms.`,
		tcp: `${place} did not accept the connection within ${limitMs} ms.`,
		tls: `${place} accepted the connection but did not finish the TLS handshake within ${limitMs} ms.`,
		upgrade: `${place} accepted the connection but did not answer the WebSocket upgrade within ${limitMs} ms.`,
	};
	return new DialError({ errorCode: "TIMEOUT", message: what[phase] });
}

/** Anything thrown on the way, as a refusal. */
export function refusalOf(thrown: unknown, phase: DialPhase): Refusal {
	if (thrown instanceof DialError) return thrown.refusal;
	const errorCode = codeOf(thrown) ?? (phase === "upgrade" ? "WS_HANDSHAKE" : "UNKNOWN");
	return { errorCode, message: explain(errorCode, wordsOf(thrown), phase) };
}

export function codeOf(thrown: unknown): string | undefined {
	if (!(thrown instanceof Error) || !("code" in thrown)) return undefined;
	return typeof thrown.code === "string" ? thrown.code : undefined;
}

/** Node gives an AggregateError (every address failed) no words of its own. */
export function wordsOf(thrown: unknown): string {
	if (thrown instanceof AggregateError && thrown.message === "") return thrown.errors.map(wordsOf).join("; ");
	return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Puts a sentence before words that say nothing to a person. */
function explain(code: string, words: string, phase: DialPhase): string {
	if (phase === "tls" && (code === "EPROTO" || code.startsWith("ERR_SSL_"))) {
		return `The server did not speak TLS as expected; perhaps its address starts with ws://. (${code})`;
	}
	if (phase === "tls" && code === "ECONNRESET") return `The server closed the connection during the TLS handshake. (${words})`;
	if (phase === "upgrade" && code === "ECONNRESET") return `The server closed the connection without answering the upgrade. (${words})`;
	if (phase === "upgrade" && code.startsWith("HPE_")) {
		return `The server's answer is not HTTP; perhaps its address starts with wss:// or it is no WebSocket server. (${words})`;
	}
	return words;
}
