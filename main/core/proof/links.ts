import { CHAIN_HEADER_FIXED_BYTES, type ChainHeader, writeChainHeader } from "../timeline/chain.ts";
import { DOMAIN, HASH_LENGTH, type ProofHasher } from "./hasher.ts";

/** The head of a seal chain, moved on link by link. */
export interface ProofChain {
	/** 32 bytes, the chain's own: copy what must stay. */
	head: Uint8Array;
	/** `type` in UTF-8; `body` and `state` are 32 bytes each. */
	entry(header: ChainHeader, type: Uint8Array, body: Uint8Array, state: Uint8Array): void;
	/** A sealed entry whose delivery or findings changed since. */
	amendment(ordinal: number, state: Uint8Array): void;
	/** Text of `claimsText`. */
	claims(text: string): void;
}

const CHAIN_NAME = "switchboard-transcript/2\n";

/** `about`: text of `aboutText`; the chain begins with it and cannot be moved to another session. */
export function createProofChain(hasher: ProofHasher, about: string): ProofChain {
	const head = new Uint8Array(HASH_LENGTH);
	hasher.sha256(hasher.utf8(CHAIN_NAME + about), head, 0);
	const afterHead = HASH_LENGTH + 1;
	let scratch = new Uint8Array(1024);
	let view = new DataView(scratch.buffer);

	function begin(domain: number, room: number): void {
		if (afterHead + room > scratch.length) {
			scratch = new Uint8Array(2 * (afterHead + room));
			view = new DataView(scratch.buffer);
		}
		scratch.set(head, 0);
		scratch[HASH_LENGTH] = domain;
	}
	const end = (length: number): void => hasher.sha256(scratch.subarray(0, length), head, 0);

	return {
		head,
		entry(header, type, body, state) {
			begin(DOMAIN.entryLink, CHAIN_HEADER_FIXED_BYTES + type.length + 2 * HASH_LENGTH);
			const at = afterHead + writeChainHeader(view, afterHead, header, type);
			scratch.set(body, at);
			scratch.set(state, at + HASH_LENGTH);
			end(at + 2 * HASH_LENGTH);
		},
		amendment(ordinal, state) {
			begin(DOMAIN.amendmentLink, 8 + HASH_LENGTH);
			view.setFloat64(afterHead, ordinal);
			scratch.set(state, afterHead + 8);
			end(afterHead + 8 + HASH_LENGTH);
		},
		claims(text) {
			const bytes = hasher.utf8(text);
			begin(DOMAIN.claimsLink, bytes.length);
			scratch.set(bytes, afterHead);
			end(afterHead + bytes.length);
		},
	};
}
