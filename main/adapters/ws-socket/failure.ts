import type { DialPhase } from "../../../schemas/session.ts";
import type { LinkSecurity } from "../../../schemas/trust.ts";
import { networkWords } from "../connect/network-words.ts";
import { type Place, placeWords } from "../connect/place.ts";
import { codeOf, DialError, type Refusal, wordsOf } from "../connect/refusal.ts";
import { codeOfTrouble, tlsWords, troubleOfError } from "../connect/tls-words.ts";

export function timedOut(phase: DialPhase, limitMs: number, address: Place): DialError {
	const place = placeWords(address);
	const what: Record<DialPhase, string> = {
		dns: `Looking up ${address.host} took longer than ${limitMs} ms.`,
		tcp: `${place} did not accept the connection within ${limitMs} ms.`,
		proxy: `The proxy did not open the way to ${place} within ${limitMs} ms.`,
		tls: `${place} accepted the connection but did not finish the TLS handshake within ${limitMs} ms.`,
		upgrade: `${place} accepted the connection but did not answer the WebSocket upgrade within ${limitMs} ms.`,
	};
	return new DialError({ errorCode: "TIMEOUT", message: what[phase] });
}

/** What is known of the dial when something was thrown. */
export interface Circumstances {
	phase: DialPhase;
	address: Place | null;
	/** Null before the connection stood. */
	security: LinkSecurity | null;
}

/** Anything thrown on the way, as a refusal. */
export function refusalOf(thrown: unknown, { phase, address, security }: Circumstances): Refusal {
	if (thrown instanceof DialError) return thrown.refusal;
	const errorCode = codeOf(thrown) ?? (phase === "upgrade" ? "WS_HANDSHAKE" : "UNKNOWN");
	const words = wordsOf(thrown);
	if (address === null) return { errorCode, message: words };
	if (phase !== "upgrade") return { errorCode, message: networkWords(thrown, placeWords(address)) };
	return upgradeRefusal(thrown, errorCode, words, address, security?.tls ?? null);
}

/** TLS 1.3 tells what it thinks of a client certificate only after this side's handshake is over: with the answer to the upgrade. */
function upgradeRefusal(thrown: unknown, code: string, words: string, address: Place, tls: LinkSecurity["tls"]): Refusal {
	const { host } = address;
	const at = {
		host,
		place: placeWords(address),
		certificate: tls?.certificate ?? null,
		clientCertificate: tls?.clientCertificate ?? null,
		nowMs: Date.now(),
	};
	const hungUp = code === "ECONNRESET" || code === "EPIPE";
	const plain = (message: string): Refusal => ({ errorCode: code, message });
	if (tls !== null && hungUp) return plain(tlsWords("hungUpAfter", at));
	const trouble = tls === null ? null : troubleOfError(code);
	if (trouble !== null) return { errorCode: codeOfTrouble(trouble), message: tlsWords(trouble, at) };
	if (hungUp)
		return plain(`${at.place} closed the connection without answering the upgrade. It may want wss://, or another service listens there.`);
	if (!code.startsWith("HPE_")) return plain(words);
	if (!address.secure && speaksTls(thrown)) return plain(`${at.place} answers in TLS: begin the address with wss://.`);
	return plain(`The answer of ${at.place} is not HTTP, so it is no WebSocket server${address.secure ? "" : ", or it wants wss://"}.`);
}

/** The first bytes of a TLS alert or handshake (RFC 8446, section 5.1), which Node's HTTP parser hands back. */
function speaksTls(thrown: unknown): boolean {
	const packet: unknown = thrown instanceof Error && "rawPacket" in thrown ? thrown.rawPacket : null;
	return Buffer.isBuffer(packet) && (packet[0] === 0x15 || packet[0] === 0x16) && packet[1] === 0x03;
}
