import type { CertificateFacts } from "../../../schemas/trust.ts";

/** Why a card could not be read: whole sentences, without the source's name. */
export class CardProblem extends Error {
	/** What the server showed, where that is why. */
	readonly certificate: CertificateFacts | undefined;

	constructor(message: string, { cause, certificate }: { cause?: unknown; certificate?: CertificateFacts } = {}) {
		super(message, { cause });
		this.name = "CardProblem";
		this.certificate = certificate;
	}
}

export const MAX_CARD_BYTES = 1024 * 1024;

export const tooLarge = (): CardProblem => new CardProblem("it is larger than 1 MiB.");

/** JSON is UTF-8 (RFC 8259 8.1); guessing another encoding would show a card that nobody wrote. */
export function decodeCard(bytes: Uint8Array): string {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch (cause) {
		throw new CardProblem("it is not UTF-8 text.", { cause });
	}
}
