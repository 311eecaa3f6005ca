import { X509Certificate } from "node:crypto";
import type { Socket } from "node:net";
import { connect, type DetailedPeerCertificate, type TLSSocket } from "node:tls";
import type { CertificateFacts, LinkSecurity, TrustedBy } from "../../../schemas/trust.ts";
import { certificateFacts } from "./certificate-facts.ts";
import { networkWords } from "./network-words.ts";
import { type Place, placeWords } from "./place.ts";
import type { PreparedTrust } from "./prepare-trust.ts";
import { codeOf, DialError } from "./refusal.ts";
import { ready } from "./tcp.ts";
import { codeOfTrouble, type TlsCircumstances, type TlsTrouble, tlsWords, troubleOfError, troubleOfVerdict } from "./tls-words.ts";

export interface Secured {
	socket: TLSSocket;
	tls: NonNullable<LinkSecurity["tls"]>;
}

/**
 * TLS over `channel`, judged before anybody gets the socket: nothing is sent over it until then. Rejects with a DialError in words of
 * tls-words.ts, with the certificate where there was one; `channel` goes down with it.
 */
export async function connectTls(channel: Socket, place: Place, trust: PreparedTrust, signal: AbortSignal): Promise<Secured> {
	// A name with a closing dot is legal in an address and not in SNI.
	const name = place.host.replace(/\.$/, "");
	const socket = connect({
		socket: channel,
		host: name,
		// RFC 6066 allows no IP literals in SNI; the certificate is then checked against `host`.
		servername: place.literal ? "" : name,
		ALPNProtocols: ["http/1.1"],
		secureContext: trust.context,
		// Set, so that no environment decides. The verdict is read below, because a refusal must be able to say what the certificate is.
		rejectUnauthorized: false,
	});
	try {
		return { socket: await ready(socket, "secureConnect", signal), tls: judged(socket, place, trust) };
	} catch (thrown) {
		socket.destroy();
		channel.destroy();
		if (thrown instanceof DialError || signal.aborted) throw thrown;
		throw handshakeRefusal(thrown, circumstances(place, trust, null));
	}
}

/** Throws DialError unless pin, authorities or the marked exception say that this is the other side. */
function judged(socket: TLSSocket, place: Place, trust: PreparedTrust): Secured["tls"] {
	const chain = chainOf(socket);
	const facts = chain[0] ?? null;
	const at = circumstances(place, trust, facts);
	// Node leaves the name unchecked for a resumed session; this side keeps none, so there is none to resume.
	if (socket.isSessionReused()) throw refused("resumed", at);
	if (facts === null) throw refused("noCertificate", at);
	const objection = objectionOf(socket);
	const otherwise = objection === null ? null : tlsWords(objection, at);
	return {
		version: socket.getProtocol() ?? "unknown",
		cipher: socket.getCipher().standardName,
		certificate: facts,
		trustedBy: trustedBy(socket, chain, trust, objection, otherwise, at),
		clientCertificate: trust.clientCertificate,
	};
}

function trustedBy(
	socket: TLSSocket,
	chain: readonly CertificateFacts[],
	{ pin, noVerify, authorities, own }: PreparedTrust,
	objection: TlsTrouble | null,
	otherwise: string | null,
	at: TlsCircumstances,
): TrustedBy {
	if (pin) {
		const shown = (pin.of === "certificate" ? chain[0]?.sha256 : chain[0]?.publicKeySha256) ?? "";
		if (shown !== pin.sha256) throw pinDiffers(pin.of, shown, pin.sha256, at);
		return { kind: "pin", of: pin.of, otherwise };
	}
	if (noVerify) return { kind: "notVerified", otherwise };
	if (objection !== null || !socket.authorized) throw refused(objection ?? "badCertificate", at);
	return {
		kind: "authorities",
		set: authorities,
		root: chain.at(-1)?.subject ?? "",
		ownAuthority: chain.some(({ sha256 }) => own.has(sha256)),
	};
}

/** What speaks against the certificate. */
function objectionOf(socket: TLSSocket): TlsTrouble | null {
	if (socket.authorized) return null;
	const error: unknown = socket.authorizationError;
	return troubleOfVerdict(typeof error === "string" ? error : (codeOf(error) ?? ""));
}

/** A chain longer than this is cut for the record. */
const MOST_STEPS = 16;

/** The server's certificate, then those it was issued by, up to the authority where it is known. */
function chainOf(socket: TLSSocket): CertificateFacts[] {
	const chain: CertificateFacts[] = [];
	let next: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
	while (next?.raw !== undefined && chain.length < MOST_STEPS) {
		const facts = certificateFacts(new X509Certificate(next.raw));
		chain.push(facts);
		// An authority at the top is given as its own issuer.
		next = next.issuerCertificate === next || facts.selfSigned ? undefined : next.issuerCertificate;
	}
	return chain;
}

const circumstances = (
	place: Place,
	{ clientCertificate }: Pick<PreparedTrust, "clientCertificate">,
	certificate: CertificateFacts | null,
): TlsCircumstances => ({ host: place.host, place: placeWords(place), certificate, clientCertificate, nowMs: Date.now() });

function refused(trouble: TlsTrouble, at: TlsCircumstances): DialError {
	const errorCode = codeOfTrouble(trouble);
	return new DialError({ errorCode, message: tlsWords(trouble, at), ...(at.certificate === null ? {} : { certificate: at.certificate }) });
}

const PIN_OF = { certificate: "certificate", publicKey: "public key" } as const;

function pinDiffers(of: "certificate" | "publicKey", shown: string, pinned: string, at: TlsCircumstances): DialError {
	const message = `${at.place} showed another ${PIN_OF[of]} than the pinned one: SHA-256 ${shown || "not known"}, pinned is ${pinned}. Either it was renewed, or somebody stands in between. Ask who runs the server for its fingerprint before you pin it anew.`;
	return new DialError({ errorCode: "PIN_DIFFERS", message, ...(at.certificate === null ? {} : { certificate: at.certificate }) });
}

/** What stopped a handshake, in words. */
function handshakeRefusal(thrown: unknown, at: TlsCircumstances): DialError {
	const errorCode = codeOf(thrown) ?? "TLS";
	// A system's code, which says whether to try again.
	if (errorCode === "ECONNRESET" || errorCode === "EPIPE") return new DialError({ errorCode, message: tlsWords("hungUp", at) });
	const trouble = troubleOfError(errorCode);
	if (trouble === null)
		return new DialError({ errorCode, message: `The connection broke during the TLS handshake: ${networkWords(thrown, at.place)}` });
	return new DialError({ errorCode: codeOfTrouble(trouble), message: tlsWords(trouble, at) });
}
